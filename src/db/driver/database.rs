//! The database that is open.

use super::connection::Connection;
use super::retry::Attempts;
use super::write_health::WriteHealth;
use super::write_transaction::WriteTransaction;
use crate::db::database_error::failed;
use crate::db::postgres::PostgresDatabase;
use crate::db::sqlite::SqliteDatabase;
use crate::service::StorageError;
use futures_util::future::BoxFuture;
use sqlx::{Postgres, Transaction};
use std::sync::Arc;
use std::time::Instant;

/// The database that is open. Cheap to clone.
#[derive(Clone, Debug)]
pub(in crate::db) struct Database {
    kind: DatabaseKind,
    health: Arc<WriteHealth>,
}

/// A database of one kind.
#[derive(Clone, Debug)]
pub(in crate::db) enum DatabaseKind {
    /// A file of SQLite.
    Sqlite(SqliteDatabase),
    /// A database of a PostgreSQL server.
    Postgres(PostgresDatabase),
}

/// The kind of connection that a transaction is.
fn transaction_of(postgres: &PostgresDatabase) -> impl FnOnce(Transaction<'static, Postgres>) -> Connection {
    let kind = if postgres.is_pooled { Connection::PooledTransaction } else { Connection::PostgresTransaction };
    let limit = postgres.statement_max;
    move |transaction| kind(transaction, limit)
}

impl Database {
    /// A database that has just been opened.
    pub fn new(kind: DatabaseKind) -> Database {
        Database { kind, health: Arc::default() }
    }

    /// Which kind it is.
    pub fn kind(&self) -> &DatabaseKind {
        &self.kind
    }

    /// Reads on a connection, and retries on another one when interrupted.
    pub async fn read<'env, T>(
        &self,
        mut run: impl FnMut(Connection) -> BoxFuture<'env, Result<T, StorageError>>,
    ) -> Result<T, StorageError> {
        let mut attempts = Attempts::begin();
        loop {
            let read = async { run(self.reader().await?).await };
            match read.await {
                Ok(read) => return Ok(read),
                Err(error) => attempts.wait_after(error).await?,
            }
        }
    }

    // The futures of sqlx's pool are large, and each future around them would be as large: they are boxed here.

    /// A connection that reads.
    pub async fn reader(&self) -> Result<Connection, StorageError> {
        match &self.kind {
            DatabaseKind::Sqlite(sqlite) => {
                let acquired = Box::pin(sqlite.readers.acquire()).await.map(Connection::Sqlite);
                acquired.map_err(|error| self.displaced().unwrap_or_else(|| failed(error)))
            }
            DatabaseKind::Postgres(postgres) if postgres.is_pooled => Box::pin(self.snapshot()).await,
            DatabaseKind::Postgres(postgres) => {
                let connection = Box::pin(postgres.pool.acquire()).await.map_err(failed)?;
                Ok(Connection::Postgres(connection, postgres.statement_max))
            }
        }
    }

    /// A transaction that reads a consistent state.
    pub async fn snapshot(&self) -> Result<Connection, StorageError> {
        match &self.kind {
            DatabaseKind::Sqlite(sqlite) => {
                let begun = Box::pin(sqlite.readers.begin()).await.map(Connection::SqliteTransaction);
                begun.map_err(|error| self.displaced().unwrap_or_else(|| failed(error)))
            }
            DatabaseKind::Postgres(postgres) => {
                Box::pin(postgres.snapshot()).await.map(transaction_of(postgres)).map_err(failed)
            }
        }
    }

    /// Begins a transaction that writes. SQLite has only one at a time; the next caller waits.
    pub async fn begin<'env>(&self) -> Result<WriteTransaction<'env>, StorageError> {
        let requested = Instant::now();
        let begun = match &self.kind {
            DatabaseKind::Sqlite(sqlite) => Box::pin(sqlite.write()).await.map(Connection::SqliteTransaction),
            DatabaseKind::Postgres(postgres) => Box::pin(postgres.write()).await.map(transaction_of(postgres)),
        };
        match self.displaced() {
            Some(displaced) => Err(displaced),
            None => WriteTransaction::begun(begun, &self.health, requested),
        }
    }

    /// The error for an SQLite file that is no longer at its place. When the pool opens a new connection there, SQLite's own
    /// error does not say so.
    fn displaced(&self) -> Option<StorageError> {
        let DatabaseKind::Sqlite(sqlite) = &self.kind else { return None };
        let displaced = sqlite.displaced()?;
        self.health.fail(&displaced);
        Some(StorageError::Unwritable(Box::new(displaced)))
    }

    /// Closes all connections, and releases the file of SQLite.
    pub async fn close(&self) {
        match &self.kind {
            DatabaseKind::Sqlite(sqlite) => sqlite.close().await,
            DatabaseKind::Postgres(postgres) => postgres.close().await,
        }
    }
}
