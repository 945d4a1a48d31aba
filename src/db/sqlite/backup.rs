//! Backups of a database file, made while the bot uses it, and their way back.

use super::backup_error::BackupError;
use super::file_owner::{create_folders, folder_of, give_to_owner_of_folder};
use super::lock::{OwnerLock, lock_path};
use super::migrations::{LATEST, is_unreleased};
use super::partial_file::{PartialFile, is_taken};
use crate::db::database_error::{is_damaged, is_unread, is_unwritable};
use crate::db::open_error::OpenError;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The time between two reports of the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

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
    check_presence(from)?;
    let to = absolute(to)?;
    let partial = PartialFile::create(&to)?;
    copy(from, &partial, &to, progress).await?;
    // The copy is of the version of the database, and may be read whatever locks the database.
    check_version(from, &mut connect(&partial.path).await?).await?;
    let summary = check(&partial.path).await?;
    partial.complete()?;
    Ok(summary)
}

/// Puts a backup where the bot expects its database, where there must be none, and checks it first. The backup may also
/// be a database that was moved away, together with its write-ahead log. If root does this, the database belongs to the
/// owner of its folder. `progress` receives the bytes that were written and the size of the backup.
///
/// # Errors
/// See [`BackupError`]; there is no database then.
pub async fn restore(from: &Path, to: &Path, progress: impl FnMut(u64, u64)) -> Result<BackupSummary, BackupError> {
    check_presence(from)?;
    let to = absolute(to)?;
    let unwritable = |source| BackupError::Unwritable { path: to.clone(), source };
    create_folders(folder_of(&to)).map_err(unwritable)?;
    let lock_file = lock_path(&to);
    let is_locked_before = is_taken(&lock_file).map_err(unwritable)?;
    // Held until the end, so that no bot starts meanwhile.
    let lock = OwnerLock::take(&to)?;
    if !lock.has_name() {
        return Err(OpenError::InUse { path: to }.into());
    }
    if !is_locked_before {
        give_to_owner_of_folder(&lock_file).map_err(unwritable)?;
    }
    // SQLite would apply the changes of the former database to this one, or take changes back.
    for ending in ["-wal", "-journal"] {
        let mut leftover = to.as_os_str().to_owned();
        leftover.push(ending);
        if is_taken(Path::new(&leftover)).map_err(unwritable)? {
            return Err(BackupError::Exists(leftover.into()));
        }
    }
    check(from).await?;
    let partial = PartialFile::create(&to)?;
    // Not a copy of the file, which would lack what is only in its write-ahead log.
    copy(from, &partial, &to, progress).await?;
    forget_owner(&partial.path).await?;
    let restored = check(&partial.path).await?;
    give_to_owner_of_folder(&partial.path).map_err(unwritable)?;
    partial.complete()?;
    lock.release();
    Ok(restored)
}

/// Reports a file that is not there, or that this user cannot see.
fn check_presence(path: &Path) -> Result<(), BackupError> {
    match fs::metadata(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(BackupError::Missing(path.to_owned())),
        Err(source) => Err(BackupError::Unreadable { path: path.to_owned(), source }),
    }
}

/// The absolute path of a file to write. SQLite would read a relative one that begins with `file:` as a URL.
fn absolute(path: &Path) -> Result<PathBuf, BackupError> {
    std::path::absolute(path).map_err(|source| BackupError::Unwritable { path: path.to_owned(), source })
}

/// Copies a database as it is at one moment into the partial file of `to`.
async fn copy(
    from: &Path,
    partial: &PartialFile,
    to: &Path,
    progress: impl FnMut(u64, u64),
) -> Result<(), BackupError> {
    let unreadable = |source| unreadable(from, source);
    let unwritable = |source| BackupError::Unwritable { path: to.to_owned(), source };
    let target = partial.path.to_str().ok_or_else(|| unwritable(io::Error::other("its name is not valid UTF-8")))?;
    let mut database = connect(from).await?;
    let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
    let size: i64 = sqlx::query_scalar(size).fetch_one(&mut database).await.map_err(unreadable)?;
    // The copy is made within a transaction that reads, so that it is consistent and nobody waits for it.
    let copy = sqlx::query("VACUUM INTO $1").bind(target.to_owned()).execute(&mut database);
    let copied = watch(copy, &partial.path, size.unsigned_abs(), progress).await;
    copied.map_err(|error| {
        if is_unwritable(&error) && !is_unread(&error) {
            unwritable(io::Error::other(error))
        } else {
            unreadable(error)
        }
    })?;
    database.close().await.map_err(unreadable)
}

/// Why a database cannot be read.
fn unreadable(path: &Path, source: sqlx::Error) -> BackupError {
    let path = path.to_owned();
    if is_damaged(&source) {
        return BackupError::Damaged { path, problem: source.to_string() };
    }
    BackupError::Database { path, source }
}

/// Forgets who has owned the keys for encryption, so that the bot takes them for those of a copy and begins as a new
/// device: they may have been used since the backup, and none may be used twice.
async fn forget_owner(path: &Path) -> Result<(), BackupError> {
    let unreadable = |source| unreadable(path, source);
    let mut database = SqliteConnectOptions::new().filename(path).connect().await.map_err(unreadable)?;
    // Earlier versions have no keys.
    let has_owner = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'record_owner')";
    if sqlx::query_scalar(has_owner).fetch_one(&mut database).await.map_err(unreadable)? {
        sqlx::query("DELETE FROM record_owner").execute(&mut database).await.map_err(unreadable)?;
    }
    database.close().await.map_err(unreadable)
}

/// Connects to a database without changing it.
async fn connect(path: &Path) -> Result<SqliteConnection, BackupError> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true);
    options.connect().await.map_err(|source| unreadable(path, source))
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

/// Checks that a file is a database of this version or an earlier one.
async fn check_version(path: &Path, database: &mut SqliteConnection) -> Result<(), BackupError> {
    let owned = || path.to_owned();
    let version: Result<i64, _> =
        sqlx::query_scalar("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut *database).await;
    match version {
        Ok(_) if is_unreleased(database).await.is_ok_and(|is_unreleased| is_unreleased) => {
            Err(BackupError::Unreleased(owned()))
        }
        Ok(version) if version > LATEST => Err(BackupError::Newer(owned())),
        Ok(_) => Ok(()),
        Err(error) if is_damaged(&error) => Err(BackupError::Damaged { path: owned(), problem: error.to_string() }),
        Err(_) => Err(BackupError::Foreign(owned())),
    }
}

/// Checks that a file is a sound database of this version or an earlier one.
async fn check(path: &Path) -> Result<BackupSummary, BackupError> {
    let owned = || path.to_owned();
    let mut database = connect(path).await?;
    check_version(path, &mut database).await?;
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
