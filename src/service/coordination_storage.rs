//! The storage trait for what several processes over one storage agree on.

use super::ids::{Millis, WorkerId};
use super::storage_error::StorageError;
use async_trait::async_trait;

/// Who leads a task, of which only one worker at a time may do anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leadership {
    /// Whether it is the worker that asked.
    pub is_own: bool,
    /// Until when no other worker can become the leader.
    pub until: Millis,
}

/// What several processes agree on. Every operation is one transaction.
#[async_trait]
pub trait CoordinationStorage: Send + Sync {
    /// Makes a worker the leader of a task for the duration of a lease, unless another worker leads it. A leader that
    /// asks again keeps the task.
    async fn lead(&self, task: &str, worker: WorkerId, now: Millis) -> Result<Leadership, StorageError>;

    /// Ends the leadership of a worker, so that another one need not wait for its end. Does nothing if it does not lead
    /// the task.
    async fn resign(&self, task: &str, worker: WorkerId) -> Result<(), StorageError>;

    /// Reserves the next free time in a queue whose members must keep an interval, and returns it: now, or the interval
    /// after the time that was reserved last, but at most `longest` from now. Both are in milliseconds.
    async fn reserve_slot(
        &self,
        queue: &str,
        now: Millis,
        (interval, longest): (i64, i64),
    ) -> Result<Millis, StorageError>;
}
