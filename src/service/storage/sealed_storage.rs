//! Storing sealed records.

use crate::service::ids::{Millis, WorkerId};
use crate::service::sealed_records::{Ownership, SealedChanges, SealedRecord};
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Reads and stores records whose values the storage cannot read. One worker at a time owns all of them. Every operation
/// is one transaction.
#[async_trait]
pub trait SealedStorage: Send + Sync {
    /// Makes a worker the owner for the duration of a lease, unless another worker is. An owner that asks again in time
    /// keeps its generation; every other one gets the next.
    async fn own_records(&self, worker: WorkerId, now: Millis) -> Result<Ownership, StorageError>;

    /// Ends an ownership, so that the next owner need not wait for its lease to end. Does nothing if another worker is
    /// the owner now.
    async fn release_records(&self, generation: i64) -> Result<(), StorageError>;

    /// The generation of the present owner; `None` if nobody owns the records.
    async fn records_owner(&self, now: Millis) -> Result<Option<i64>, StorageError>;

    /// The value of a record.
    async fn sealed_record(&self, kind: &str, id: &str) -> Result<Option<Vec<u8>>, StorageError>;

    /// The records of a kind whose ids begin with `prefix` and are greater than `after`, in the order of their ids, at
    /// most `limit`. An empty prefix or an empty `after` excludes nothing.
    async fn sealed_records(
        &self,
        kind: &str,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<SealedRecord>, StorageError>;

    /// The number of records of a kind.
    async fn count_sealed(&self, kind: &str) -> Result<u64, StorageError>;

    /// Stores changes. [`StorageError::Conflict`] if their generation is not the present one; then nothing is stored.
    async fn store_sealed(&self, changes: &SealedChanges) -> Result<(), StorageError>;
}
