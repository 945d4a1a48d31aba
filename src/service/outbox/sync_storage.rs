//! The storage trait of the positions up to which events were received.

use crate::service::people::accounts::PlatformId;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Storage of the positions up to which the events of a platform were received and handled. Every operation is one
/// transaction.
#[async_trait]
pub trait SyncStorage: Send + Sync {
    /// The position on a platform; `None` before the first.
    async fn sync_position(&self, platform: PlatformId) -> Result<Option<String>, StorageError>;

    /// Stores the position on a platform.
    async fn set_sync_position(&self, platform: PlatformId, position: &str) -> Result<(), StorageError>;
}
