//! `tablero db copy`: copies everything from one database into another.

use super::CommandResult;
use super::arguments::DatabaseCopyArguments;
use super::progress_bar::ProgressBar;
use crate::catalog::Catalog;
use crate::config::{Config, DatabaseLocation};
use crate::db::copy::{CopyProgress, copy};
use crate::db::{ServerAddress, SqlStorage, StorageOptions};
use crate::service::{Clock, SystemClock};
use std::io::{self, Write};

/// Copies the database, with a progress bar on standard error, and prints the number of rows.
///
/// # Errors
/// Why it was not copied, as a sentence for the operator.
pub async fn run(catalog: &Catalog, config: &Config, arguments: &DatabaseCopyArguments) -> CommandResult {
    let from = open(catalog, config, "--from", &arguments.from, false).await?;
    let to = open(catalog, config, "--to", &arguments.to, true).await?;
    let mut bar = ProgressBar::default();
    let copied = copy(&from, &to, SystemClock.now(), |CopyProgress { table, rows, of, is_comparing }| {
        let doing = if is_comparing { "comparing" } else { "copying" };
        bar.show(&format!("{doing} {table}"), rows.unsigned_abs(), of.unsigned_abs());
    })
    .await;
    bar.end();
    to.close().await;
    from.close().await;
    let rows = copied?;
    Ok(writeln!(io::stdout(), "The copy is complete. Both databases have the same content ({rows} rows).")?)
}

/// Opens the database that an option names. Only one that may be new is created.
async fn open(catalog: &Catalog, config: &Config, option: &str, url: &str, is_new: bool) -> CommandResult<SqlStorage> {
    let location = DatabaseLocation::from_url(url).ok_or_else(|| {
        format!(
            "{option} must be the URL of a file or of a PostgreSQL database, as in sqlite:data/tablero.sqlite or \
             postgres://user@host/database"
        )
    })?;
    if let Some(sentence) = DatabaseLocation::unknown_parameter(url) {
        return Err(format!("{option}: {sentence}").into());
    }
    Ok(match location {
        DatabaseLocation::File(path) => {
            if !is_new && !path.try_exists()? {
                return Err(format!("{option}: {} does not exist", path.display()).into());
            }
            let options = StorageOptions { catalog: catalog.clone(), ..StorageOptions::default() };
            SqlStorage::open_file_with(&path, options).await?
        }
        DatabaseLocation::Server { url } => {
            let address = ServerAddress {
                is_pooled: config.database.pooler,
                ..ServerAddress::new(url.expose(), config.database.connections)
            };
            SqlStorage::open_server(&address, catalog.clone()).await?
        }
    })
}
