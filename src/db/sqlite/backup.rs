//! Backups of a database file, made while the bot uses it, and their way back.

use super::lock::OwnerLock;
use super::migrations::LATEST;
use crate::db::database_error::is_damaged;
use crate::db::open_error::OpenError;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time between two reports of the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Why there is no backup, or why it was not restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is no such file.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// The target exists.
    #[error("{} exists already: name another file, or move it away", .0.display())]
    Exists(PathBuf),
    /// The bot uses the database that would be restored.
    #[error(transparent)]
    InUse(#[from] OpenError),
    /// The file is not a database of this program.
    #[error("{} is not a database of Tablero", .0.display())]
    Foreign(PathBuf),
    /// The file is damaged.
    #[error("{} is damaged: {problem}. Use an earlier backup", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        problem: String,
    },
    /// A newer version of the program has made the file.
    #[error("{} is from a newer version of Tablero: install that version first", .0.display())]
    Newer(PathBuf),
    /// A file cannot be written.
    #[error("{} cannot be written: {source}. Check the permissions and the free space", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The database reported an error.
    #[error("{} cannot be read or written: {source}. Check the permissions and the free space", path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// The cause.
        source: sqlx::Error,
    },
}

/// What a backup has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupSummary {
    /// The number of matches.
    pub matches: i64,
    /// The size in bytes.
    pub bytes: u64,
}

/// Writes a copy of a database as it is at one moment, while the bot uses it and changes it, and checks the copy. The
/// copy appears under its name when it is complete. Only its owner may read it. `progress` receives the bytes that were
/// written and the size of the database.
///
/// # Errors
/// See [`BackupError`]; there is no file then.
pub async fn backup(from: &Path, to: &Path, progress: impl FnMut(u64, u64)) -> Result<BackupSummary, BackupError> {
    if !from.exists() {
        return Err(BackupError::Missing(from.to_owned()));
    }
    let partial = Partial::create(to)?;
    let failed = |source| BackupError::Database { path: from.to_owned(), source };
    let mut database = connect(from).await?;
    let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let size: i64 = sqlx::query_scalar(size).fetch_one(&mut database).await.map_err(failed)?;
    let target = partial.path.to_string_lossy().into_owned();
    // The copy is made within a transaction that reads, so that it is consistent and nobody waits for it.
    let copy = sqlx::query("VACUUM INTO $1").bind(target).execute(&mut database);
    watch(copy, &partial.path, size.unsigned_abs(), progress).await.map_err(failed)?;
    database.close().await.map_err(failed)?;
    let summary = check(&partial.path).await?;
    partial.complete()?;
    Ok(summary)
}

/// Puts a backup where the bot expects its database, where there must be none, and checks it first. `progress`
/// receives the bytes that were written and the size of the backup.
///
/// # Errors
/// See [`BackupError`]; there is no database then.
pub async fn restore(from: &Path, to: &Path, progress: impl FnMut(u64, u64)) -> Result<BackupSummary, BackupError> {
    if !from.exists() {
        return Err(BackupError::Missing(from.to_owned()));
    }
    let unwritable = |source| BackupError::Unwritable { path: to.to_owned(), source };
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).map_err(unwritable)?;
    }
    // Held until the end, so that no bot starts meanwhile.
    let lock = OwnerLock::take(to)?;
    let mut leftover = to.as_os_str().to_owned();
    leftover.push("-wal");
    if Path::new(&leftover).exists() {
        // SQLite would apply the changes of the former database to this one.
        return Err(BackupError::Exists(leftover.into()));
    }
    let summary = check(from).await?;
    let partial = Partial::create(to)?;
    let (source, target) = (from.to_owned(), partial.path.clone());
    let copy = async {
        let copy = move || {
            let mut target = OpenOptions::new().write(true).open(target)?;
            // Not `fs::copy`, which would also copy who may read the file.
            io::copy(&mut File::open(source)?, &mut target)
        };
        tokio::task::spawn_blocking(copy).await.unwrap_or_else(|error| Err(io::Error::other(error)))
    };
    watch(copy, &partial.path, summary.bytes, progress).await.map_err(unwritable)?;
    let restored = check(&partial.path).await?;
    partial.complete()?;
    lock.release();
    Ok(restored)
}

/// Connects to a database without changing it.
async fn connect(path: &Path) -> Result<SqliteConnection, BackupError> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    options.connect().await.map_err(|source| BackupError::Database { path: path.to_owned(), source })
}

/// Reports the size of a file until what writes it has ended.
async fn watch<T>(writing: impl Future<Output = T>, path: &Path, size: u64, mut progress: impl FnMut(u64, u64)) -> T {
    tokio::pin!(writing);
    let mut interval = tokio::time::interval(PROGRESS_INTERVAL);
    loop {
        tokio::select! {
            written = &mut writing => {
                progress(size, size);
                return written;
            }
            _ = interval.tick() => progress(fs::metadata(path).map_or(0, |file| file.len().min(size)), size),
        }
    }
}

/// Checks that a file is a sound database of this version or an earlier one.
async fn check(path: &Path) -> Result<BackupSummary, BackupError> {
    let owned = || path.to_owned();
    let mut database = connect(path).await?;
    let version: Result<i64, _> =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut database).await;
    match version {
        Ok(version) if version > LATEST => return Err(BackupError::Newer(owned())),
        Ok(_) => {}
        Err(error) if is_damaged(&error) => {
            return Err(BackupError::Damaged { path: owned(), problem: error.to_string() });
        }
        Err(_) => return Err(BackupError::Foreign(owned())),
    }
    let damaged = |problem: String| BackupError::Damaged { path: owned(), problem };
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check(1)")
        .fetch_one(&mut database)
        .await
        .map_err(|error| damaged(error.to_string()))?;
    if sound != "ok" {
        return Err(damaged(sound));
    }
    let failed = |source| BackupError::Database { path: owned(), source };
    let dangling = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut database).await.map_err(failed)?;
    if dangling.is_some() {
        return Err(damaged("rows refer to rows that are not there".to_owned()));
    }
    let matches = sqlx::query_scalar("SELECT COUNT(*) FROM matches").fetch_one(&mut database).await.map_err(failed)?;
    database.close().await.map_err(failed)?;
    let bytes = fs::metadata(path).map_err(|source| BackupError::Unwritable { path: owned(), source })?.len();
    Ok(BackupSummary { matches, bytes })
}

/// A file that gets its name when it is complete, and is removed otherwise.
struct Partial {
    path: PathBuf,
    target: PathBuf,
    is_complete: bool,
}

impl Partial {
    /// Creates the file, empty and readable by its owner alone.
    fn create(target: &Path) -> Result<Partial, BackupError> {
        if target.exists() {
            return Err(BackupError::Exists(target.to_owned()));
        }
        let mut path = target.as_os_str().to_owned();
        path.push(".partial");
        let path = PathBuf::from(path);
        let mut options = OpenOptions::new();
        // What an interrupted attempt has left is overwritten.
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path).map_err(|source| BackupError::Unwritable { path: path.clone(), source })?;
        Ok(Partial { path, target: target.to_owned(), is_complete: false })
    }

    /// Makes the file survive a loss of power, and gives it its name.
    fn complete(mut self) -> Result<(), BackupError> {
        let stored = File::open(&self.path).and_then(|file| file.sync_all());
        let renamed = stored.and_then(|()| fs::rename(&self.path, &self.target));
        renamed.map_err(|source| BackupError::Unwritable { path: self.target.clone(), source })?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if !self.is_complete {
            // It is only in the way; the error that led here is reported.
            let _ = fs::remove_file(&self.path);
        }
    }
}
