//! Marbles off the board: the pool, and both players' captures.

use super::board_model::BoardModel;
use super::{Drawing, POOL_HEIGHT, ball, slot};
use crate::render::colour::Colour;
use crate::render::frame::WIDTH;
use crate::render::marks::halo;
use crate::render::scene::{Anchor, Area, Figure, Label, Point};
use crate::rules::zertz::{Marble, Pick};
use crate::rules::{Game, Seat};

/// The radius of a captured marble.
const CAPTURED_RADIUS: f32 = 14.0;
/// The distance between the columns of captures, and the size of the numbers.
const CAPTURED_COLUMN: f32 = 97.0;
const CAPTURED_SIZE: f32 = 25.0;
/// The height of the mark around a count that a capture changes.
const GAIN_HEIGHT: f32 = 40.0;
/// The column for one of each colour, after those of the colours.
const EACH: usize = 3;
/// The radius and the spacing of the three small marbles that represent the goal of some of each colour.
const EACH_RADIUS: f32 = 10.0;
const EACH_STEP: f32 = 13.0;
/// The radius of a marble in the pool.
const POOL_RADIUS: f32 = 13.0;
/// The distance between two marbles of the pool, and the space between two colours.
const POOL_STEP: f32 = 28.0;
const POOL_GAP: f32 = 26.0;
/// The width of the number before the marbles of a colour, and its size.
const NUMBER_WIDTH: f32 = 42.0;
const NUMBER_SIZE: f32 = 28.0;
/// The height of the mark around the marbles of a colour.
const GROUP_HEIGHT: f32 = 48.0;

impl Drawing<'_> {
    /// Draws both players' captures: a marble for each colour, and one of each.
    pub(super) fn captures(&mut self) {
        for seat in Seat::BOTH {
            for marble in Marble::ALL {
                let centre = self.capture_place(seat, marble.index()).plus(CAPTURED_RADIUS, 0.0).whole();
                self.frame.scene.draw("captures", ball(self.theme, marble, centre, CAPTURED_RADIUS));
            }
            for marble in Marble::ALL {
                let x = EACH_RADIUS + marble.index() as f32 * EACH_STEP;
                let centre = self.capture_place(seat, EACH).plus(x, 0.0).whole();
                self.frame.scene.draw("captures", ball(self.theme, marble, centre, EACH_RADIUS));
            }
        }
    }

    /// Draws both players' capture counts against the four goals, as in “2/4”: a number of one colour, or of each
    /// colour.
    pub(super) fn capture_counts(&mut self) {
        let variant = self.position.setup().variant;
        for (colour, captor, marble) in self.gains() {
            let corner = self.capture_place(captor, marble.index()).plus(-6.0, -GAIN_HEIGHT / 2.0);
            let area = Area { corner, width: CAPTURED_COLUMN - 6.0, height: GAIN_HEIGHT };
            let around = Figure::rect(area, GAIN_HEIGHT / 2.0).outlined(colour, 4.0);
            self.frame.scene.draw("gains", around);
        }
        for seat in Seat::BOTH {
            let captured = self.position.captured(seat);
            for (column, (count, goal)) in captured.into_iter().zip(variant.goals()).enumerate() {
                self.count(self.capture_place(seat, column).plus(2.0 * CAPTURED_RADIUS + 7.0, 0.0), count, goal);
            }
            let complete = captured.into_iter().min().unwrap_or_default();
            let at = self.capture_place(seat, EACH).plus(2.0 * (EACH_RADIUS + EACH_STEP) + 6.0, 0.0);
            self.count(at, complete, variant.goal_of_each());
        }
    }

    /// The kinds of marbles that the moves shown capture, each with the colour of its mark and its captor.
    fn gains(&self) -> Vec<(Colour, Seat, Marble)> {
        let of = |model: &BoardModel| {
            let (colour, captor) = (model.colour(self.theme), model.captor);
            let kinds = Marble::ALL.into_iter().filter(|kind| model.captured.iter().any(|(_, marble)| marble == kind));
            kinds.map(|marble| (colour, captor, marble)).collect::<Vec<_>>()
        };
        [of(&self.last), of(&self.model)].concat()
    }

    /// The left end of a column in a player's row of captures.
    fn capture_place(&self, seat: Seat, column: usize) -> Point {
        let row = self.frame.score_row(seat);
        row.corner.plus(18.0 + column as f32 * CAPTURED_COLUMN, row.height / 2.0 - 6.0)
    }

    fn count(&mut self, at: Point, count: u8, goal: u8) {
        let colour = match count {
            0 => self.theme.muted,
            count if count >= goal => self.theme.active,
            _ => self.theme.ink,
        };
        let mut label = Label::new(at, format!("{count}/{goal}"), CAPTURED_SIZE, colour).anchored(Anchor::Start);
        label.bold = count > 0;
        self.frame.scene.draw("captures", label);
    }

    /// Draws the pool: the marbles of each colour in a row, with empty slots for those that were played.
    pub(super) fn pool(&mut self) {
        for marble in Marble::ALL {
            let (count, all) = (self.in_pool(marble), self.position.setup().variant.marbles()[marble.index()]);
            for number in 0..all {
                let centre = self.pool_place(marble, f32::from(number));
                let drawing = if number < count {
                    ball(self.theme, marble, centre, POOL_RADIUS)
                } else {
                    slot(centre, POOL_RADIUS * 0.3, self.theme.line)
                };
                self.frame.scene.draw("pool", drawing);
            }
        }
    }

    /// Draws the number before each colour of the pool, and marks the marbles that can be taken and the one taken.
    pub(super) fn pool_counts(&mut self) {
        for marble in Marble::ALL {
            let count = self.in_pool(marble).to_string();
            let at = self.group(marble).plus(NUMBER_WIDTH - 8.0, 0.0);
            let label = Label::new(at, count, NUMBER_SIZE, self.theme.ink).bold().anchored(Anchor::End);
            self.frame.scene.draw("pool", label);
            if self.view.choices.contains(&Pick::Marble(marble)) {
                let area = self.source(marble);
                let around = |colour, width| Figure::rect(area, area.height / 2.0).outlined(colour, width);
                let mark = [around(self.theme.card, 9.0), around(self.theme.choice, 5.0)];
                self.frame.scene.draw_all("choices", mark);
            }
            if self.model.taken == Some(marble) {
                self.taken(marble);
            }
        }
    }

    /// Marks the marble that is taken. Its new ring has the same mark, because an arrow between them would cross the
    /// board.
    fn taken(&mut self, marble: Marble) {
        let colour = self.model.colour(self.theme);
        let (from, radius) = match self.in_pool(marble).checked_sub(1) {
            Some(last) => (self.pool_place(marble, f32::from(last)), POOL_RADIUS + 4.0),
            None => (self.source(marble).centre(), CAPTURED_RADIUS + 2.0),
        };
        self.frame.scene.draw_all("marks", halo(from, radius, colour, self.theme.card));
    }

    /// Where a marble of this colour comes from: those of the pool or, when it has none, the mover's captures.
    fn source(&self, marble: Marble) -> Area {
        match self.in_pool(marble) {
            0 => {
                let centre = self.capture_place(self.position.seat(), marble.index()).plus(CAPTURED_RADIUS, 0.0);
                Area::around(centre, 2.0 * CAPTURED_RADIUS + 6.0)
            }
            count => {
                let corner = self.group(marble).plus(0.0, -GROUP_HEIGHT / 2.0);
                let width = NUMBER_WIDTH + f32::from(count) * POOL_STEP + 8.0;
                Area { corner, width, height: GROUP_HEIGHT }
            }
        }
    }

    /// The number of marbles of this colour in the pool.
    fn in_pool(&self, marble: Marble) -> u8 {
        self.position.pool()[marble.index()]
    }

    /// The left end of the number before the marbles of a colour, in the middle of the row.
    fn group(&self, marble: Marble) -> Point {
        let all = self.position.setup().variant.marbles();
        let width =
            |all: &[u8]| all.iter().map(|count| NUMBER_WIDTH + f32::from(*count) * POOL_STEP + POOL_GAP).sum::<f32>();
        let left = (WIDTH - width(&all) + POOL_GAP) / 2.0 + width(&all[..marble.index()]);
        let below = self.frame.board.corner.y + self.lattice.height;
        Point::new(left, below + POOL_HEIGHT / 2.0 + 6.0).whole()
    }

    /// The position of a marble in the pool, counted from the left.
    fn pool_place(&self, marble: Marble, number: f32) -> Point {
        self.group(marble).plus(NUMBER_WIDTH + (number + 0.5) * POOL_STEP, 0.0).whole()
    }
}
