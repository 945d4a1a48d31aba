//! Connections on which statements run.

use sqlx::pool::PoolConnection;
use sqlx::{Postgres, Sqlite, Transaction};

/// A connection to either database, with or without a transaction. A transaction is rolled back when it is dropped
/// without a commit.
pub(in crate::db) enum Connection {
    /// A connection to SQLite.
    Sqlite(PoolConnection<Sqlite>),
    /// A transaction of SQLite.
    SqliteTransaction(Transaction<'static, Sqlite>),
    /// A connection to PostgreSQL.
    Postgres(PoolConnection<Postgres>),
    /// A transaction of PostgreSQL.
    PostgresTransaction(Transaction<'static, Postgres>),
    /// A transaction of PostgreSQL behind a pooler. The next one may have another connection to the server, where no
    /// statement is prepared, or others are.
    PooledTransaction(Transaction<'static, Postgres>),
}

impl Connection {
    /// Whether no other transaction can write while this one lasts.
    pub fn is_only_writer(&self) -> bool {
        matches!(self, Connection::Sqlite(_) | Connection::SqliteTransaction(_))
    }

    /// Commits the transaction, if there is one.
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        match self {
            Connection::Sqlite(_) | Connection::Postgres(_) => Ok(()),
            Connection::SqliteTransaction(transaction) => transaction.commit().await,
            Connection::PostgresTransaction(transaction) | Connection::PooledTransaction(transaction) => {
                transaction.commit().await
            }
        }
    }
}
