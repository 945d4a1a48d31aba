//! A database in one SQLite file that one process owns.
//!
//! In reading order: `lock` (one process owns a file), `maintenance_state`, `migrations`, `database` (opening
//! and settings), `maintenance` (shrinking), `backup`.

mod backup;
mod database;
mod lock;
mod maintenance;
mod maintenance_state;
mod migrations;

pub use backup::{BackupError, BackupSummary, backup, restore};
pub(in crate::db) use database::SqliteDatabase;
pub(in crate::db) use migrations::LATEST;
pub use migrations::migrations;
