//! The storage trait for notifications between processes.

use super::storage_error::StorageError;
use async_trait::async_trait;

/// Notifies the other processes that share the storage of new work, and receives their notifications. Notifications can
/// get lost, so workers also check for work regularly.
#[async_trait]
pub trait WakeUpStorage: Send + Sync {
    /// Whether other processes may use the same storage.
    fn is_shared(&self) -> bool;

    /// Notifies the other processes that there may be work.
    async fn wake_others(&self) -> Result<(), StorageError>;

    /// Waits for a notification from another process. Never returns if the storage cannot deliver notifications.
    async fn wait_for_others(&self) -> Result<(), StorageError>;
}
