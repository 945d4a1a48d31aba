//! A database file: its connections and settings, and its migrations when it is opened.

use super::lock::OwnerLock;
use super::maintenance_state::MaintenanceState;
use super::migrations::{LATEST, is_unreleased, migrations};
use crate::db::database_error::{is_locked, is_unwritable};
use crate::db::open_error::OpenError;
use crate::db::storage_options::Durability;
use futures_util::TryStreamExt;
use sqlx::sqlite::{
    SqliteAutoVacuum, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Sqlite, Transaction};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a connection waits for a lock held by another process while the file is opened.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// How long changes wait while another program has locked the file. Players are answered within three seconds.
const LOCKED_MAX: Duration = Duration::from_millis(1500);
/// How long a change keeps the only writing connection while it waits for such a lock. It is set once the file is open.
const LOCKED_STEP: Duration = Duration::from_millis(20);
const READERS: u32 = 4;

/// A database file that this process owns. Cheap to clone.
///
/// A single connection writes, and each write transaction starts with `BEGIN IMMEDIATE`. With several writers, a
/// transaction that reads and then writes would fail when another one commits in between. Readers never wait for the
/// writer (WAL).
#[derive(Clone, Debug)]
pub(in crate::db) struct SqliteDatabase {
    /// The connection that writes.
    pub writer: SqlitePool,
    /// The connections that read.
    pub readers: SqlitePool,
    /// State used by maintenance.
    pub(super) maintenance: Arc<MaintenanceState>,
    /// Since when another program has locked the file, as far as changes have seen.
    locked_since: Arc<Mutex<Option<Instant>>>,
    /// `None` if another process may own the file.
    lock: Option<Arc<OwnerLock>>,
}

/// Why nothing is written any more.
#[derive(Debug, thiserror::Error)]
#[error(
    "the database {} was moved, deleted or replaced while this process uses it. Stop the bot, put the file back or \
     restore a backup, and start the bot again",
    .0.display()
)]
pub(in crate::db) struct Displaced(PathBuf);

impl SqliteDatabase {
    /// Opens the file, creating it if necessary, and applies pending migrations.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open(path: &Path, durability: Durability) -> Result<SqliteDatabase, OpenError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|source| OpenError::Folder { path: folder.to_owned(), source })?;
        }
        let lock = Arc::new(OwnerLock::take(path)?);
        create_private(path);
        lock.take_file()?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            // Overwrites deleted content with zeros, so that it does not linger in the file.
            .pragma("secure_delete", "ON")
            .synchronous(match durability {
                Durability::Power => SqliteSynchronous::Full,
                Durability::Process => SqliteSynchronous::Off,
            })
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging();
        let file = |source| OpenError::File { path: path.to_owned(), source };
        // Takes effect in new files only, which can shrink from then on.
        let writing = options.clone().create_if_missing(true).auto_vacuum(SqliteAutoVacuum::Incremental);
        let writer = pool(1).connect_with(writing.clone()).await.map_err(file)?;
        check_writable(&writer).await.map_err(|source| write_error(path, source))?;
        migrate(&writer, path).await?;
        sqlx::query("PRAGMA busy_timeout = 20").execute(&writer).await.map_err(file)?;
        writer.set_connect_options(writing.clone().busy_timeout(LOCKED_STEP));
        let reading = options.read_only(true).busy_timeout(LOCKED_MAX);
        let readers = pool(READERS).connect_with(reading).await.map_err(file)?;
        let (maintenance, locked_since) = (Arc::new(MaintenanceState::new(writing)), Arc::default());
        Ok(SqliteDatabase { writer, readers, maintenance, locked_since, lock: Some(lock) })
    }

    /// Begins a transaction that writes. While another program has locked the file, changes take turns at waiting for it,
    /// and once it has been locked for too long, each fails at its turn.
    pub async fn write(&self) -> Result<Transaction<'static, Sqlite>, sqlx::Error> {
        loop {
            let begun = self.writer.begin_with("BEGIN IMMEDIATE").await;
            let mut since = self.locked_since.lock().unwrap_or_else(PoisonError::into_inner);
            match begun {
                Err(error) if is_locked(&error) => {
                    if since.get_or_insert_with(Instant::now).elapsed() >= LOCKED_MAX {
                        return Err(error);
                    }
                }
                begun => {
                    *since = None;
                    return begun;
                }
            }
        }
    }

    /// Why nothing may be written, if the file is no longer at its place.
    pub fn displaced(&self) -> Option<Displaced> {
        let lock = self.lock.as_ref().filter(|lock| lock.is_displaced())?;
        Some(Displaced(lock.database().to_owned()))
    }

    /// Whether a version from before the first release has made the file.
    pub async fn is_unreleased(&self) -> Result<bool, sqlx::Error> {
        Ok(self.schema_version().await? > 0 && is_unreleased(&self.readers).await?)
    }

    /// The first migration that is not the one that was applied to the file.
    pub async fn changed_migration(&self) -> Result<Option<i64>, sqlx::Error> {
        let applied = sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version");
        let applied: Vec<(i64, Vec<u8>)> = applied.fetch_all(&self.readers).await?;
        let known = migrations(usize::MAX);
        let is_changed = |(version, stored): &(i64, Vec<u8>)| {
            known.iter().any(|known| known.version == *version && *known.checksum != **stored)
        };
        Ok(applied.into_iter().find(is_changed).map(|(version, _)| version))
    }

    /// Opens the file for reading, also while another process owns it. It is neither created nor migrated.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open_read_only(path: &Path) -> Result<SqliteDatabase, OpenError> {
        let options = SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(BUSY_TIMEOUT);
        let file = |source| OpenError::File { path: path.to_owned(), source };
        let readers = pool(READERS).connect_with(options.clone()).await.map_err(file)?;
        let (maintenance, locked_since) = (Arc::new(MaintenanceState::new(options)), Arc::default());
        Ok(SqliteDatabase { writer: readers.clone(), readers, maintenance, locked_since, lock: None })
    }

    /// Opens the file for small changes while another process owns it. Its version must be the present one.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open_beside(path: &Path) -> Result<SqliteDatabase, OpenError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .pragma("secure_delete", "ON")
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging();
        let file = |source| OpenError::File { path: path.to_owned(), source };
        let writer = pool(1).connect_with(options.clone()).await.map_err(file)?;
        if schema_version(&writer).await.map_err(file)? != LATEST {
            return Err(OpenError::OtherVersion { path: path.to_owned() });
        }
        let readers = pool(1).connect_with(options.clone().read_only(true)).await.map_err(file)?;
        let (maintenance, locked_since) = (Arc::new(MaintenanceState::new(options)), Arc::default());
        Ok(SqliteDatabase { writer, readers, maintenance, locked_since, lock: None })
    }

    /// The number of the last migration applied to the file; 0 for a new file.
    pub async fn schema_version(&self) -> Result<i64, sqlx::Error> {
        schema_version(&self.readers).await
    }

    /// What SQLite finds wrong with the file: damage, and rows that refer to nothing.
    pub async fn damage(&self) -> Result<Vec<String>, sqlx::Error> {
        let mut found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&self.readers).await?;
        found.retain(|line| line != "ok");
        let rows = count_dangling(&self.readers).await?.into_iter();
        let rows = rows
            .map(|((table, parent), number)| format!("rows of {table} that refer to nothing in {parent}: {number}"));
        found.extend(rows);
        Ok(found)
    }

    /// Closes all connections and releases the lock. All committed data is in the file afterwards.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
        if let Some(lock) = &self.lock {
            lock.release();
        }
    }
}

/// Creates the file so that only its owner can read it, because it has names and games of people. SQLite gives the other
/// files of the database the same permissions. Existing files stay as they are, and what fails here fails again when the
/// file is opened.
fn create_private(path: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let _ = options.open(path);
}

/// Why the first write to the database failed.
fn write_error(path: &Path, source: sqlx::Error) -> OpenError {
    let path = path.to_owned();
    match source {
        source if is_locked(&source) => OpenError::Locked { path, source },
        source if is_unwritable(&source) => OpenError::ReadOnly { path, source },
        source => OpenError::File { path, source },
    }
}

/// Attempts a write. SQLite silently opens a file without write permission as read-only, and even begins transactions
/// in it.
async fn check_writable(writer: &SqlitePool) -> Result<(), sqlx::Error> {
    let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
    // The program does not use `user_version`.
    sqlx::raw_sql("PRAGMA user_version = 0").execute(&mut *tx).await?;
    tx.rollback().await
}

/// Counts the rows that refer to nothing, by their table and the one that they refer to. A damaged file may have millions
/// of them, so they are not kept in memory.
async fn count_dangling(pool: &SqlitePool) -> Result<BTreeMap<(String, String), u64>, sqlx::Error> {
    type Row = (String, Option<i64>, String, i64);
    let mut found = sqlx::query_as::<_, Row>("PRAGMA foreign_key_check").fetch(pool);
    let mut rows = BTreeMap::new();
    while let Some((table, _, parent, _)) = found.try_next().await? {
        *rows.entry((table, parent)).or_insert(0) += 1;
    }
    Ok(rows)
}

/// Applies pending migrations, unless a newer version has migrated the file, and then checks the foreign keys.
async fn migrate(writer: &SqlitePool, path: &Path) -> Result<(), OpenError> {
    let path = path.to_owned();
    let file = |source| OpenError::File { path: path.clone(), source };
    let known = LATEST;
    let before = schema_version(writer).await.map_err(file)?;
    if before > 0 && is_unreleased(writer).await.map_err(file)? {
        return Err(OpenError::Unreleased { path });
    }
    if before > known {
        let version: Result<String, _> = sqlx::query_scalar("SELECT version FROM program").fetch_one(writer).await;
        // Even if the version cannot be read, the schema is newer than the known ones.
        let version = version.unwrap_or_else(|_| format!("with database schema {before}"));
        return Err(OpenError::Newer { path, version });
    }
    // SQLite changes little of a table, so migrations make tables anew, with foreign keys off. They can be switched only
    // outside of a transaction. All of this is the one connection of the writer.
    sqlx::query("PRAGMA foreign_keys = OFF").execute(writer).await.map_err(file)?;
    let migrated = migrations(usize::MAX).run(writer).await;
    sqlx::query("PRAGMA foreign_keys = ON").execute(writer).await.map_err(file)?;
    migrated.map_err(|source| OpenError::Migration { path: path.clone(), source })?;
    if before == known {
        return Ok(());
    }
    let dangling = count_dangling(writer).await.map_err(file)?;
    if let Some((table, _)) = dangling.keys().next() {
        return Err(OpenError::Dangling { path, table: table.clone(), rows: dangling.values().sum() });
    }
    let record_version =
        "INSERT INTO program (one, version) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET version = excluded.version";
    sqlx::query(record_version).bind(env!("CARGO_PKG_VERSION")).execute(writer).await.map_err(file)?;
    Ok(())
}

/// The number of the last migration applied to the file; 0 for a new file.
async fn schema_version(writer: &SqlitePool) -> Result<i64, sqlx::Error> {
    let migrated = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations')";
    if !sqlx::query_scalar::<_, bool>(migrated).fetch_one(writer).await? {
        return Ok(0);
    }
    sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations").fetch_one(writer).await
}

/// A pool of at most this many connections. A connection that is still in a transaction when it is acquired is closed:
/// SQLite rolls back on its own when a COMMIT fails because of a full disk or an I/O error; sqlx's own ROLLBACK then
/// fails, and sqlx considers the connection to be in that transaction from then on.
///
/// Nothing closes idle connections: sqlx's task that does so may never end, and then uses a whole core of the processor
/// and lets the program not stop (sqlx's issue 3645).
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        // A file is always there; asking each time costs as much as a read.
        .test_before_acquire(false)
        .before_acquire(|connection, _| Box::pin(async move { Ok(!sqlx::Connection::is_in_transaction(connection)) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[tokio::test]
    async fn rows_that_refer_to_nothing_are_counted_by_table() {
        let folder = TempDir::new().expect("a folder");
        let file = SqliteDatabase::open(&folder.path().join("tablero.sqlite"), Durability::Process).await;
        let file = file.expect("a new database");
        let mut writer = file.writer.acquire().await.expect("a connection");
        sqlx::raw_sql(
            "PRAGMA foreign_keys = OFF;
             WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1000)
             INSERT INTO notes (match, player, text) SELECT n, 1, 'x' FROM number;
             PRAGMA foreign_keys = ON",
        )
        .execute(&mut *writer)
        .await
        .expect("rows");
        drop(writer);
        let damage = file.damage().await.expect("it can be read");
        assert_eq!(damage, ["rows of notes that refer to nothing in matches: 1000"]);
        file.close().await;
    }

    #[tokio::test]
    async fn a_file_that_cannot_be_written_is_refused() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        let file = SqliteDatabase::open(&path, Durability::Power).await.expect("a new database");
        // Simulates a file without write permission through the read-only pool, because permissions do not stop root.
        let error = check_writable(&file.readers).await.expect_err("it cannot be written");
        let error = write_error(&path, error).to_string();
        assert!(error.contains("cannot be written") && error.contains("permission"), "{error}");
        // Another program in the middle of a write.
        let mut other = file.writer.begin_with("BEGIN IMMEDIATE").await.expect("a transaction");
        sqlx::query("PRAGMA user_version = 0").execute(&mut *other).await.expect("a write");
        let options = SqliteConnectOptions::new().filename(&path).busy_timeout(Duration::ZERO);
        let impatient = pool(1).connect_with(options).await.expect("it can be opened");
        let error = check_writable(&impatient).await.expect_err("it is locked");
        let error = write_error(&path, error).to_string();
        assert!(error.contains("locked by another program"), "{error}");
        drop(other);
        impatient.close().await;
        file.close().await;
    }
}
