//! How each kind of change is stored. The file of its subject implements it.

use super::locks::Locks;
use super::new_ids::Counted;
use crate::catalog::Catalog;
use crate::db::driver::Connection;
use crate::service::StorageError;
use async_trait::async_trait;

/// What storing a change needs besides the transaction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Storing<'a> {
    pub catalog: &'a Catalog,
    /// The number that the change gets, if it is [counted](StoredChange::counted).
    pub number: Option<i64>,
}

/// A change that can be stored in a transaction.
#[async_trait]
pub(super) trait StoredChange: Send + Sync {
    /// Adds the people, servers and matches to lock. A change that is a single conditional statement needs no locks.
    fn locks(&self, _locks: &mut Locks) {}

    /// The kind of number that the change needs, if any.
    fn counted(&self) -> Option<Counted> {
        None
    }

    /// Stores the change. [`StorageError::Conflict`] if the stored values are no longer those it was decided from.
    async fn store(&self, tx: &mut Connection, storing: &Storing<'_>) -> Result<(), StorageError>;
}
