//! The solver's board representation: sets of squares as machine words, and the squares a knight can reach.

use crate::rules::barrier::board::{SIDE, Square, Squares, walks};
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};
use std::sync::LazyLock;

/// A set of squares, row by row from the first. Boards up to 8×8 fit 64 bits, which is twice as fast as 128.
pub(super) trait Bitboard:
    Copy
    + Eq
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// The empty set.
    const EMPTY: Self;
    /// The number of squares in a row.
    const ROW: u32;

    /// The set with this square alone.
    fn only(square: u8) -> Self;

    /// The number of squares.
    fn len(self) -> u32;

    /// The same bits in the widest word.
    fn wide(self) -> u128;

    /// The table of walks for this layout.
    fn walk_table() -> &'static WalkTable<Self>;

    /// Whether the other set is a subset of this one.
    #[inline(always)]
    fn holds(self, other: Self) -> bool {
        self & other == other
    }

    /// The index of a square of the rules.
    fn index(square: Square) -> u8 {
        ((u32::from(square.number()) - 1) * Self::ROW + u32::from(square.column()) - 1) as u8
    }

    /// The same set in this layout.
    fn set(squares: Squares) -> Self {
        squares.fold(Self::EMPTY, |set, square| set | Self::only(Self::index(square)))
    }
}

macro_rules! bitboard {
    ($bitboard:ty, $row:expr) => {
        impl Bitboard for $bitboard {
            const EMPTY: Self = 0;
            const ROW: u32 = $row;

            #[inline(always)]
            fn only(square: u8) -> Self {
                1 << square
            }

            #[inline(always)]
            fn len(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn wide(self) -> u128 {
                u128::from(self)
            }

            fn walk_table() -> &'static WalkTable<Self> {
                static WALK_TABLE: LazyLock<WalkTable<$bitboard>> = LazyLock::new(WalkTable::new);
                &WALK_TABLE
            }
        }
    };
}
bitboard!(u64, 8);
bitboard!(u128, SIDE as u32);

/// A walk from a known square: the two squares between and the target, and the index where it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<W> {
    pub covered: W,
    pub target: u8,
}

/// The walks on the largest board of a layout; smaller boards have squares that are never free.
#[derive(Debug)]
pub(super) struct WalkTable<W> {
    paths: Vec<Vec<Path<W>>>,
    not_first: W,
    not_last: W,
    dark: W,
}

/// A step to a neighbouring square: north, east, south, west.
#[derive(Clone, Copy)]
struct Direction(u32);

impl Direction {
    const ALL: [Direction; 4] = [Direction(0), Direction(1), Direction(2), Direction(3)];

    #[inline(always)]
    fn back(self) -> Direction {
        Direction((self.0 + 2) % 4)
    }

    #[inline(always)]
    fn sides(self) -> [Direction; 2] {
        [Direction((self.0 + 1) % 4), Direction((self.0 + 3) % 4)]
    }
}

impl<W: Bitboard> WalkTable<W> {
    fn new() -> Self {
        let side = W::ROW as u8;
        let board = Squares::board(side);
        let mut paths = vec![Vec::new(); (W::ROW * W::ROW) as usize];
        for square in board {
            let inside = walks(square).filter(|(_, covered)| board.with(*covered) == board);
            paths[usize::from(W::index(square))] = inside
                .map(|(walk, covered)| Path { covered: W::set(covered), target: W::index(walk.target) })
                .collect();
        }
        let squares = |wanted: &dyn Fn(Square) -> bool| {
            board.filter(|square| wanted(*square)).fold(W::EMPTY, |set, square| set | W::only(W::index(square)))
        };
        WalkTable {
            paths,
            not_first: squares(&|square| square.column() != 1),
            not_last: squares(&|square| square.column() != side),
            dark: squares(&|square| (square.column() + square.number()).is_multiple_of(2)),
        }
    }

    /// The walks from a square over squares that are all in `free`.
    #[inline(always)]
    pub fn paths(&self, free: W, from: u8) -> impl Iterator<Item = &Path<W>> {
        self.paths[usize::from(from)].iter().filter(move |path| free.holds(path.covered))
    }

    /// The number of walks from a square.
    #[inline(always)]
    pub fn count(&self, free: W, from: u8) -> u32 {
        self.paths(free, from).count() as u32
    }

    /// The number of sequences of this many walks, at least one, from a square.
    #[inline]
    pub fn sequences(&self, free: W, from: u8, walks: u32) -> u32 {
        if walks == 1 {
            return self.count(free, from);
        }
        self.paths(free, from).map(|path| self.sequences(free & !path.covered, path.target, walks - 1)).sum()
    }

    #[inline(always)]
    fn step(&self, direction: Direction, set: W) -> W {
        match direction.0 {
            0 => set << W::ROW,
            1 => (set << 1) & self.not_first,
            2 => set >> W::ROW,
            _ => (set >> 1) & self.not_last,
        }
    }

    /// The squares of `free` that a knight on `from` could ever walk over or end on if squares stayed free behind it: a
    /// flood fill from all reached squares at once, walk by walk. In actual play it can touch no others.
    #[inline]
    pub fn reach(&self, free: W, from: u8) -> W {
        let mut ends = W::only(from);
        loop {
            let more = ends | self.targets(free, ends);
            if more == ends {
                return self.touched(free, ends);
            }
            ends = more;
        }
    }

    /// The end squares of the walks from a set of squares.
    #[inline(always)]
    fn targets(&self, free: W, from: W) -> W {
        let mut targets = W::EMPTY;
        for ahead in Direction::ALL {
            let one = self.step(ahead, from) & free;
            let two = self.step(ahead, one) & free;
            for aside in ahead.sides() {
                targets = targets | self.step(aside, two) | self.step(aside, self.step(aside, one) & free);
            }
        }
        targets & free
    }

    /// The squares touched by the walks from a set of squares: of the squares between, those from which a walk was
    /// completed.
    #[inline(always)]
    fn touched(&self, free: W, from: W) -> W {
        let mut touched = W::EMPTY;
        for ahead in Direction::ALL {
            let one = self.step(ahead, from) & free;
            let two = self.step(ahead, one) & free;
            let (mut one_done, mut two_done) = (W::EMPTY, W::EMPTY);
            for aside in ahead.sides() {
                let long = self.step(aside, two) & free;
                two_done = two_done | self.step(aside.back(), long);
                let turned = self.step(aside, one) & free;
                let short = self.step(aside, turned) & free;
                let turned_done = turned & self.step(aside.back(), short);
                one_done = one_done | self.step(aside.back(), turned_done);
                touched = touched | long | short | turned_done;
            }
            two_done = two_done & two;
            one_done = (one_done | self.step(ahead.back(), two_done)) & one;
            touched = touched | one_done | two_done;
        }
        touched
    }

    /// An upper bound on the number of consecutive walks of a knight on `from` within these squares, by square colour:
    /// the first walk takes two squares of the other colour and one of its own, the second the reverse, and so on.
    #[inline(always)]
    pub fn most_walks(&self, squares: W, from: u8) -> u32 {
        let dark = (squares & self.dark).len();
        let light = squares.len() - dark;
        let is_dark = self.dark & W::only(from) != W::EMPTY;
        let (same, other) = if is_dark { (dark, light) } else { (light, dark) };
        let pairs = (same / 3).min(other / 3);
        2 * pairs + u32::from(other - 3 * pairs >= 2 && same > 3 * pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SeededRng;

    /// A reference for [`WalkTable::reach`], square by square.
    fn reach_by_search<W: Bitboard>(free: W, from: u8) -> W {
        let (mut visited, mut touched, mut todo) = (W::only(from), W::EMPTY, vec![from]);
        while let Some(square) = todo.pop() {
            for path in W::walk_table().paths(free, square) {
                touched = touched | path.covered;
                if visited & W::only(path.target) == W::EMPTY {
                    visited = visited | W::only(path.target);
                    todo.push(path.target);
                }
            }
        }
        touched
    }

    fn compare<W: Bitboard>(rng: &mut SeededRng) {
        for _ in 0..300 {
            let share = 3 + rng.below(7);
            let side = 5 + rng.below(W::ROW as u64 - 4) as u8;
            let free = Squares::board(side).filter(|_| rng.below(10) < share);
            let free = free.fold(W::EMPTY, |set, square| set | W::only(W::index(square)));
            let from = rng.below(u64::from(W::ROW * W::ROW)) as u8;
            assert_eq!(W::walk_table().reach(free, from), reach_by_search(free, from), "{free:?} {from}");
        }
    }

    #[test]
    fn reach_equals_the_touched_squares() {
        let mut rng = SeededRng::new(1);
        compare::<u64>(&mut rng);
        compare::<u128>(&mut rng);
    }
}
