//! What the statements of `sql` run on: one layer over the drivers of sqlx for SQLite and PostgreSQL.
//!
//! In reading order: `value` (parameters), `row` (results), `connection`, `write_health`, `write_transaction`,
//! `retry`, `database` (what is open), `query` (statements).

mod connection;
mod database;
mod query;
mod retry;
mod row;
mod value;
mod write_health;
mod write_transaction;

pub(in crate::db) use connection::Connection;
pub(in crate::db) use database::{Database, DatabaseKind};
pub(in crate::db) use query::{Query, Target, assembled, query, query_as};
pub(in crate::db) use retry::Attempts;
pub(in crate::db) use row::Row;
pub(in crate::db) use value::Value;
pub(in crate::db) use write_transaction::WriteTransaction;
