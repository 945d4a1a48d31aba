//! Statements that both databases understand.
//!
//! sqlx has a type for each database. A [`Query`] holds the statement and its values until it knows on which connection
//! it runs, so that the statements of `sql` are written once. They keep to what SQLite and PostgreSQL have in common;
//! `docs/adr/0020-one-storage-for-two-databases.md` lists what that excludes.

use super::connection::Connection;
use super::database::Database;
use super::row::{FromRow, Row};
use super::value::{Parameter, Value};
use super::write_transaction::WriteTransaction;
use crate::db::database_error::failed;
use crate::db::time_limit::within;
use crate::metrics::record;
use crate::service::StorageError;
use futures_util::future::BoxFuture;
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::sqlite::{Sqlite, SqliteArguments};
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};
use std::borrow::Cow;
use std::marker::PhantomData;
use std::time::Instant;

/// A statement with the values of its parameters (`$1`, `$2`, …), whose rows are read as `R`.
#[must_use]
pub(in crate::db) struct Query<R = Row> {
    sql: Cow<'static, str>,
    /// What PostgreSQL, which has more than one writer, locks. SQLite's only writer needs no lock.
    lock: &'static str,
    values: Vec<Value>,
    rows: PhantomData<fn() -> R>,
}

/// A statement whose rows are read by the names of their columns.
pub(in crate::db) fn query(sql: &'static str) -> Query {
    query_as(sql)
}

/// A statement whose rows are read as a tuple, or, if there is one column, as its value.
pub(in crate::db) fn query_as<R>(sql: &'static str) -> Query<R> {
    Query { sql: Cow::Borrowed(sql), lock: "", values: Vec::new(), rows: PhantomData }
}

/// A statement that is put together at run time. No part of it comes from outside the program.
pub(in crate::db) fn assembled<R>(sql: String) -> Query<R> {
    Query { sql: Cow::Owned(sql), lock: "", values: Vec::new(), rows: PhantomData }
}

/// Where a query runs.
pub(in crate::db) enum Target<'c> {
    /// On this connection.
    Connection(&'c mut Connection),
    /// On any connection that reads, and on another one if the first is interrupted.
    Reader(&'c Database),
}

impl<'c> From<&'c mut Connection> for Target<'c> {
    fn from(connection: &'c mut Connection) -> Self {
        Target::Connection(connection)
    }
}

impl<'c> From<&'c mut WriteTransaction<'_>> for Target<'c> {
    fn from(transaction: &'c mut WriteTransaction<'_>) -> Self {
        Target::Connection(transaction)
    }
}

impl<'c> From<&'c Database> for Target<'c> {
    fn from(database: &'c Database) -> Self {
        Target::Reader(database)
    }
}

/// Runs a statement on whatever connection it is, with the query of sqlx and the kind of row for its database.
macro_rules! run {
    ($query:expr, $connection:expr, |$sqlx:ident, $on:ident, $row:ident| $run:expr) => {
        match $connection {
            Connection::Sqlite(connection) => {
                let ($sqlx, $on, $row) = ($query.for_sqlite(), &mut **connection, Row::Sqlite);
                $run
            }
            Connection::SqliteTransaction(transaction) => {
                let ($sqlx, $on, $row) = ($query.for_sqlite(), &mut **transaction, Row::Sqlite);
                $run
            }
            Connection::Postgres(connection, limit) => {
                let ($sqlx, $on, $row) = ($query.for_postgres(), &mut **connection, Row::Postgres);
                within(*limit, async { $run }).await
            }
            Connection::PostgresTransaction(transaction, limit) => {
                let ($sqlx, $on, $row) = ($query.for_postgres(), &mut **transaction, Row::Postgres);
                within(*limit, async { $run }).await
            }
            Connection::PooledTransaction(transaction, limit) => {
                let ($sqlx, $on, $row) = ($query.for_postgres().persistent(false), &mut **transaction, Row::Postgres);
                within(*limit, async { $run }).await
            }
        }
    };
}

/// The query of sqlx with the values.
macro_rules! bound {
    ($sql:expr, $values:expr) => {{
        let mut query = sqlx::query($sql);
        for value in $values {
            query = match value {
                Value::Integer(value) => query.bind(value),
                Value::Real(value) => query.bind(value),
                Value::Boolean(value) => query.bind(value),
                Value::Text(value) => query.bind(value),
                Value::Bytes(value) => query.bind(value),
            };
        }
        query
    }};
}

impl<R: FromRow> Query<R> {
    /// Adds the value of the next parameter.
    pub fn bind<T: Parameter>(mut self, value: T) -> Self {
        self.values.push(T::value(Some(value)));
        self
    }

    /// Locks the rows that the query finds until the end of the transaction, and waits for those that others have
    /// locked.
    pub fn locking(mut self) -> Self {
        self.lock = " FOR NO KEY UPDATE";
        self
    }

    /// Locks the rows that the query finds until the end of the transaction, and skips those that others have locked.
    pub fn skipping_locked(mut self) -> Self {
        self.lock = " FOR NO KEY UPDATE SKIP LOCKED";
        self
    }

    /// Adds a value whose type is known at run time.
    pub fn bind_value(mut self, value: Value) -> Self {
        self.values.push(value);
        self
    }

    /// The text of the statement. All of it is in the source of the program.
    fn text(&mut self, lock: &'static str) -> SqlStr {
        match std::mem::take(&mut self.sql) {
            Cow::Borrowed(sql) if lock.is_empty() => sql.into_sql_str(),
            sql => AssertSqlSafe([&sql, lock].concat()).into_sql_str(),
        }
    }

    fn for_sqlite(mut self) -> sqlx::query::Query<'static, Sqlite, SqliteArguments> {
        let text = self.text("");
        bound!(text, self.values)
    }

    fn for_postgres(mut self) -> sqlx::query::Query<'static, Postgres, PgArguments> {
        let text = self.text(self.lock);
        bound!(text, self.values.into_iter().map(Value::for_postgres))
    }

    // The futures of sqlx are large, and so is what the compiler must look through to see that they can be sent to
    // another thread: they are boxed here, once for all that is around them.

    /// Runs the statement; returns the number of rows that it has changed.
    pub fn execute(self, connection: &mut Connection) -> BoxFuture<'_, Result<u64, StorageError>> {
        Box::pin(async move {
            run!(self, connection, |query, on, _row| query.execute(on).await.map(|done| done.rows_affected()))
                .map_err(failed)
        })
    }

    /// The rows that the query finds.
    pub fn fetch_all<'c>(self, target: impl Into<Target<'c>>) -> BoxFuture<'c, Result<Vec<R>, StorageError>> {
        Box::pin(self.read(target.into(), Query::all))
    }

    /// The first row that the query finds, if there is one.
    pub fn fetch_optional<'c>(self, target: impl Into<Target<'c>>) -> BoxFuture<'c, Result<Option<R>, StorageError>> {
        Box::pin(self.read(target.into(), Query::first))
    }

    /// The row that the query finds.
    pub async fn fetch_one<'c>(self, target: impl Into<Target<'c>>) -> Result<R, StorageError> {
        self.fetch_optional(target).await?.ok_or_else(|| failed(sqlx::Error::RowNotFound))
    }

    /// Reads with `run` where the query runs. The time of a single read becomes a metric.
    async fn read<T>(
        self,
        target: Target<'_>,
        run: impl Fn(Self, &mut Connection) -> BoxFuture<'_, Result<T, StorageError>> + Sync,
    ) -> Result<T, StorageError> {
        let database = match target {
            Target::Connection(connection) => return run(self, connection).await,
            Target::Reader(database) => database,
        };
        let (query, run, started) = (&self, &run, Instant::now());
        let found = database.read(|mut reader| Box::pin(async move { run(query.clone(), &mut reader).await })).await;
        record::database("read", started.elapsed());
        found
    }

    fn all(self, connection: &mut Connection) -> BoxFuture<'_, Result<Vec<R>, StorageError>> {
        Box::pin(async move {
            let rows = run!(self, connection, |query, on, row| {
                query.fetch_all(on).await.map(|found| found.into_iter().map(row).collect::<Vec<Row>>())
            });
            rows.map_err(failed)?.into_iter().map(R::from_row).collect()
        })
    }

    fn first(self, connection: &mut Connection) -> BoxFuture<'_, Result<Option<R>, StorageError>> {
        Box::pin(async move {
            let row =
                run!(self, connection, |query, on, row| query.fetch_optional(on).await.map(|found| found.map(row)));
            row.map_err(failed)?.map(R::from_row).transpose()
        })
    }
}

impl<R> Clone for Query<R> {
    fn clone(&self) -> Self {
        Query { sql: self.sql.clone(), lock: self.lock, values: self.values.clone(), rows: PhantomData }
    }
}
