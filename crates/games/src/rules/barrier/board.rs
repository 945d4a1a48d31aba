//! Squares and knight walks.

use std::fmt;

/// The side of the largest board. All sizes share its squares, and the squares beyond the sides of a smaller board are
/// blocked from the start, so that one table of walks serves all sizes.
pub const SIDE: u8 = 10;
const SQUARES: usize = SIDE as usize * SIDE as usize;

/// A square, stored as 10 · (number − 1) + column − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u8);

impl Square {
    /// The square at a column and number from 1, if both are at most [`SIDE`].
    pub const fn at(column: u8, number: u8) -> Option<Square> {
        if column >= 1 && column <= SIDE && number >= 1 && number <= SIDE {
            Some(Square((number - 1) * SIDE + column - 1))
        } else {
            None
        }
    }

    /// The column, from 1.
    pub const fn column(self) -> u8 {
        self.0 % SIDE + 1
    }

    /// The number, from 1.
    pub const fn number(self) -> u8 {
        self.0 / SIDE + 1
    }

    /// The set that contains only this square.
    pub const fn set(self) -> Squares {
        Squares(1 << self.0)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() - 1) as char, self.number())
    }
}

/// A set of squares. A board of 10×10 needs more than 64 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares(pub u128);

impl Squares {
    /// Whether the square is in the set.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// Whether the sets share no square.
    pub const fn is_disjoint(self, other: Squares) -> bool {
        self.0 & other.0 == 0
    }

    /// The number of squares in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The union of both sets.
    #[must_use]
    pub const fn with(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    /// The squares of a board of this size.
    pub const fn board(size: u8) -> Squares {
        let mut squares = 0;
        let mut number = 0;
        while number < size {
            squares |= ((1 << size) - 1) << (number * SIDE);
            number += 1;
        }
        Squares(squares)
    }
}

impl Iterator for Squares {
    type Item = Square;

    /// Removes and returns the lowest square.
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// One walk of a knight from a square: straight to a corner, then at a right angle to the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// The square where it turns.
    pub corner: Square,
    /// The square where it ends.
    pub target: Square,
}

/// The maximum number of walks from a square: eight targets, two ways to each.
pub const WALKS_MAX: usize = 16;

struct Walks {
    count: u8,
    walks: [Walk; WALKS_MAX],
    /// The two intermediate squares and the target of each walk.
    covered: [u128; WALKS_MAX],
}

static WALKS: [Walks; SQUARES] = {
    const EMPTY: Walks =
        Walks { count: 0, walks: [Walk { corner: Square(0), target: Square(0) }; WALKS_MAX], covered: [0; WALKS_MAX] };
    let mut all = [EMPTY; SQUARES];
    let mut from = 0;
    while from < SQUARES {
        all[from] = walks_from(Square(from as u8));
        from += 1;
    }
    all
};

const fn walks_from(from: Square) -> Walks {
    let mut walks =
        Walks { count: 0, walks: [Walk { corner: from, target: from }; WALKS_MAX], covered: [0; WALKS_MAX] };
    let (column, number) = (from.column() as i8, from.number() as i8);
    let straight: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let mut first = 0;
    while first < 4 {
        let (c, n) = straight[first];
        let mut turn = 1;
        while turn < 4 {
            // A right turn, then a left turn.
            let (side_c, side_n) = straight[(first + turn) % 4];
            let mut ahead = 1;
            while ahead <= 2 {
                let aside = 3 - ahead;
                let corner = on_board(column + c * ahead, number + n * ahead);
                let target = on_board(column + c * ahead + side_c * aside, number + n * ahead + side_n * aside);
                let middle = if ahead == 2 {
                    on_board(column + c, number + n)
                } else {
                    on_board(column + c + side_c, number + n + side_n)
                };
                if let (Some(corner), Some(target), Some(middle)) = (corner, target, middle) {
                    let at = walks.count as usize;
                    walks.walks[at] = Walk { corner, target };
                    walks.covered[at] = corner.set().0 | target.set().0 | middle.set().0;
                    walks.count += 1;
                }
                ahead += 1;
            }
            turn += 2;
        }
        first += 1;
    }
    walks
}

const fn on_board(column: i8, number: i8) -> Option<Square> {
    if column < 1 || number < 1 { None } else { Square::at(column as u8, number as u8) }
}

/// The walks from a square on the largest board, each with the squares that must be free: the two intermediate ones and
/// the target.
pub fn walks(from: Square) -> impl Iterator<Item = (Walk, Squares)> {
    let walks = &WALKS[from.0 as usize];
    let covered = walks.covered.iter().map(|covered| Squares(*covered));
    walks.walks.iter().copied().zip(covered).take(usize::from(walks.count))
}

/// The squares that each walk in [`walks`] needs free.
pub(super) fn covered(from: Square) -> &'static [u128] {
    let walks = &WALKS[from.0 as usize];
    &walks.covered[..usize::from(walks.count)]
}
