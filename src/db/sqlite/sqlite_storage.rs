//! The connections to the database.

use super::lock::OwnerLock;
use super::maintenance_state::MaintenanceState;
use super::rows::failed;
use super::write_health::WriteHealth;
use crate::catalog::Catalog;
use crate::service::{Millis, StorageError};
use sqlx::sqlite::SqlitePool;
use std::sync::Arc;

/// The database. Cheap to clone.
///
/// A single connection writes, and each write transaction starts with `BEGIN IMMEDIATE`. With several writers, a
/// transaction that reads and then writes would fail when another one commits in between. Readers never wait for the
/// writer (WAL).
#[derive(Clone, Debug)]
pub struct SqliteStorage {
    pub(super) writer: SqlitePool,
    pub(super) readers: SqlitePool,
    pub(super) health: Arc<WriteHealth>,
    /// State used by maintenance.
    pub(super) maintenance: Arc<MaintenanceState>,
    pub(super) lock: Arc<OwnerLock>,
    pub(super) catalog: Catalog,
}

impl SqliteStorage {
    /// Runs a query that returns the first due time, or end of a lease, after `$1`, which is bound to `now`.
    pub(super) async fn next_due(&self, query: &'static str, now: Millis) -> Result<Option<Millis>, StorageError> {
        let next: Option<i64> = sqlx::query_scalar(query).bind(now.0).fetch_one(&self.readers).await.map_err(failed)?;
        Ok(next.map(Millis))
    }

    /// Closes all connections and releases the lock. All committed data is in the file afterwards.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
        self.lock.release();
    }
}
