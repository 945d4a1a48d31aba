//! Marbles off the board: the pool, and both players' captures.

use super::board_model::ShownMove;
use super::{Drawing, POOL_WIDTH, ball, part, slot};
use crate::render::frame::WIDTH;
use crate::render::marks::{arrow, halo};
use crate::render::scene::{Anchor, Label, Point};
use crate::rules::zertz::{Marble, Pick};
use crate::rules::{Game, Seat};

/// The radius of a captured marble.
const CAPTURED_RADIUS: f32 = 14.0;
/// The distance between the columns of captures, and the size of the numbers.
const CAPTURED_COLUMN: f32 = 97.0;
const CAPTURED_SIZE: f32 = 25.0;
/// The column for one of each colour, after those of the colours.
const EACH: usize = 3;
/// The radius and the spacing of the three small marbles that represent the goal of some of each colour.
const EACH_RADIUS: f32 = 10.0;
const EACH_STEP: f32 = 13.0;
/// The radius of a marble in the pool.
const POOL_RADIUS: f32 = 17.0;
/// The spacing of columns and of marbles in the pool.
const POOL_COLUMN: f32 = 52.0;
const POOL_STEP: f32 = 36.0;
const NUMBER_SIZE: f32 = 26.0;

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

    /// Draws the pool: a column of marbles for each colour, with empty slots for those that were played.
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

    /// Draws the number under each column of the pool, and marks the marble to be taken from it.
    pub(super) fn pool_counts(&mut self) {
        for marble in Marble::ALL {
            let count = self.in_pool(marble);
            let label =
                Label::new(self.pool_place(marble, -1.0), count.to_string(), NUMBER_SIZE, self.theme.ink).bold();
            self.frame.scene.draw("pool", label);
            let top = self.pool_place(marble, f32::from(count.max(1) - 1));
            if self.view.choices.contains(&Pick::Marble(marble)) {
                self.frame.scene.draw_all("choices", halo(top, POOL_RADIUS + 2.0, self.theme.choice, self.theme.card));
            }
            if self.model.taken == Some(marble) {
                let colour = self.model.colour(self.theme);
                self.frame.scene.draw_all("marks", halo(top, POOL_RADIUS + 2.0, colour, self.theme.card));
                if let (Some(ring), ShownMove::Suggested) = (self.model.active_ring, self.model.shown_move) {
                    let end = self.at(ring);
                    let points = [top.toward(end, POOL_RADIUS + 2.0), end.toward(top, self.length(part::HALO))];
                    self.frame.scene.draw_all("marks", arrow(&points, self.length(0.08), colour, self.theme.card));
                }
            }
        }
    }

    /// The number of marbles of this colour in the pool.
    fn in_pool(&self, marble: Marble) -> u8 {
        self.position.pool()[marble.index()]
    }

    /// The position of a marble in the pool, counted from the lowest of its colour.
    fn pool_place(&self, marble: Marble, number: f32) -> Point {
        let most = self.position.setup().variant.marbles().into_iter().max().unwrap_or_default();
        let height = f32::from(most) * POOL_STEP + POOL_RADIUS + NUMBER_SIZE / 2.0;
        let bottom = self.frame.board.centre().y + height / 2.0 - POOL_STEP - NUMBER_SIZE / 2.0;
        let x = WIDTH - POOL_WIDTH / 2.0 - 6.0 + (marble.index() as f32 - 1.0) * POOL_COLUMN;
        Point::new(x, bottom - number * POOL_STEP).whole()
    }
}
