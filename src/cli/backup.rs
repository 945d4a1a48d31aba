//! `tablero backup` and `tablero restore`: copies of the database file.

use super::CommandResult;
use super::progress_bar::ProgressBar;
use crate::config::{Config, DatabaseLocation};
use crate::db::sqlite::{BackupError, BackupSummary, backup, restore};
use std::io::{self, Write};
use std::path::{Path, PathBuf, absolute};

/// Writes a backup of the configured database, which the bot may be using.
///
/// # Errors
/// Why there is no backup, as a sentence for the operator.
pub async fn run_backup(config: &Config, file: &Path) -> CommandResult {
    let database = database(
        config,
        "is in PostgreSQL, which has backups of its own: docs/backups.md says how to make one with pg_dump",
    )?;
    let file = absolute(file)?;
    // The bar is dropped before the error is printed.
    let mut bar = ProgressBar::default();
    let show = |written, size| bar.show("backing up", written, size);
    let BackupSummary { matches, bytes } = unless_stopped(backup(&database, &file, show)).await?;
    bar.end();
    let (database, file) = (database.display(), file.display());
    Ok(writeln!(io::stdout(), "{file} is complete and sound: {matches} games, {bytes} bytes, copied from {database}.")?)
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
    let show = |written, size| bar.show("restoring", written, size);
    let restored = unless_stopped(restore(file, &database, show)).await?;
    bar.end();
    let (database, matches) = (database.display(), restored.matches);
    Ok(writeln!(io::stdout(), "{database} has the content of the backup: {matches} games. Start the bot.")?)
}

/// The absolute path of the configured database file; otherwise `problem` completes "the configured database …". Says so
/// if the file is only the default one, because the bot may have a configuration elsewhere.
fn database(config: &Config, problem: &str) -> CommandResult<PathBuf> {
    let path = match config.database.location(&config.store) {
        DatabaseLocation::File(path) => absolute(path)?,
        DatabaseLocation::Server { .. } => return Err(format!("the configured database {problem}").into()),
    };
    if !config.has_file && config.database.url.expose().is_empty() {
        let missing = absolute(&config.path)?;
        writeln!(
            io::stderr(),
            "No configuration file was found: there is no {}. By default, the database is {}. If the bot has a \
             configuration, name it with --config.",
            missing.display(),
            path.display()
        )?;
    }
    Ok(path)
}

/// Does the work until it is done or a signal stops the program. Stopped work removes what it has written so far.
async fn unless_stopped<T>(work: impl Future<Output = Result<T, BackupError>>) -> CommandResult<T> {
    const STOPPED: &str = "it was stopped before the copy was complete, so there is no copy";
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let [mut terminate, mut interrupt, mut hang_up] =
            [signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?, signal(SignalKind::hangup())?];
        tokio::select! {
            done = work => Ok(done?),
            _ = terminate.recv() => Err(STOPPED.into()),
            _ = interrupt.recv() => Err(STOPPED.into()),
            _ = hang_up.recv() => Err(STOPPED.into()),
        }
    }
    #[cfg(not(unix))]
    tokio::select! {
        done = work => Ok(done?),
        _ = tokio::signal::ctrl_c() => Err(STOPPED.into()),
    }
}
