//! Turns entered in steps: marble, ring, ring to remove and, where it matters, claim or decline; or the jumping marble
//! and each landing ring.

use super::board::{Marble, name};
use super::moves::Move;
use super::position::Zertz;
use crate::rules::game::Game;
use crate::rules::guide::Guide;
use crate::rules::hex::Cell;
use crate::rules::steps::Steps;
use std::fmt;

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The colour to place.
    Marble(Marble),
    /// The ring to place on.
    Ring(Cell),
    /// The ring to remove.
    Removed(Cell),
    /// Claim the groups that the turn isolates or fills (`true`), or leave them.
    Claim(bool),
    /// The marble to jump with.
    Jumper(Cell),
    /// The next landing ring.
    Landing(Cell),
    /// Pass, as there is nothing to play.
    Pass,
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::Marble(marble) => write!(f, "{}", marble.letter()),
            Pick::Ring(ring) | Pick::Removed(ring) | Pick::Jumper(ring) | Pick::Landing(ring) => {
                write!(f, "{}", name(*ring))
            }
            Pick::Claim(true) => f.write_str("claim"),
            Pick::Claim(false) => f.write_str("decline"),
            Pick::Pass => f.write_str("pass"),
        }
    }
}

impl Steps for Zertz {
    type Pick = Pick;
    const PICK_LABELS: &'static [(&'static str, &'static str)] =
        &[("W", "white"), ("G", "grey"), ("B", "black"), ("claim", "claim"), ("decline", "decline"), ("pass", "pass")];

    const QUESTION_KEYS: &'static [&'static str] =
        &["marble", "ring-white", "ring-grey", "ring-black", "removed", "claim", "jumper", "landing"];

    fn question(&self, picked: &[Pick], next: Pick) -> Option<&'static str> {
        Some(match (next, picked.first()) {
            (Pick::Marble(_), _) => "marble",
            (Pick::Ring(_), Some(Pick::Marble(Marble::White))) => "ring-white",
            (Pick::Ring(_), Some(Pick::Marble(Marble::Grey))) => "ring-grey",
            (Pick::Ring(_), _) => "ring-black",
            (Pick::Removed(_), _) => "removed",
            (Pick::Claim(_), _) => "claim",
            (Pick::Jumper(_), _) => "jumper",
            (Pick::Landing(_), _) => "landing",
            // A pass is always the only move.
            (Pick::Pass, _) => return None,
        })
    }

    /// Marbles come from the pool or, once it is empty, from those that the player has captured (seed 001, C).
    fn left(&self, pick: Pick) -> Option<u32> {
        let Pick::Marble(marble) = pick else { return None };
        let supply = if self.pool() == [0; 3] { self.captured(self.seat()) } else { self.pool() };
        Some(supply[marble as usize].into())
    }

    fn pick(&self, m: Move, number: usize) -> Option<Pick> {
        match (m, number) {
            (Move::Place { marble, .. }, 0) => Some(Pick::Marble(marble)),
            (Move::Place { ring, .. }, 1) => Some(Pick::Ring(ring)),
            (Move::Place { removed: Some(removed), .. }, 2) => Some(Pick::Removed(removed)),
            (Move::Place { ring, removed, decline, .. }, last) => {
                let is_claim = last == 2 + usize::from(removed.is_some()) && self.may_decline(ring, removed);
                is_claim.then_some(Pick::Claim(!decline))
            }
            (Move::Capture(chain), 0) => Some(Pick::Jumper(chain.start())),
            (Move::Capture(chain), _) => chain.jumps().nth(number - 1).map(|(_, landing)| Pick::Landing(landing)),
            (Move::Pass, _) => (number == 0).then_some(Pick::Pass),
        }
    }

    fn path(&self, m: Move) -> Vec<Guide> {
        match m {
            Move::Place { ring, removed, .. } => {
                let removed = removed.map(|removed| Guide::lost(name(removed)));
                std::iter::once(Guide::mark(name(ring))).chain(removed).collect()
            }
            Move::Capture(chain) => {
                let landings = chain.jumps().map(|(_, landing)| landing);
                vec![Guide::arrow(std::iter::once(chain.start()).chain(landings).map(name))]
            }
            Move::Pass => Vec::new(),
        }
    }
}
