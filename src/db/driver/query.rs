//! Statements that both databases understand.
//!
//! sqlx has a type for each database. A [`Query`] holds the statement and its values until it knows on which connection
//! it runs, so that the statements of `sql` are written once. They keep to what SQLite and PostgreSQL have in common;
//! `docs/adr/0020-one-storage-for-two-databases.md` lists what that excludes.

use super::super::database_error::failed;
use super::connection::Connection;
use super::database::Database;
use super::row::{FromRow, Row};
use super::value::{Parameter, Value};
use crate::service::StorageError;
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::sqlite::{Sqlite, SqliteArguments};
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};
use std::marker::PhantomData;

/// A statement with the values of its parameters (`$1`, `$2`, …), whose rows are read as `R`.
#[must_use]
pub(in crate::db) struct Query<R = Row> {
    sql: &'static str,
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
    Query { sql, lock: "", values: Vec::new(), rows: PhantomData }
}

/// Where a statement runs.
pub(in crate::db) enum Target<'c> {
    /// On this connection.
    Connection(&'c mut Connection),
    /// On any connection that reads.
    Reader(&'c Database),
}

impl<'c> From<&'c mut Connection> for Target<'c> {
    fn from(connection: &'c mut Connection) -> Self {
        Target::Connection(connection)
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
            Connection::Postgres(connection) => {
                let ($sqlx, $on, $row) = ($query.for_postgres(), &mut **connection, Row::Postgres);
                $run
            }
            Connection::PostgresTransaction(transaction) => {
                let ($sqlx, $on, $row) = ($query.for_postgres(), &mut **transaction, Row::Postgres);
                $run
            }
        }
    };
}

/// The connection of a target; a reader is kept in this variable.
macro_rules! connection {
    ($target:expr, $reader:ident) => {
        match $target.into() {
            Target::Connection(connection) => connection,
            Target::Reader(database) => {
                $reader = database.reader().await?;
                &mut $reader
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

    fn for_sqlite(self) -> sqlx::query::Query<'static, Sqlite, SqliteArguments> {
        bound!(self.sql, self.values)
    }

    fn for_postgres(self) -> sqlx::query::Query<'static, Postgres, PgArguments> {
        let sql: SqlStr = if self.lock.is_empty() {
            self.sql.into_sql_str()
        } else {
            // Both parts are in the source of the program.
            AssertSqlSafe([self.sql, self.lock].concat()).into_sql_str()
        };
        bound!(sql, self.values)
    }

    /// Runs the statement; returns the number of rows that it has changed.
    pub async fn execute<'c>(self, target: impl Into<Target<'c>>) -> Result<u64, StorageError> {
        let mut reader;
        let connection = connection!(target, reader);
        run!(self, connection, |query, on, _row| query.execute(on).await.map(|done| done.rows_affected()))
            .map_err(failed)
    }

    /// The rows that the query finds.
    pub async fn fetch_all<'c>(self, target: impl Into<Target<'c>>) -> Result<Vec<R>, StorageError> {
        let mut reader;
        let connection = connection!(target, reader);
        run!(self, connection, |query, on, row| {
            let found = query.fetch_all(on).await.map_err(failed)?;
            found.into_iter().map(|found| R::from_row(row(found))).collect()
        })
    }

    /// The first row that the query finds, if there is one.
    pub async fn fetch_optional<'c>(self, target: impl Into<Target<'c>>) -> Result<Option<R>, StorageError> {
        let mut reader;
        let connection = connection!(target, reader);
        run!(self, connection, |query, on, row| {
            let found = query.fetch_optional(on).await.map_err(failed)?;
            found.map(|found| R::from_row(row(found))).transpose()
        })
    }

    /// The row that the query finds.
    pub async fn fetch_one<'c>(self, target: impl Into<Target<'c>>) -> Result<R, StorageError> {
        self.fetch_optional(target).await?.ok_or_else(|| failed(sqlx::Error::RowNotFound))
    }
}
