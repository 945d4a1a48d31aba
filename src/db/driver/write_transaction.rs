//! Transactions that write, and tracking of whether writes succeed.

use super::connection::Connection;
use super::write_health::WriteHealth;
use crate::db::database_error::failed;
use crate::metrics::record;
use crate::service::StorageError;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Instant;

/// A write transaction. It is rolled back when dropped without [`WriteTransaction::commit`]. It does not outlive
/// `'env`, so code that runs in it may borrow for that lifetime.
pub(in crate::db) struct WriteTransaction<'env> {
    connection: Connection,
    health: Arc<WriteHealth>,
    requested: Instant,
    environment: PhantomData<&'env ()>,
}

impl WriteTransaction<'_> {
    /// The transaction that was `requested` then and has begun on a connection, or the error of the attempt.
    pub fn begun(
        begun: Result<Connection, sqlx::Error>,
        health: &Arc<WriteHealth>,
        requested: Instant,
    ) -> Result<Self, StorageError> {
        match begun {
            // A successful BEGIN does not mean that writing works, so only failures are recorded here.
            Ok(connection) => {
                Ok(WriteTransaction { connection, health: Arc::clone(health), requested, environment: PhantomData })
            }
            Err(error) => {
                health.record(Err(&error));
                Err(failed(error))
            }
        }
    }

    /// Commits the transaction. If that fails on SQLite, nothing is stored, and the connection is closed instead of
    /// being used again (see the pools in `sqlite`). If the connection to PostgreSQL is lost meanwhile, it is unknown
    /// whether something is stored: see [`StorageError::Interrupted`].
    pub async fn commit(self) -> Result<(), StorageError> {
        let committed = self.connection.commit().await;
        self.health.record(committed.as_ref().copied());
        record::database("write", self.requested.elapsed());
        committed.map_err(failed)
    }
}

impl Deref for WriteTransaction<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl DerefMut for WriteTransaction<'_> {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }
}
