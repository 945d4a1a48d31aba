//! What is to be seen in a position.

use super::position::Barrier;
use crate::rules::facts::{Fact, Facts};
use crate::rules::{Game, Seat};

impl Facts for Barrier {
    /// Both walks to one square, one after the other.
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("8", "b2 f6 b2b4c4"), ("8", "b2 f6 b2b4c4 f6f8e8 c4d4d6")];

    fn facts(&self) -> Vec<Fact> {
        let knight = |seat| self.knight(seat).map_or(String::new(), |square| square.to_string());
        let blocked: Vec<String> = self.blocked().map(|square| square.to_string()).collect();
        vec![
            Fact::new("size", self.setup().size().to_string()),
            Fact::new("white", knight(Seat::One)),
            Fact::new("black", knight(Seat::Two)),
            Fact::new("blocked", blocked.join(" ")),
        ]
    }
}
