//! What surrounds every board: the players with their score above, the status, the last move and the clock below.

use super::fonts::Face;
use super::scene::{Anchor, Area, Figure, Label, Point, Scene};
use super::text::fit;
use super::theme::Theme;
use super::view::Header;
use crate::rules::Seat;

/// Pixels across, for every picture.
pub const WIDTH: f32 = 900.0;
/// Around and between the parts of a picture.
const MARGIN: f32 = 16.0;
/// The height of a player's name.
const NAME_HEIGHT: f32 = 58.0;
/// The height of the two lines below the board.
const FOOT_HEIGHT: f32 = 80.0;
/// The size of letters there.
const FOOT_SIZE: f32 = 26.0;
/// The width that an emblem before or a score after a name takes.
const BESIDE_NAME: f32 = 56.0;

/// What a drawing asks of its frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// The height of the board.
    pub board_height: f32,
    /// The height of the row under each name that the drawing fills.
    pub score_height: f32,
    /// Whether the drawing puts an emblem before each name.
    pub emblems: bool,
    /// Whether the drawing puts a number after each name.
    pub scores: bool,
}

/// The beginning of a picture, and the places for the rest.
#[derive(Debug)]
pub struct Frame {
    /// The picture with its frame.
    pub scene: Scene,
    /// Where the board is to be drawn.
    pub board: Area,
    plates: [Area; 2],
}

impl Frame {
    /// The frame of a picture.
    pub fn new(header: &Header, theme: &Theme, layout: Layout) -> Frame {
        let plate_width = (WIDTH - 3.0 * MARGIN) / 2.0;
        let plate_height = NAME_HEIGHT + layout.score_height;
        let plates = [MARGIN, 2.0 * MARGIN + plate_width].map(|x| Area::new(x, MARGIN, plate_width, plate_height));
        let board = Area::new(0.0, 2.0 * MARGIN + plate_height, WIDTH, layout.board_height);
        let foot = board.corner.y + board.height + MARGIN / 2.0;
        let height = foot + FOOT_HEIGHT;
        let mut scene = Scene { board, ..Scene::new(WIDTH, height, theme) };
        for seat in Seat::BOTH {
            let active = header.active == Some(seat);
            plate(&mut scene, theme, layout, plates[seat.index()], &header.names[seat.index()], active);
        }
        foot_lines(&mut scene, header, theme, foot);
        Frame { scene, board, plates }
    }

    /// The centre of the emblem before a player's name.
    pub fn emblem(&self, seat: Seat) -> Point {
        self.plates[seat.index()].corner.plus(BESIDE_NAME / 2.0 + 8.0, NAME_HEIGHT / 2.0)
    }

    /// The right end of the number after a player's name.
    pub fn score(&self, seat: Seat) -> Point {
        let plate = self.plates[seat.index()];
        plate.corner.plus(plate.width - 20.0, NAME_HEIGHT / 2.0)
    }

    /// The row under a player's name.
    pub fn score_row(&self, seat: Seat) -> Area {
        let plate = self.plates[seat.index()];
        Area::new(plate.corner.x, plate.corner.y + NAME_HEIGHT, plate.width, plate.height - NAME_HEIGHT)
    }
}

/// What is going on and how much time is left; below it the last move and how many there were.
fn foot_lines(scene: &mut Scene, header: &Header, theme: &Theme, top: f32) {
    let (left, right) = (MARGIN + 6.0, WIDTH - MARGIN - 6.0);
    let (first, second) = (top + FOOT_HEIGHT * 0.27, top + FOOT_HEIGHT * 0.69);
    let half = (right - left) / 2.0 - MARGIN;
    let mut write = |x, y, text: &str, bold, colour, width| {
        let text = fit(text, bold, FOOT_SIZE, width);
        let anchor = if x == left { Anchor::Start } else { Anchor::End };
        let taken = Face::get(bold).width(&text, FOOT_SIZE);
        let mut label = Label::new(Point::new(x, y), text, FOOT_SIZE, colour);
        label.bold = bold;
        scene.draw("status", label.anchored(anchor));
        taken
    };
    // What stands on the right is short; the left has the rest of the line.
    let clock = write(right, first, &header.clock, true, theme.muted, half);
    write(left, first, &header.status, true, theme.ink, right - left - clock - MARGIN);
    let ply = write(right, second, &format!("#{}", header.ply), false, theme.muted, half);
    write(left, second, &header.last, false, theme.muted, right - left - ply - MARGIN);
}

fn plate(scene: &mut Scene, theme: &Theme, layout: Layout, area: Area, name: &str, active: bool) {
    let edge = if active { theme.active } else { theme.line };
    let width = if active { 5.0 } else { 2.0 };
    scene.draw("plates", Figure::rect(area, 12.0).flat(theme.card).outlined(edge, width));
    let before = if layout.emblems { BESIDE_NAME + 10.0 } else { 20.0 };
    let after = if layout.scores { BESIDE_NAME + 20.0 } else { 20.0 };
    let name = fit(name, active, 27.0, area.width - before - after);
    let mut label = Label::new(area.corner.plus(before, NAME_HEIGHT / 2.0), name, 27.0, theme.ink);
    label.bold = active;
    scene.draw("plates", label.anchored(Anchor::Start));
}
