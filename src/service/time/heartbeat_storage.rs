//! The storage trait of the heartbeat and of outages.

use super::control::Span;
use crate::service::ids::Millis;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// The clock was set back: what was planned by it has been planned again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockCorrection {
    /// How far the last heartbeat lay ahead of the clock, in milliseconds.
    pub ahead_ms: i64,
    /// Whether the clock had leaped ahead before, so that it is known which stored times are wrong. Otherwise it was
    /// wrong from the start, or is wrong now.
    pub had_leaped: bool,
}

/// Storage of the heartbeat and of outages. Every operation is one transaction.
#[async_trait]
pub trait HeartbeatStorage: Send + Sync {
    /// The time of the last recorded heartbeat.
    async fn last_heartbeat(&self) -> Result<Option<Millis>, StorageError>;

    /// Records a heartbeat. If the clock was set back by [`OUTAGE_MS`](crate::service::game_service::heartbeat::OUTAGE_MS) or more,
    /// corrects what was stored meanwhile and announces it where an outage was announced that there was not. Checks of
    /// matches are due at once if an outage has become shorter.
    async fn record_heartbeat(&self, now: Millis) -> Result<Option<ClockCorrection>, StorageError>;

    /// Stores an outage, announces it in every running match with clocks, makes their checks due, and records its end
    /// as the heartbeat. [`StorageError::Conflict`] if the last heartbeat is no longer the start of the outage, because
    /// another request has recorded the outage first.
    async fn add_outage(&self, outage: Span) -> Result<(), StorageError>;
}
