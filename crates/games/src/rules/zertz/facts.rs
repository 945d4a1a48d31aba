//! Facts about a position, and the examples that explain the rules.

use super::board::{Marble, name};
use super::position::Zertz;
use crate::rules::facts::{Example, Fact};
use crate::rules::hex::Cells;
use crate::rules::{Game, Notation, Seat};

/// The names of rings, sorted by column and number.
fn names(rings: Cells) -> String {
    let mut names: Vec<_> = rings.map(name).collect();
    names.sort();
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn counts(counts: [u8; 3]) -> String {
    counts.map(|count| count.to_string()).join("/")
}

/// The diagrams of seed 003: removing (2), capturing (3), isolating (4) and the larger boards (6).
pub(super) const EXAMPLES: &[Example] = &[
    Example { about: "placing", setup: "37", moves: "Wd4,a1", spotlight: "", guides: "1:d4 2:a1" },
    Example {
        about: "removing",
        setup: "37",
        moves: "Wd4,a1 Bd6,a2 Ge3,a3 Bb3,g7",
        spotlight: "",
        guides: "!a4 !b1 !b2 !b5 !c1 !c6 !d1 !d7 !e2 !e7 !f3 !f7 !g4 !g5 !g6",
    },
    Example {
        about: "capturing",
        setup: "37",
        moves: "Ge2,g7 Bc1,f3 Wd1,b1 Wb4,b5 Wd5,g4 Wf4,f7 Bd2,a3",
        spotlight: "",
        guides: "1:c1-e3-g5 2:d1-d3 3:e2-c2",
    },
    Example {
        about: "captured",
        setup: "37",
        moves: "Ge2,g7 Bc1,f3 Wd1,b1 Wb4,b5 Wd5,g4 Wf4,f7 Bd2,a3 c1xe3xg5",
        spotlight: "",
        guides: "",
    },
    Example {
        about: "claiming",
        setup: "37",
        moves: "Ge2,g6 Wf6,a2 We4,f7 Gb2,e7 We3,e6 e3xe5xg7 Wc5,a1",
        spotlight: "",
        guides: "1:!f6 2:g7",
    },
    Example {
        about: "boards",
        setup: "48",
        moves: "",
        spotlight: "",
        guides: "1:h5 1:h6 1:h7 2:a5 2:b6 2:c7 3:e8 3:f8 3:g8 3:h8",
    },
];

pub(super) const CELL_FACTS: &[&str] = &["white", "grey", "black", "vacant", "other"];
pub(super) const ENDINGS: &[&str] = &["win-goal", "win-filled"];
pub(super) const TURN_FACTS: &[&str] = &["must-capture"];

pub(super) fn facts(position: &Zertz) -> Vec<Fact> {
    vec![
        Fact::new("white", names(position.marbles(Marble::White))),
        Fact::new("grey", names(position.marbles(Marble::Grey))),
        Fact::new("black", names(position.marbles(Marble::Black))),
        Fact::new("vacant", names(position.vacant())),
        Fact::new("pool", counts(position.pool())),
        Fact::new("first", counts(position.captured(Seat::One))),
        Fact::new("second", counts(position.captured(Seat::Two))),
    ]
}

/// That a capture is compulsory (seed 003, "Capturing is compulsory"), with the number of captures.
pub(super) fn turn_facts(position: &Zertz) -> Vec<Fact> {
    let captures = if position.ending().is_none() { position.count_captures() } else { 0 };
    (captures > 0).then(|| Fact::new("must-capture", captures.to_string())).into_iter().collect()
}

/// The goal that is reached, `white`, `grey`, `black` or `each`, and the number of marbles of that colour, or of
/// each (seed 003, "Goal").
pub(super) fn result_facts(position: &Zertz) -> Vec<Fact> {
    let variant = position.setup().variant;
    let reached = Seat::BOTH.into_iter().find_map(|seat| {
        let captured = position.captured(seat);
        let of_one = Marble::ALL.into_iter().find(|marble| {
            let at = marble.index();
            captured[at] >= variant.goals()[at]
        });
        match of_one {
            Some(marble) => Some((Zertz::PIECE_KINDS[marble.index()], captured[marble.index()])),
            None => position.reaches_goal(captured).then_some(("each", variant.goal_of_each())),
        }
    });
    let (goal, count) = reached.unwrap_or_default();
    vec![Fact::new("goal", goal), Fact::new("count", count.to_string())]
}
