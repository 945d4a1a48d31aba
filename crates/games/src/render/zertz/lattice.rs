//! The layout of the rings.

use crate::render::frame::WIDTH;
use crate::render::scene::{Area, Point};
use crate::rules::Game;
use crate::rules::hex::{Cell, Cells};
use crate::rules::zertz::{GRID, Zertz};

/// The maximum width and height of the initial board.
const WIDTH_MAX: f32 = WIDTH - 32.0;
const HEIGHT_MAX: f32 = 805.0;
/// The maximum distance between neighbouring rings, which limits the scale of small boards.
const SPACING_MAX: f32 = 115.0;
/// The distance between two columns, when neighbouring rings are 1 apart.
const COLUMN: f32 = 0.866_025_4;

/// The positions of a board's rings. Columns are vertical, and each starts half a ring lower or higher than its
/// neighbour.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// The distance between the centres of two neighbouring rings.
    pub spacing: f32,
    /// The width of the rings that are shown.
    pub width: f32,
    /// Their height.
    pub height: f32,
    /// The point of column 0, height 0.
    origin: Point,
    /// The upper left corner of the rings that are shown.
    corner: Point,
    /// Whether the board is rotated by 180°.
    turned: bool,
}

/// The height of a ring above the line that descends to the right from the point of column 0 and number 0.
fn height(ring: Cell) -> f32 {
    let (column, number) = GRID.coordinates(ring);
    f32::from(number) - f32::from(column) / 2.0
}

/// The outermost centres of some rings, when neighbouring rings are 1 apart.
struct Extent {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

impl Extent {
    fn of(rings: Cells) -> Extent {
        let none = Extent { left: f32::MAX, right: f32::MIN, top: f32::MIN, bottom: f32::MAX };
        rings.fold(none, |extent, ring| {
            let (across, up) = (f32::from(GRID.coordinates(ring).0) * COLUMN, height(ring));
            Extent {
                left: extent.left.min(across),
                right: extent.right.max(across),
                top: extent.top.max(up),
                bottom: extent.bottom.min(up),
            }
        })
    }

    fn width(&self) -> f32 {
        self.right - self.left + 1.0
    }

    fn height(&self) -> f32 {
        self.top - self.bottom + 1.0
    }
}

impl Lattice {
    /// The lattice that shows these rings. The scale is the largest at which the initial board fits, so it stays the
    /// same for the whole game; the area shrinks with the rings, but only when a whole row or column of them is gone.
    pub fn of(position: &Zertz, rings: Cells, turned: bool) -> Lattice {
        let variant = position.setup().variant;
        let initial = Extent::of(variant.rings());
        let spacing = SPACING_MAX.min(WIDTH_MAX / initial.width()).min(HEIGHT_MAX / initial.height());
        let shown = Extent::of(rings);
        // The outer centres are half a ring from the edges.
        let origin = Point::new((0.5 - shown.left) * spacing, (shown.top + 0.5) * spacing);
        let (width, height) = (shown.width() * spacing, shown.height() * spacing);
        Lattice { spacing, width, height, origin, corner: Point::default(), turned }
    }

    /// The area of the rings that are shown.
    pub fn area(&self) -> Area {
        Area { corner: self.corner, width: self.width, height: self.height }
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
