//! Material worth, as used by the simple players.

use crate::ai::baselines::Worth;
use crate::rules::zertz::Zertz;
use crate::rules::{Game, Seat};

impl Worth for Zertz {
    /// The captured marbles, each weighted by its share of the goal of its colour, in sixtieths: with 37 rings a white
    /// one is worth 15, a grey one 12 and a black one 10.
    fn worth(&self, seat: Seat) -> i32 {
        let goals = self.setup().variant.goals();
        let held = |seat| -> i32 {
            let captured = self.captured(seat).into_iter().zip(goals);
            captured.map(|(count, goal)| i32::from(count) * 60 / i32::from(goal)).sum()
        };
        held(seat) - held(!seat)
    }
}
