//! The numbers of the evaluation.

use super::tuned;
use crate::rules::Game;
use crate::rules::zertz::{Variant, Zertz};

/// What captured marbles are worth, by white, grey and black; more of a colour than any goal are never looked up.
type Captured = [[[i32; 8]; 8]; 8];

/// What captured marbles are worth.
#[derive(Clone, Debug)]
pub struct Weights {
    captured: Captured,
    /// With the lower goals.
    in_blitz: Captured,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { captured: spread(&tuned::CAPTURED), in_blitz: spread(&tuned::CAPTURED_IN_BLITZ) }
    }
}

/// The same table with room for more marbles, which are worth as much as the most in it.
fn spread<const W: usize, const G: usize, const B: usize>(tuned: &[[[i32; B]; G]; W]) -> Captured {
    let value = |w: usize, g: usize, b: usize| tuned[w.min(W - 1)][g.min(G - 1)][b.min(B - 1)];
    std::array::from_fn(|w| std::array::from_fn(|g| std::array::from_fn(|b| value(w, g, b))))
}

impl Weights {
    /// The value for the seat to move.
    pub fn value(&self, position: &Zertz) -> i32 {
        let table = if position.setup().variant == Variant::Blitz { &self.in_blitz } else { &self.captured };
        let worth = |captured: [u8; 3]| {
            let [white, grey, black] = captured.map(|count| usize::from(count & 7));
            table[white][grey][black]
        };
        let seat = position.seat();
        worth(position.captured(seat)) - worth(position.captured(!seat))
    }
}
