//! A database of a PostgreSQL server: `migrations`, `wake_ups` (between processes), `database` (connecting and settings).

mod database;
mod migrations;
mod wake_ups;

pub(in crate::db) use database::PostgresDatabase;
pub(in crate::db) use migrations::LATEST;
