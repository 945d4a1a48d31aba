//! The layout of the rings.

use super::POOL_WIDTH;
use crate::render::frame::WIDTH;
use crate::render::scene::Point;
use crate::rules::Game;
use crate::rules::hex::Cell;
use crate::rules::zertz::{GRID, Zertz};

/// The maximum width of the rings.
const WIDTH_MAX: f32 = WIDTH - POOL_WIDTH - 40.0;
const HEIGHT_MAX: f32 = 660.0;
/// The maximum distance between neighbouring rings, which limits the scale of small boards.
const SPACING_MAX: f32 = 92.0;
/// The distance between two columns, when neighbouring rings are 1 apart.
const COLUMN: f32 = 0.866_025_4;

/// The positions of a board's rings. Columns are vertical, and each starts half a ring lower or higher than its
/// neighbour.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// The distance between the centres of two neighbouring rings.
    pub spacing: f32,
    /// The width of the initial board.
    pub width: f32,
    /// The height of the initial board.
    pub height: f32,
    /// The point of column 0, height 0.
    origin: Point,
    /// The upper left corner of the board.
    corner: Point,
    /// Whether the board is rotated by 180°.
    turned: bool,
}

/// The height of a ring above the line that descends to the right from the point of column 0 and number 0.
fn height(ring: Cell) -> f32 {
    let (column, number) = GRID.coordinates(ring);
    f32::from(number) - f32::from(column) / 2.0
}

impl Lattice {
    /// The lattice that shows the whole board at the largest scale that fits.
    pub fn of(position: &Zertz, turned: bool) -> Lattice {
        let variant = position.setup().variant;
        let heights = || variant.rings().map(height);
        let (top, bottom) = (heights().fold(f32::MIN, f32::max), heights().fold(f32::MAX, f32::min));
        let (across, down) = (f32::from(variant.bounds().columns - 1) * COLUMN + 1.0, top - bottom + 1.0);
        let spacing = SPACING_MAX.min(WIDTH_MAX / across).min(HEIGHT_MAX / down);
        // The first column's centres are half a ring from the left edge.
        let origin = Point::new((0.5 - COLUMN) * spacing, (top + 0.5) * spacing);
        Lattice { spacing, width: across * spacing, height: down * spacing, origin, corner: Point::default(), turned }
    }

    /// Moves the upper left corner of the board to this point.
    pub fn move_to(&mut self, corner: Point) {
        self.origin = self.origin.plus(corner.x - self.corner.x, corner.y - self.corner.y);
        self.corner = corner;
    }

    /// The centre of a ring.
    pub fn centre(&self, ring: Cell) -> Point {
        let (column, _) = GRID.coordinates(ring);
        let point = self.origin.plus(f32::from(column) * COLUMN * self.spacing, -height(ring) * self.spacing);
        if !self.turned {
            return point.whole();
        }
        let across = |value: f32, corner: f32, side: f32| 2.0 * corner + side - value;
        let Point { x, y } = self.corner;
        Point::new(across(point.x, x, self.width), across(point.y, y, self.height)).whole()
    }
}
