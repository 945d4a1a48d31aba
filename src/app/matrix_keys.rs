//! `tablero matrix`: the bot's keys for encryption.

use super::start::database_address;
use crate::catalog::Catalog;
use crate::config::Config;
use crate::db::{self, DatabaseAddress, StorageOptions};
use crate::matrix::encryption::owner::Owner;
use crate::matrix::encryption::recovery::new_recovery_key;
use crate::service::{GameService, StorageError, SystemClock};
use crate::supervisor::Failure;
use std::io::{self, Write};
use std::sync::Arc;

/// Prints a new recovery key.
///
/// # Errors
/// If it cannot be printed.
pub fn print_recovery_key() -> Result<(), Failure> {
    Ok(writeln!(io::stdout(), "{}", new_recovery_key())?)
}

/// Deletes the keys for encryption from the database. Waits until no process uses them.
///
/// # Errors
/// Why they are not deleted, as a sentence for the operator.
pub async fn forget_keys(catalog: &Catalog, config: &Config) -> Result<(), Failure> {
    let address = present_database(config)?;
    let options = StorageOptions { catalog: catalog.clone(), ..StorageOptions::default() };
    let storage = db::open(&address, options).await?;
    let service = GameService::new(Arc::clone(&storage), Arc::new(SystemClock), || 0);
    let deleted = delete(&service).await;
    storage.close().await;
    deleted?;
    Ok(writeln!(io::stdout(), "The keys are deleted. At its next start, the bot logs in to Matrix as a new device.")?)
}

/// The database, which must exist.
pub(super) fn present_database(config: &Config) -> Result<DatabaseAddress, Failure> {
    let address = database_address(config);
    match &address {
        DatabaseAddress::File(path) if !path.try_exists()? => {
            Err(format!("{} does not exist, so there are no keys; check database.url", path.display()).into())
        }
        _ => Ok(address),
    }
}

async fn delete(service: &GameService) -> Result<(), StorageError> {
    let owner = Owner::wait(service).await?;
    let deleted = owner.delete_keys().await;
    owner.release().await;
    deleted
}
