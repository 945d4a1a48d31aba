//! What keeps a bot running: its heartbeat, its health and the size of its storage.

use crate::service::ids::Millis;
use crate::service::people::accounts::PlatformId;
use crate::service::storage_error::StorageError;
use crate::service::time::control::Span;
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

/// Reports that the clock was set back and that stored times were corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockCorrection {
    /// How far the last heartbeat lay ahead of the clock, in milliseconds.
    pub ahead_ms: i64,
    /// Whether the clock had jumped ahead before, which shows which stored times are wrong. If not, it was wrong from
    /// the start or is wrong now.
    pub had_leaped: bool,
}

/// Stores the heartbeat and outages, reports the backlog of work, and deletes obsolete data. Every operation is one
/// transaction.
#[async_trait]
pub trait UpkeepStorage: Send + Sync {
    /// The time of the last recorded heartbeat.
    async fn last_heartbeat(&self) -> Result<Option<Millis>, StorageError>;

    /// Records a heartbeat. If the clock was set back by
    /// [`OUTAGE_MS`](crate::service::game_service::heartbeat::OUTAGE_MS) or more, corrects the times stored in the
    /// meantime, and posts a correction in matches where a false outage was announced. Makes the checks of matches due
    /// if an outage becomes shorter.
    async fn record_heartbeat(&self, now: Millis) -> Result<Option<ClockCorrection>, StorageError>;

    /// Stores an outage, announces it in every running match with clocks, makes their checks due, and records its end
    /// as the heartbeat. [`StorageError::Conflict`] if the last heartbeat is no longer the start of the outage, because
    /// another request has recorded the outage first.
    async fn add_outage(&self, outage: Span) -> Result<(), StorageError>;

    /// Writes something that changes nothing. It fails if nothing can be stored, for example because the disk is full.
    async fn check_writable(&self) -> Result<(), StorageError>;

    /// When the oldest item that is waiting in a queue at `now` began to wait; `None` if nothing waits. Posts and
    /// checks wait until a worker claims them. A post to be retried after a failed attempt waits again, counted from
    /// when it was first due. A turn of the engine waits until it is played, because a worker claims more turns than it
    /// can search at once.
    async fn oldest_due(&self, queue: WorkQueue, now: Millis) -> Result<Option<Millis>, StorageError>;

    /// The number of items of a queue that are due at `now` and unclaimed, including posts that wait for earlier ones
    /// of their match.
    async fn count_due(&self, queue: WorkQueue, now: Millis) -> Result<u64, StorageError>;

    /// Deletes a batch of obsolete rows: delivered or abandoned posts and ended jobs after a week, ciphertexts a day
    /// later, and challenges a month after their expiry. Returns whether there may be more.
    async fn prune(&self, now: Millis) -> Result<bool, StorageError>;

    /// Returns a batch of free pages to the file system. Returns whether there may be more.
    async fn shrink(&self) -> Result<bool, StorageError>;

    /// Removes copies of deleted personal data that the database may hold outside its tables. Returns false if some are
    /// left; then call it again.
    async fn purge_deleted(&self) -> Result<bool, StorageError>;
}
