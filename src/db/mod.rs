//! Databases, through sqlx: [`SqlStorage`] implements [`Storage`] for SQLite and PostgreSQL. No other module uses sqlx.
//!
//! In reading order: `database_error` (what errors mean), `time_limit`, `storage_options`, `open_error`, `sqlite` and `postgres`
//! (opening each, its migrations and settings), `driver` (one layer over both), `sql` (all statements), `open`,
//! `inspection` (looking into a database that is not open).

pub mod copy;
mod database_error;
mod driver;
mod inspection;
mod open;
mod open_error;
mod postgres;
mod sql;
mod server_address;
pub mod sqlite;
mod storage_options;
mod time_limit;

pub use inspection::{Inspection, ListColumns, SchemaVersions};
pub use open_error::OpenError;
pub use server_address::ServerAddress;
pub use sql::{SqlStorage, move_list};
pub use storage_options::{Durability, StorageOptions};

use crate::catalog::Catalog;
use crate::service::Storage;
use std::path::PathBuf;
use std::sync::Arc;

/// Where a database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseAddress {
    /// In a file of SQLite.
    File(PathBuf),
    /// On a PostgreSQL server.
    Server(ServerAddress),
}

/// Opens a database, and applies pending migrations. A file that does not exist is created.
///
/// # Errors
/// See [`OpenError`].
pub async fn open(address: &DatabaseAddress, options: StorageOptions) -> Result<Arc<dyn Storage>, OpenError> {
    Ok(Arc::new(match address {
        DatabaseAddress::File(path) => SqlStorage::open_file_with(path, options).await?,
        DatabaseAddress::Server(server) => SqlStorage::open_server(server, options.catalog).await?,
    }))
}

/// Opens a database beside the process that runs the bot, to leave it something. A file is neither created nor migrated.
///
/// # Errors
/// See [`OpenError`].
pub async fn open_beside(address: &DatabaseAddress, catalog: Catalog) -> Result<Arc<dyn Storage>, OpenError> {
    Ok(Arc::new(match address {
        DatabaseAddress::File(path) => SqlStorage::open_file_beside(path, catalog).await?,
        DatabaseAddress::Server(server) => SqlStorage::open_server(server, catalog).await?,
    }))
}
