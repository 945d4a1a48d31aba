//! Databases, through sqlx: [`SqlStorage`] implements [`Storage`] for SQLite and PostgreSQL. No other module uses sqlx.
//!
//! In reading order: `database_error` (what errors mean), `storage_options`, `open_error`, [`sqlite`] and `postgres`
//! (opening each, its migrations and settings), `driver` (one layer over both), `sql` (all statements), `open`.

mod database_error;
mod driver;
mod open;
mod open_error;
mod postgres;
mod sql;
mod server_address;
pub mod sqlite;
mod storage_options;

pub use open_error::OpenError;
pub use server_address::ServerAddress;
pub use sql::{SqlStorage, move_list};
pub use storage_options::{Durability, StorageOptions};

use crate::service::Storage;
use std::path::Path;
use std::sync::Arc;

/// Opens the database in this file, creating it if necessary, and applies pending migrations.
///
/// # Errors
/// See [`OpenError`].
pub async fn open(path: &Path, options: StorageOptions) -> Result<Arc<dyn Storage>, OpenError> {
    Ok(Arc::new(SqlStorage::open_file_with(path, options).await?))
}
