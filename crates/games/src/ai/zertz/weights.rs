//! The evaluation weights.

use super::tuned;
use crate::rules::zertz::{Marble, Variant, Zertz};
use crate::rules::{Game, Seat};

/// Values of captured marbles, by white, grey and black; counts above every goal are never looked up.
type Captured = [[[i32; 8]; 8]; 8];

/// The values of captured marbles.
#[derive(Clone, Debug)]
pub struct Weights {
    captured: Captured,
    /// The table for the lower goals.
    in_blitz: Captured,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { captured: spread(&tuned::CAPTURED), in_blitz: spread(&tuned::CAPTURED_IN_BLITZ) }
    }
}

/// Extends a table to larger counts, which have the value of its largest entry.
fn spread<const W: usize, const G: usize, const B: usize>(tuned: &[[[i32; B]; G]; W]) -> Captured {
    let value = |w: usize, g: usize, b: usize| tuned[w.min(W - 1)][g.min(G - 1)][b.min(B - 1)];
    std::array::from_fn(|w| std::array::from_fn(|g| std::array::from_fn(|b| value(w, g, b))))
}

impl Weights {
    /// The value of captured marbles.
    fn worth(&self, position: &Zertz, captured: [u8; 3]) -> i32 {
        let table = if position.setup().variant == Variant::Blitz { &self.in_blitz } else { &self.captured };
        let [white, grey, black] = captured.map(|count| usize::from(count & 7));
        table[white][grey][black]
    }

    /// The value of a seat's captured marbles together with another one.
    pub fn with_one_more(&self, position: &Zertz, seat: Seat, marble: Marble) -> i32 {
        let mut captured = position.captured(seat);
        captured[marble.index()] += 1;
        self.worth(position, captured)
    }

    /// The value for the seat to move.
    pub fn value(&self, position: &Zertz) -> i32 {
        let worth = |seat| self.worth(position, position.captured(seat));
        worth(position.seat()) - worth(!position.seat())
    }
}
