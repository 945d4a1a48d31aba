//! The storage trait of health checks.

use super::ids::Millis;
use super::people::accounts::PlatformId;
use super::storage_error::StorageError;
use async_trait::async_trait;

/// Work that workers claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkQueue {
    /// The boards and other urgent posts of a platform.
    Posts(PlatformId),
    /// The turns of the engine, without analyses, which may wait.
    EngineTurns,
    /// Scheduled checks, such as the end of a clock.
    Checks,
}

/// What shows whether the bot can store changes and keeps up with its work.
#[async_trait]
pub trait HealthStorage: Send + Sync {
    /// Writes something that changes nothing. It fails if nothing can be stored, for example because the disk is full.
    async fn check_writable(&self) -> Result<(), StorageError>;

    /// Since when the oldest item of a queue has been waiting at `now`; `None` if there is none. Posts and checks wait
    /// until a worker claims them, and a post waits again, since it was first due, after an attempt has failed for now. A
    /// turn of the engine waits until it is played: a worker claims more turns than it can search at once.
    async fn oldest_due(&self, queue: WorkQueue, now: Millis) -> Result<Option<Millis>, StorageError>;

    /// The number of items of a queue that are due at `now` and that no worker has claimed, including posts that wait for
    /// earlier ones of their match.
    async fn count_due(&self, queue: WorkQueue, now: Millis) -> Result<u64, StorageError>;
}
