//! A database in one SQLite file that one process owns.
//!
//! In reading order: `place_name` and `lock` (one process owns a file), `maintenance_state`, `migrations`, `database` (opening
//! and settings), `maintenance` (shrinking), `backup_error`, `file_owner` (of what root creates), `partial_file`, `backup`.

mod backup;
mod backup_error;
mod database;
mod file_owner;
mod lock;
mod maintenance;
mod maintenance_state;
mod migrations;
mod partial_file;
mod place_name;

pub use backup::{BackupSummary, backup, restore};
pub use backup_error::BackupError;
pub(in crate::db) use database::SqliteDatabase;
pub use lock::{Usage, lock_path, usage};
pub(in crate::db) use migrations::LATEST;
pub use migrations::migrations;
