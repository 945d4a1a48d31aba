//! What each kind of change locks and stores. The file of its subject implements it.

use super::locks::Locks;
use super::new_ids::Counted;
use crate::catalog::Catalog;
use crate::db::driver::Connection;
use crate::service::StorageError;
use async_trait::async_trait;

/// What a change is stored with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Storing<'a> {
    /// The games.
    pub catalog: &'a Catalog,
    /// The number that the change gets, if it is [counted](StoredChange::counted).
    pub number: Option<i64>,
}

/// A change that a transaction stores.
#[async_trait]
pub(super) trait StoredChange: Send + Sync {
    /// Adds the people, servers and matches that it is about. A change of which one statement with a condition decides
    /// needs none.
    fn locks(&self, _locks: &mut Locks) {}

    /// What it adds, if that gets a number.
    fn counted(&self) -> Option<Counted> {
        None
    }

    /// Stores it. [`StorageError::Conflict`] if what it was decided from is no longer stored.
    async fn store(&self, tx: &mut Connection, storing: &Storing<'_>) -> Result<(), StorageError>;
}
