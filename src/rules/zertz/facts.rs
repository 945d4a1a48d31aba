//! What is to be seen in a position.

use super::board::{Marble, name};
use super::position::Zertz;
use crate::rules::Seat;
use crate::rules::facts::{Fact, Facts};
use crate::rules::hex::Cells;

/// The names of rings, by column and number.
fn names(rings: Cells) -> String {
    let mut names: Vec<_> = rings.map(name).collect();
    names.sort();
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn counts(counts: [u8; 3]) -> String {
    counts.map(|count| count.to_string()).join("/")
}

impl Facts for Zertz {
    /// The sample opening of seed 004: placing and removing, and the capture that must follow.
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("37", "Wd4,a1 Bd6,a2 Bd2,a3 Bf4,a4 Wg5,c1"), ("37", "Wd4,a1 Bd6,a2 Bd2,a3 Bf4,a4 Wg5,c1 g5xe3")];

    fn facts(&self) -> Vec<Fact> {
        vec![
            Fact::new("white", names(self.marbles(Marble::White))),
            Fact::new("grey", names(self.marbles(Marble::Grey))),
            Fact::new("black", names(self.marbles(Marble::Black))),
            Fact::new("vacant", names(self.vacant())),
            Fact::new("pool", counts(self.pool())),
            Fact::new("first", counts(self.captured(Seat::One))),
            Fact::new("second", counts(self.captured(Seat::Two))),
        ]
    }
}
