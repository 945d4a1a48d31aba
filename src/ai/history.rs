//! Which moves were good elsewhere in a search.

use super::think::Think;

/// Values stay within ± this.
const MOST: i32 = 1 << 14;

/// How often moves that share an aspect cut a search short.
#[derive(Clone, Debug)]
pub(super) struct History {
    values: Vec<i32>,
}

impl History {
    pub fn new<G: Think>() -> History {
        History { values: vec![0; G::SLOTS] }
    }

    /// How good the move has been: within ± 2¹⁵.
    #[inline]
    pub fn value<G: Think>(&self, position: &G, m: G::Move) -> i32 {
        position.slots(m).into_iter().map(|slot| self.values[slot]).sum()
    }

    /// The move was good (`by` positive) or bad. A value moves the less the nearer it is to its bounds, so that what
    /// was good long ago is forgotten.
    pub fn add<G: Think>(&mut self, position: &G, m: G::Move, by: i32) {
        let by = by.clamp(-MOST / 4, MOST / 4);
        for slot in position.slots(m) {
            let value = &mut self.values[slot];
            *value += by - *value * by.abs() / MOST;
        }
    }

    /// Halves everything, for another search.
    pub fn fade(&mut self) {
        self.values.iter_mut().for_each(|value| *value /= 2);
    }
}
