//! The history heuristic: which moves were good elsewhere in a search.

use super::think::Think;

/// Bound on the absolute value of an entry.
const MOST: i32 = 1 << 14;

/// How often moves that share an aspect caused a cutoff.
#[derive(Clone, Debug)]
pub(super) struct History {
    values: Vec<i32>,
}

impl History {
    pub fn new<G: Think>() -> History {
        History { values: vec![0; G::SLOTS] }
    }

    /// The move's history value: within ± 2¹⁵.
    #[inline]
    pub fn value<G: Think>(&self, position: &G, m: G::Move) -> i32 {
        position.slots(m).into_iter().map(|slot| self.values[slot]).sum()
    }

    /// Records that the move was good (`by` positive) or bad. A value changes less the nearer it is to its bounds, so
    /// that old results fade.
    pub fn add<G: Think>(&mut self, position: &G, m: G::Move, by: i32) {
        let by = by.clamp(-MOST / 4, MOST / 4);
        for slot in position.slots(m) {
            let value = &mut self.values[slot];
            *value += by - *value * by.abs() / MOST;
        }
    }

    /// Halves all values, in preparation for another search.
    pub fn decay(&mut self) {
        self.values.iter_mut().for_each(|value| *value /= 2);
    }
}
