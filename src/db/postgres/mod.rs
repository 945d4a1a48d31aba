//! A database of a PostgreSQL server: `migrations`, `wake_ups` (between processes), `sessions` (after a fail-over),
//! `requirements` (what a server must be), `database` (connecting and settings).

mod database;
mod migrations;
mod requirements;
mod sessions;
mod wake_ups;

pub(in crate::db) use database::PostgresDatabase;
pub(in crate::db) use migrations::LATEST;
