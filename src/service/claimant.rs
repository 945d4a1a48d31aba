//! Workers as the holders of leases.

use super::ids::{Millis, WorkerId};
use super::lease::{LEASE_MS, Lease, LeaseHolder};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A worker that claims items. Cheap to clone; the clones are one worker.
#[derive(Clone, Debug)]
pub struct Claimant {
    id: WorkerId,
    claims: Arc<AtomicU64>,
}

impl Claimant {
    /// A worker with a random id.
    pub fn new() -> Self {
        // The standard library seeds each of its hashers at random, which is enough to tell workers apart.
        Claimant { id: WorkerId(RandomState::new().hash_one(0)), claims: Arc::default() }
    }

    /// Its id.
    pub fn id(&self) -> WorkerId {
        self.id
    }

    /// A lease for the items of a new claim, from now on.
    pub fn lease(&self, now: Millis) -> Lease {
        let claim = self.claims.fetch_add(1, Ordering::Relaxed);
        Lease { holder: LeaseHolder { worker: self.id, claim }, until: now.plus(LEASE_MS) }
    }
}

impl Default for Claimant {
    fn default() -> Self {
        Claimant::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_claims_have_the_same_holder() {
        let (one, other) = (Claimant::new(), Claimant::new());
        let copy = one.clone();
        let holders = [&one, &copy, &other, &one].map(|claimant| claimant.lease(Millis(0)).holder);
        let stored: std::collections::HashSet<String> = holders.iter().map(ToString::to_string).collect();
        assert_eq!(stored.len(), holders.len(), "{holders:?}");
        assert!(stored.iter().all(|holder| holder.as_bytes()[16] == b'-'), "{stored:?}");
    }

    #[test]
    fn a_lease_has_ended_at_its_end() {
        let lease = Claimant::new().lease(Millis(5));
        assert!(!lease.has_ended(Millis(5)) && !lease.has_ended(Millis(4 + LEASE_MS)));
        assert!(lease.has_ended(Millis(5 + LEASE_MS)));
    }
}
