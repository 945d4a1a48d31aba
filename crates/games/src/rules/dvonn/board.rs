//! The spaces of the board.

use crate::rules::hex::{Bounds, Cell, Grid, Name};

/// Rows 1 to 5 of 9, 10, 11, 10 and 9 spaces: a1–i1, a2–j2, a3–k3, b4–k4, c5–k5. A space's bit is
/// column + 12 · number − 13, so that every direction is a shift.
pub static GRID: Grid = Grid::new(Bounds { columns: 11, numbers: 5, high: 2, low: 8 }, 64, 1, 12, 13);

/// The number of spaces, and of pieces: the first phase fills them all.
pub const SPACES: u8 = 49;
/// The number of red pieces, also called DVONN pieces.
pub const REDS: u8 = 3;
/// The number of pieces of each player.
pub const PIECES: u8 = 23;

/// The name of a space.
pub fn name(space: Cell) -> Name {
    GRID.name(space)
}
