//! Facts about a position, and the examples that explain the rules.

use super::position::Barrier;
use crate::rules::facts::{Example, Fact};
use crate::rules::{Game, Seat};

/// Both walks to one square, what a walk blocks, and an ending.
pub(super) const EXAMPLES: &[Example] = &[
    Example { about: "walking", setup: "8", moves: "b2 f6", spotlight: "c4", guides: "1:b2-b4-c4 2:b2-c2-c4" },
    Example { about: "blocking", setup: "8", moves: "b2 f6 b2b4c4", spotlight: "b2 b3 b4", guides: "" },
    Example {
        about: "ending",
        setup: "6",
        moves: "e4 e5 e4e2f2 e5c5c4 f2f1d1 c4d4d2 d1b1b2",
        spotlight: "d2",
        guides: "",
    },
];

pub(super) const CELL_FACTS: &[&str] = &["white", "black", "blocked", "other"];
pub(super) const ENDINGS: &[&str] = &["win-blocked"];

pub(super) fn facts(position: &Barrier) -> Vec<Fact> {
    let knight = |seat| position.knight(seat).map_or(String::new(), |square| square.to_string());
    let blocked: Vec<String> = position.blocked().map(|square| square.to_string()).collect();
    let walks: Vec<String> = position.walk_targets().map(|square| square.to_string()).collect();
    vec![
        Fact::new("size", position.setup().size().to_string()),
        Fact::new("white", knight(Seat::One)),
        Fact::new("black", knight(Seat::Two)),
        Fact::new("blocked", blocked.join(" ")),
        Fact::new("walks", walks.join(" ")),
    ]
}
