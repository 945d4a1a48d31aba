//! The storage trait of maintenance.

use super::ids::Millis;
use super::storage_error::StorageError;
use async_trait::async_trait;

/// Maintenance of the storage: pruning, shrinking and purging. Every operation is one transaction.
#[async_trait]
pub trait MaintenanceStorage: Send + Sync {
    /// Deletes a batch of obsolete rows: delivered or abandoned posts and ended jobs after a week, and challenges a
    /// month after their expiry. Returns whether there may be more.
    async fn prune(&self, now: Millis) -> Result<bool, StorageError>;

    /// Returns a batch of free pages to the file system. Returns whether there may be more.
    async fn shrink(&self) -> Result<bool, StorageError>;

    /// Removes copies of deleted personal data that the database may hold outside its tables. Returns whether none are
    /// left; if not, it must be called again.
    async fn purge_deleted(&self) -> Result<bool, StorageError>;
}
