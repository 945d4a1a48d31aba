//! A database of a PostgreSQL server: [`migrations`], [`database`] (connecting and settings).

mod database;
mod migrations;

pub(in crate::db) use database::PostgresDatabase;
