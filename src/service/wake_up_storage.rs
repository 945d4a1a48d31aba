//! The storage trait of processes that wake one another.

use super::storage_error::StorageError;
use async_trait::async_trait;

/// Tells other processes over the same storage that there may be work, and hears of it from them. Such a message may get
/// lost, so workers also look for work from time to time.
#[async_trait]
pub trait WakeUpStorage: Send + Sync {
    /// Whether other processes may use the same storage.
    fn is_shared(&self) -> bool;

    /// Tells the other processes that there may be work.
    async fn wake_others(&self) -> Result<(), StorageError>;

    /// Waits until another process tells. If the storage carries no messages, it waits for ever.
    async fn wait_for_others(&self) -> Result<(), StorageError>;
}
