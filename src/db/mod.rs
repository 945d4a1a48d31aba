//! Databases, through sqlx: [`sqlite`] implements [`Storage`]. No other module uses sqlx.

pub mod sqlite;

pub use sqlite::{Durability, OpenError, SqliteStorage, StorageOptions};

use crate::service::Storage;
use std::path::Path;
use std::sync::Arc;

/// Opens the database in this file, creating it if necessary, and applies pending migrations.
///
/// # Errors
/// See [`OpenError`].
pub async fn open(path: &Path, options: StorageOptions) -> Result<Arc<dyn Storage>, OpenError> {
    Ok(Arc::new(SqliteStorage::open_with(path, options).await?))
}
