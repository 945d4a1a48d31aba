//! What a player of a low level overlooks.

use super::think::Think;
use crate::rules::SeededRng;

/// What a player does not see: a part of all ideas, the same ones whenever a position is looked at again. Overlooking an
/// answer of the opponent is a blunder: a capture, a sacrifice or a cut that comes as a surprise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    seed: u64,
    /// An idea is overlooked if its number is below this.
    overlooked: u64,
}

impl Sight {
    /// The sight of a player who overlooks this many turns in a hundred; `None` for one who sees everything.
    pub fn new(seed: u64, overlooks: u8) -> Option<Sight> {
        let overlooked = u64::MAX / 100 * u64::from(overlooks.min(99));
        (overlooked > 0).then_some(Sight { seed: SeededRng::new(seed).draw(), overlooked })
    }

    /// Whether the player sees a move in the position with this key.
    pub fn sees<G: Think>(&self, key: u64, m: G::Move) -> bool {
        SeededRng::new(key ^ self.seed ^ u64::from(G::idea(m)) << 20).draw() >= self.overlooked
    }

    /// Distinguishes what players with different sights find in one table.
    pub fn salt(&self) -> u64 {
        self.seed ^ self.overlooked
    }
}
