//! What is to be seen in a position.

use super::board::{GRID, name};
use super::position::{Dvonn, Stack};
use crate::rules::Seat;
use crate::rules::facts::{Fact, Facts};
use crate::rules::hex::Cells;

impl Dvonn {
    /// The stacks on these spaces by column and number, higher ones with their height, a star for each DVONN piece.
    fn told(&self, spaces: Cells) -> String {
        let mut stacks: Vec<_> = spaces.filter_map(|space| Some((name(space), self.stack(space)?))).collect();
        stacks.sort_by_key(|(name, _)| *name);
        let told = stacks.into_iter().map(|(name, Stack { owner, height, reds })| {
            let height = if height > 1 { format!("={height}") } else { String::new() };
            let stars = if owner.is_some() { "*".repeat(reds as usize) } else { String::new() };
            format!("{name}{height}{stars}")
        });
        told.collect::<Vec<_>>().join(" ")
    }
}

impl Facts for Dvonn {
    /// A few placements, and a stack that moves as far as it is high.
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("", "f3 c2 i4 d4 g2 h3 e2"), ("start=random deal=7", "e1e2 d5c4 e2e4")];

    fn facts(&self) -> Vec<Fact> {
        let lone = self.with_red();
        let owned = self.owned(Seat::One) | self.owned(Seat::Two);
        vec![
            Fact::new("white", self.told(self.owned(Seat::One))),
            Fact::new("black", self.told(self.owned(Seat::Two))),
            Fact::new("red", self.told(lone & !owned)),
            Fact::new("empty", (GRID.all() & !self.occupied()).len().to_string()),
            Fact::new("score", format!("{}/{}", self.score(Seat::One), self.score(Seat::Two))),
        ]
    }
}
