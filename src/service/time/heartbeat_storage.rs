//! The storage trait of the heartbeat and of outages.

use super::control::Span;
use crate::service::ids::Millis;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Storage of the heartbeat and of outages. Every operation is one transaction.
#[async_trait]
pub trait HeartbeatStorage: Send + Sync {
    /// The time of the last recorded heartbeat.
    async fn last_heartbeat(&self) -> Result<Option<Millis>, StorageError>;

    /// Records a heartbeat.
    async fn record_heartbeat(&self, now: Millis) -> Result<(), StorageError>;

    /// Stores an outage, announces it in every running match with clocks, makes their checks due, and records its end
    /// as the heartbeat. [`StorageError::Conflict`] if the last heartbeat is no longer the start of the outage, because
    /// another request has recorded the outage first.
    async fn add_outage(&self, outage: Span) -> Result<(), StorageError>;
}
