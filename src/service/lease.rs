//! The right to work on a stored item for a while.

use super::ids::{Millis, WorkerId};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// How long a lease lasts, in milliseconds. Work that takes longer renews it. What a killed process has leased waits for
/// the end of its leases, so they are short.
pub const LEASE_MS: i64 = 10 * 1000;

/// How often a lease is renewed, in milliseconds.
pub const RENEW_MS: i64 = LEASE_MS / 3;

/// Who holds a lease: a worker by one of its claims. A later claim of the same worker is another holder, so that a task
/// that has lost its lease cannot finish what its own worker has claimed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeaseHolder {
    /// The worker.
    pub worker: WorkerId,
    /// The number of the claim among those of the worker.
    pub claim: u64,
}

/// The form in which it is stored. It begins with the worker, in sixteen digits.
impl fmt::Display for LeaseHolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.worker, self.claim)
    }
}

/// When a lease ends that its holder renews while it works. Clones share it.
#[derive(Clone, Debug)]
pub struct LeaseEnd(Arc<AtomicI64>);

impl LeaseEnd {
    /// The end of a lease as of its claim.
    pub fn of(lease: Lease) -> LeaseEnd {
        LeaseEnd(Arc::new(AtomicI64::new(lease.until.0)))
    }

    /// The end as of the last renewal.
    pub fn get(&self) -> Millis {
        Millis(self.0.load(Ordering::Acquire))
    }

    /// Records a renewal, after it was stored.
    pub fn renew(&self, until: Millis) {
        self.0.store(until.0, Ordering::Release);
    }
}

impl PartialEq for LeaseEnd {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for LeaseEnd {}

/// The right to work on a post, a job or a scheduled check. Until it ends, no other worker can claim the item. After
/// that it remains valid until one does: only its holder may finish, postpone, renew or release the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    /// The holder.
    pub holder: LeaseHolder,
    /// When it ends, as of the claim.
    pub until: Millis,
}

impl Lease {
    /// Whether another worker may have claimed the item by now.
    pub fn has_ended(&self, now: Millis) -> bool {
        self.until <= now
    }
}
