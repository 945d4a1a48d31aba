//! What a player of a low level overlooks.

use super::think::Think;
use crate::rules::SeededRng;

/// Decides which ideas a player overlooks. For one seed and position, these are always the same. A player who overlooks an
/// answer of the opponent blunders: a capture, a sacrifice or a cut comes as a surprise.
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

    /// Keeps the table entries of players with different sights apart.
    pub fn salt(&self) -> u64 {
        self.seed ^ self.overlooked
    }
}
