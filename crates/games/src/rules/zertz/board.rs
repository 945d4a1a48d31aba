//! Rings and marbles.

use crate::rules::hex::{Bounds, Cell, Grid, Name};

/// The regular hexagon of side 5, of which every board is a part. A ring's bit is
/// (column + 13 · number) mod 61, see [`crate::rules::hex`].
pub static GRID: Grid = Grid::new(Bounds { columns: 9, numbers: 9, high: 4, low: 4 }, 61, 1, 13, 0);

/// The colour of a marble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Marble {
    /// White, the rarest: 6, or 5 in blitz.
    White,
    /// Grey: 8, or 7 in blitz.
    Grey,
    /// Black: 10, or 9 in blitz.
    Black,
}

impl Marble {
    /// The colours, rarest first. Every list of three numbers has this order.
    pub const ALL: [Marble; 3] = [Marble::White, Marble::Grey, Marble::Black];

    /// The letter used in moves and positions.
    pub const fn letter(self) -> char {
        match self {
            Marble::White => 'W',
            Marble::Grey => 'G',
            Marble::Black => 'B',
        }
    }

    /// The colour with this letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Marble> {
        match letter.to_ascii_uppercase() {
            'W' => Some(Marble::White),
            'G' => Some(Marble::Grey),
            'B' => Some(Marble::Black),
            _ => None,
        }
    }

    /// The index of this colour in per-colour arrays.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::fmt::Display for Marble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Marble::White => "white",
            Marble::Grey => "grey",
            Marble::Black => "black",
        })
    }
}

/// The name of a ring.
pub fn name(ring: Cell) -> Name {
    GRID.name(ring)
}
