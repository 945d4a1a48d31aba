//! Facts about a position, and the examples that explain the rules.

use super::board::{GRID, REDS, name};
use super::position::{Dvonn, Phase, Stack};
use crate::rules::facts::{Example, Fact};
use crate::rules::hex::Cells;
use crate::rules::{Game, Seat};

const DEAL: &str = "start=random deal=12";
const MIDDLE: &str = "a3b3 d1e2 e5f5 h1i1 h2i2 g1f1 k3j2 c1c2 b1c2 i3j3";

impl Dvonn {
    /// Lists the stacks on these spaces by column and number; taller ones with their height, and a star for each DVONN
    /// piece.
    fn stack_list(&self, spaces: Cells) -> String {
        let mut stacks: Vec<_> = spaces.filter_map(|space| Some((name(space), self.stack(space)?))).collect();
        stacks.sort_by_key(|(name, _)| *name);
        let entries = stacks.into_iter().map(|(name, Stack { owner, height, reds })| {
            let height = if height > 1 { format!("={height}") } else { String::new() };
            let stars = if owner.is_some() { "*".repeat(reds as usize) } else { String::new() };
            format!("{name}{height}{stars}")
        });
        entries.collect::<Vec<_>>().join(" ")
    }
}

/// The diagrams of seed 001: placing (D), how far a stack moves (E.4), which stacks cannot move (E.6), and what is
/// lost (F).
pub(super) const EXAMPLES: &[Example] = &[
    Example {
        about: "placing",
        setup: "",
        moves: "f3 c2 i4 d4 g2 h3 e2",
        spotlight: "",
        guides: "1:f3 2:c2 3:i4 4:d4 5:g2",
    },
    Example { about: "moving", setup: DEAL, moves: MIDDLE, spotlight: "", guides: "1:d2-e3 2:i2-i4 3:c2-c5" },
    Example { about: "blocked", setup: DEAL, moves: MIDDLE, spotlight: "c4 e3 g3", guides: "" },
    Example {
        about: "losing",
        setup: "start=random deal=25",
        moves: "d1e2 f5f4 g5g4 e4f4 d3d2 h5i5 d2f4",
        spotlight: "",
        guides: "",
    },
];

pub(super) const CELL_FACTS: &[&str] = &["white", "black", "red", "other"];
pub(super) const ENDINGS: &[&str] = &["win-count", "draw-count"];
pub(super) const TURN_FACTS: &[&str] = &["place-red", "place-own"];

pub(super) fn facts(position: &Dvonn) -> Vec<Fact> {
    let lone = position.with_red();
    let owned = position.owned(Seat::One) | position.owned(Seat::Two);
    vec![
        Fact::new("white", position.stack_list(position.owned(Seat::One))),
        Fact::new("black", position.stack_list(position.owned(Seat::Two))),
        Fact::new("red", position.stack_list(lone & !owned)),
        Fact::new("empty", (GRID.all() & !position.occupied()).len().to_string()),
        Fact::new("score", format!("{}/{}", position.score(Seat::One), position.score(Seat::Two))),
    ]
}

/// What is placed (seed 001, D), and how many of these are left for the player, this one included.
pub(super) fn turn_facts(position: &Dvonn) -> Vec<Fact> {
    let fact = match position.phase() {
        Phase::Placing(placed) if placed < REDS => Fact::new("place-red", (REDS - placed).to_string()),
        Phase::Placing(_) => {
            let each = (GRID.all().len() - u32::from(REDS)) / 2;
            Fact::new("place-own", (each - position.owned(position.seat()).len()).to_string())
        }
        _ => return Vec::new(),
    };
    vec![fact]
}

pub(super) fn placements_left(position: &Dvonn) -> usize {
    match position.phase() {
        Phase::Placing(placed) => GRID.all().len() as usize - usize::from(placed),
        _ => 0,
    }
}

/// The pieces that the players control, the larger number first.
pub(super) fn result_facts(position: &Dvonn) -> Vec<Fact> {
    let [one, two] = Seat::BOTH.map(|seat| position.score(seat));
    vec![Fact::new("more", one.max(two).to_string()), Fact::new("fewer", one.min(two).to_string())]
}
