//! The marbles that are not on the board: the pool, and what both players have captured.

use super::{Drawing, POOL_WIDTH, ball, slot};
use crate::render::frame::WIDTH;
use crate::render::marks::halo;
use crate::render::scene::{Anchor, Label, Point};
use crate::rules::zertz::{Marble, Pick};
use crate::rules::{Game, Seat};

/// The radius of a marble among the captured ones.
const CAPTURED_RADIUS: f32 = 15.0;
/// The radius of a marble in the pool.
const POOL_RADIUS: f32 = 19.0;
/// The distances of columns and of marbles in the pool.
const POOL_COLUMN: f32 = 52.0;
const POOL_STEP: f32 = 42.0;
const NUMBER_SIZE: f32 = 26.0;

impl Drawing<'_> {
    /// Both players' captures against the goals, as in “2/4”.
    pub(super) fn captures(&mut self) {
        let goals = self.position.setup().variant.goals();
        for seat in Seat::BOTH {
            let row = self.frame.score_row(seat);
            let captured = self.position.captured(seat);
            for marble in Marble::ALL {
                let (count, goal) = (captured[marble.index()], goals[marble.index()]);
                let left = row.corner.plus(20.0 + marble.index() as f32 * row.width / 3.05, row.height / 2.0 - 5.0);
                let centre = left.plus(CAPTURED_RADIUS, 0.0).whole();
                let material = ball(self.theme, marble, centre, CAPTURED_RADIUS);
                self.frame.scene.draw("captures", material);
                let colour = if count > 0 { self.theme.ink } else { self.theme.muted };
                let at = left.plus(2.0 * CAPTURED_RADIUS + 11.0, 0.0);
                let mut label = Label::new(at, format!("{count}/{goal}"), NUMBER_SIZE, colour);
                label.bold = count > 0;
                self.frame.scene.draw("captures", label.anchored(Anchor::Start));
            }
        }
    }

    /// The pool: a column of marbles for each colour, with empty places for those that were played.
    pub(super) fn pool(&mut self) {
        let (pool, all) = (self.position.pool(), self.position.setup().variant.marbles());
        let most = all.into_iter().max().unwrap_or_default();
        let height = (f32::from(most) - 1.0) * POOL_STEP + 2.0 * POOL_RADIUS;
        let board = self.frame.board;
        let bottom = board.centre().y + height / 2.0 - POOL_RADIUS + NUMBER_SIZE / 2.0;
        let middle = WIDTH - POOL_WIDTH / 2.0 - 6.0;
        for marble in Marble::ALL {
            let x = middle + (marble.index() as f32 - 1.0) * POOL_COLUMN;
            let (count, all) = (pool[marble.index()], all[marble.index()]);
            let place = |number: u8| Point::new(x, bottom - f32::from(number) * POOL_STEP).whole();
            for number in 0..all {
                let figure = if number < count {
                    ball(self.theme, marble, place(number), POOL_RADIUS)
                } else {
                    slot(place(number), POOL_RADIUS * 0.3, self.theme.line)
                };
                self.frame.scene.draw("pool", figure);
            }
            let label = Label::new(place(all), count.to_string(), NUMBER_SIZE, self.theme.ink).bold();
            self.frame.scene.draw("pool", label);
            let top = place(count.max(1) - 1);
            if self.view.choices.contains(&Pick::Marble(marble)) {
                self.frame.scene.draw_all("choices", halo(top, POOL_RADIUS + 2.0, self.theme.choice, self.theme.card));
            }
            if self.view.picked.first() == Some(&Pick::Marble(marble)) {
                self.frame.scene.draw_all("marks", halo(top, POOL_RADIUS + 2.0, self.theme.picked, self.theme.card));
            }
        }
    }
}
