//! The marbles that are not on the board: the pool, and what both players have captured.

use super::shown::About;
use super::{Drawing, POOL_WIDTH, ball, part, slot};
use crate::render::frame::WIDTH;
use crate::render::marks::{arrow, halo};
use crate::render::scene::{Anchor, Label, Point};
use crate::rules::zertz::{Marble, Pick};
use crate::rules::{Game, Seat};

/// The radius of a marble among the captured ones.
const CAPTURED_RADIUS: f32 = 14.0;
/// The distance of the colours there, and the size of the numbers.
const CAPTURED_COLUMN: f32 = 97.0;
const CAPTURED_SIZE: f32 = 25.0;
/// The radius and the distance of the three small marbles that stand for some of each colour.
const EACH_RADIUS: f32 = 10.0;
const EACH_STEP: f32 = 13.0;
/// The radius of a marble in the pool.
const POOL_RADIUS: f32 = 17.0;
/// The distances of columns and of marbles in the pool.
const POOL_COLUMN: f32 = 52.0;
const POOL_STEP: f32 = 36.0;
const NUMBER_SIZE: f32 = 26.0;

impl Drawing<'_> {
    /// Both players' captures against the four goals, as in “2/4”: so many of one colour, or some of each.
    pub(super) fn captures(&mut self) {
        let variant = self.position.setup().variant;
        let (goals, each) = (variant.goals(), variant.goal_of_each());
        for seat in Seat::BOTH {
            let row = self.frame.score_row(seat);
            let captured = self.position.captured(seat);
            let place = |column: f32| row.corner.plus(18.0 + column * CAPTURED_COLUMN, row.height / 2.0 - 6.0);
            for marble in Marble::ALL {
                let left = place(marble.index() as f32);
                let centre = left.plus(CAPTURED_RADIUS, 0.0).whole();
                self.frame.scene.draw_all("captures", ball(self.theme, marble, centre, CAPTURED_RADIUS));
                let (count, goal) = (captured[marble.index()], goals[marble.index()]);
                self.count(left.plus(2.0 * CAPTURED_RADIUS + 7.0, 0.0), count, goal);
            }
            let left = place(3.0);
            for marble in Marble::ALL {
                let x = EACH_RADIUS + marble.index() as f32 * EACH_STEP;
                self.frame.scene.draw_all("captures", ball(self.theme, marble, left.plus(x, 0.0).whole(), EACH_RADIUS));
            }
            let complete = captured.into_iter().min().unwrap_or_default();
            self.count(left.plus(2.0 * (EACH_RADIUS + EACH_STEP) + 6.0, 0.0), complete, each);
        }
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

    /// The pool: a column of marbles for each colour on their number, with empty places for those that were played.
    pub(super) fn pool(&mut self) {
        let (pool, all) = (self.position.pool(), self.position.setup().variant.marbles());
        let most = all.into_iter().max().unwrap_or_default();
        let height = f32::from(most) * POOL_STEP + POOL_RADIUS + NUMBER_SIZE / 2.0;
        // The centres of the lowest marbles.
        let bottom = self.frame.board.centre().y + height / 2.0 - POOL_STEP - NUMBER_SIZE / 2.0;
        let middle = WIDTH - POOL_WIDTH / 2.0 - 6.0;
        for marble in Marble::ALL {
            let x = middle + (marble.index() as f32 - 1.0) * POOL_COLUMN;
            let (count, all) = (pool[marble.index()], all[marble.index()]);
            let place = |number: u8| Point::new(x, bottom - f32::from(number) * POOL_STEP).whole();
            for number in 0..all {
                if number < count {
                    self.frame.scene.draw_all("pool", ball(self.theme, marble, place(number), POOL_RADIUS));
                } else {
                    self.frame.scene.draw("pool", slot(place(number), POOL_RADIUS * 0.3, self.theme.line));
                }
            }
            let below = Point::new(x, bottom + POOL_STEP).whole();
            let label = Label::new(below, count.to_string(), NUMBER_SIZE, self.theme.ink).bold();
            self.frame.scene.draw("pool", label);
            let top = place(count.max(1) - 1);
            if self.view.choices.contains(&Pick::Marble(marble)) {
                self.frame.scene.draw_all("choices", halo(top, POOL_RADIUS + 2.0, self.theme.choice, self.theme.card));
            }
            if self.shown.taken == Some(marble) {
                let colour = self.shown.colour(self.theme);
                self.frame.scene.draw_all("marks", halo(top, POOL_RADIUS + 2.0, colour, self.theme.card));
                if let (Some(ring), About::Suggested) = (self.shown.touched, self.shown.about) {
                    let end = self.at(ring);
                    let points = [top.toward(end, POOL_RADIUS + 2.0), end.toward(top, self.length(part::HALO))];
                    self.frame.scene.draw_all("marks", arrow(&points, self.length(0.08), colour, self.theme.card));
                }
            }
        }
    }
}
