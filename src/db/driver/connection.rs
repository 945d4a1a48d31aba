//! Connections on which statements run.

use crate::db::time_limit::within;
use sqlx::pool::PoolConnection;
use sqlx::{Postgres, Sqlite, Transaction};
use std::time::Duration;

/// A connection to either database, with or without a transaction. A transaction is rolled back when it is dropped
/// without a commit.
pub(in crate::db) enum Connection {
    /// A connection to SQLite.
    Sqlite(PoolConnection<Sqlite>),
    /// A transaction of SQLite.
    SqliteTransaction(Transaction<'static, Sqlite>),
    /// A connection to PostgreSQL, and how long a statement may take on it.
    Postgres(PoolConnection<Postgres>, Duration),
    /// A transaction of PostgreSQL.
    PostgresTransaction(Transaction<'static, Postgres>, Duration),
    /// A transaction of PostgreSQL behind a pooler. The next one may have another connection to the server, where no
    /// statement is prepared, or others are.
    PooledTransaction(Transaction<'static, Postgres>, Duration),
}

impl Connection {
    /// Whether no other transaction can write while this one lasts.
    pub fn is_only_writer(&self) -> bool {
        matches!(self, Connection::Sqlite(_) | Connection::SqliteTransaction(_))
    }

    /// Commits the transaction, if there is one.
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(_) | Connection::Postgres(..) => Ok(()),
            Connection::SqliteTransaction(transaction) => transaction.commit().await,
            Connection::PostgresTransaction(transaction, limit) | Connection::PooledTransaction(transaction, limit) => {
                within(limit, transaction.commit()).await
            }
        }
    }
}
