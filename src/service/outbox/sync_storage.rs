//! The storage trait of what was received from platforms.

use super::pending_event::{PendingEvent, Received};
use crate::service::people::accounts::PlatformId;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Storage of the position up to which the events of a platform were received, and of those that are not handled yet.
/// Every operation is one transaction.
#[async_trait]
pub trait SyncStorage: Send + Sync {
    /// The position on a platform; `None` before the first.
    async fn sync_position(&self, platform: PlatformId) -> Result<Option<String>, StorageError>;

    /// What is pending on a platform, in the order in which it was received.
    async fn pending_events(&self, platform: PlatformId) -> Result<Vec<PendingEvent>, StorageError>;

    /// Stores the position on a platform together with what has become pending before it and what has been handled.
    async fn store_received(&self, platform: PlatformId, received: &Received) -> Result<(), StorageError>;
}
