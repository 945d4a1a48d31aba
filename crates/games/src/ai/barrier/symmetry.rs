//! The eight symmetries of a square board.

use crate::rules::barrier::{Move, Square, Walk};

/// A rotation or reflection of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    size: u8,
    /// Bit 0: columns are counted from the other side; bit 1: the same for numbers; bit 2: then both are exchanged.
    bits: u8,
}

impl Symmetry {
    /// The symmetry that maps `square` into the part of the board listed by [`wedge`], and the index of the image in
    /// that list.
    pub fn into_wedge(size: u8, square: Square) -> Option<(Symmetry, usize)> {
        (0..8).map(|bits| Symmetry { size, bits }).find_map(|symmetry| {
            let there = symmetry.square(square)?;
            wedge(size).position(|first| first == there).map(|index| (symmetry, index))
        })
    }

    /// The inverse symmetry.
    pub fn inverse(self) -> Symmetry {
        let [columns, numbers, exchange] = [self.bits & 1, self.bits >> 1 & 1, self.bits & 4];
        // With the exchange first, operations on columns become operations on numbers.
        let bits = if exchange == 0 { self.bits } else { numbers | columns << 1 | exchange };
        Symmetry { bits, ..self }
    }

    /// The image of a square; `None` if it is not on the board.
    pub fn square(self, square: Square) -> Option<Square> {
        if square.column() > self.size || square.number() > self.size {
            return None;
        }
        let turn = |line: u8, bit: u8| if self.bits >> bit & 1 == 1 { self.size + 1 - line } else { line };
        let (column, number) = (turn(square.column(), 0), turn(square.number(), 1));
        if self.bits & 4 == 0 { Square::at(column, number) } else { Square::at(number, column) }
    }

    /// The image of a move.
    pub fn play(self, m: Move) -> Option<Move> {
        Some(match m {
            Move::Place(square) => Move::Place(self.square(square)?),
            Move::Walk { from, walk } => Move::Walk {
                from: self.square(from)?,
                walk: Walk { corner: self.square(walk.corner)?, target: self.square(walk.target)? },
            },
        })
    }
}

/// The squares of an eighth of the board, with its borders: every square is symmetric to one of them.
pub fn wedge(size: u8) -> impl Iterator<Item = Square> {
    let half = size.div_ceil(2);
    (1..=half).flat_map(move |number| (number..=half).filter_map(move |column| Square::at(column, number)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::barrier::Squares;

    #[test]
    fn every_square_maps_into_the_wedge_and_back() {
        for size in 5..=10 {
            for square in Squares::board(size) {
                let (symmetry, index) = Symmetry::into_wedge(size, square).expect("a symmetry");
                let there = symmetry.square(square).expect("on the board");
                assert_eq!(wedge(size).nth(index), Some(there));
            }
            for bits in 0..8 {
                let symmetry = Symmetry { size, bits };
                let mut visited = Squares::default();
                for square in Squares::board(size) {
                    let there = symmetry.square(square).expect("on the board");
                    visited = visited.with(there.set());
                    assert_eq!(symmetry.inverse().square(there), Some(square), "{bits}");
                }
                assert_eq!(visited, Squares::board(size));
            }
        }
    }
}
