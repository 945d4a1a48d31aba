//! `tablero backup` and `tablero restore`: copies of the database file.

use super::CommandResult;
use super::progress_bar::ProgressBar;
use crate::config::{Config, DatabaseLocation};
use crate::db::sqlite::{BackupSummary, backup, restore};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a backup of the configured database, which the bot may be using.
///
/// # Errors
/// Why there is no backup, as a sentence for the operator.
pub async fn run_backup(config: &Config, file: &Path) -> CommandResult {
    let database = database(
        config,
        "is in PostgreSQL, which has backups of its own: docs/backups.md says how to make one with pg_dump",
    )?;
    let mut bar = ProgressBar::default();
    let BackupSummary { matches, bytes } =
        backup(&database, file, |written, size| bar.show("backing up", written, size)).await?;
    bar.end();
    let file = file.display();
    Ok(writeln!(io::stdout(), "{file} is complete and sound: {matches} games, {bytes} bytes.")?)
}

/// Puts a backup where the configuration says that the database is.
///
/// # Errors
/// Why it was not restored, as a sentence for the operator.
pub async fn run_restore(config: &Config, file: &Path) -> CommandResult {
    let database = database(
        config,
        "is in PostgreSQL: restore it with pg_restore, or copy the backup of a file into an empty database with \
         tablero db copy; docs/backups.md says how",
    )?;
    let mut bar = ProgressBar::default();
    let restored = restore(file, &database, |written, size| bar.show("restoring", written, size)).await?;
    bar.end();
    let (database, matches) = (database.display(), restored.matches);
    Ok(writeln!(io::stdout(), "{database} has the content of the backup: {matches} games. Start the bot.")?)
}

/// The configured database file; otherwise `problem` completes "the configured database …".
fn database(config: &Config, problem: &str) -> CommandResult<PathBuf> {
    match config.database.location(&config.store) {
        DatabaseLocation::File(path) => Ok(path),
        DatabaseLocation::Server { .. } => Err(format!("the configured database {problem}").into()),
    }
}
