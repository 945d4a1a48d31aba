//! Opens the database file, configures it and applies migrations.

use super::leases;
use super::lists::update_unknown_turns;
use super::lock::OwnerLock;
use super::maintenance;
use super::maintenance_state::MaintenanceState;
use super::open_error::OpenError;
use super::rows::{is_locked, is_unwritable};
use super::sqlite_storage::SqliteStorage;
use crate::catalog::Catalog;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteAutoVacuum, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, SqlSafeStr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The migrations with their numbers. They only go forward, and a released migration never changes.
const MIGRATIONS: [(i64, &str, &str); 13] = [
    (1, "matches and posts", include_str!("../../../migrations/sqlite/0001_matches_and_posts.sql")),
    (2, "answers", include_str!("../../../migrations/sqlite/0002_answers.sql")),
    (3, "engine", include_str!("../../../migrations/sqlite/0003_engine.sql")),
    (4, "hints", include_str!("../../../migrations/sqlite/0004_hints.sql")),
    (5, "analyses", include_str!("../../../migrations/sqlite/0005_analyses.sql")),
    (6, "clocks", include_str!("../../../migrations/sqlite/0006_clocks.sql")),
    (7, "asked", include_str!("../../../migrations/sqlite/0007_asked.sql")),
    (8, "delivery and housekeeping", include_str!("../../../migrations/sqlite/0008_delivery_and_housekeeping.sql")),
    (9, "people and accounts", include_str!("../../../migrations/sqlite/0009_people_and_accounts.sql")),
    (10, "places and message ids", include_str!("../../../migrations/sqlite/0010_places_and_message_ids.sql")),
    (11, "inbox and move lists", include_str!("../../../migrations/sqlite/0011_inbox_and_move_lists.sql")),
    (12, "destinations and leases", include_str!("../../../migrations/sqlite/0012_destinations_and_leases.sql")),
    (13, "thinking notes", include_str!("../../../migrations/sqlite/0013_thinking_notes.sql")),
];

/// The first `limit` migrations, or all of them when there are fewer.
pub fn migrations(limit: usize) -> Migrator {
    // sqlx's `migrate!` macro would build SQLite a second time.
    let migration = |(version, name, sql): &(i64, &'static str, &'static str)| {
        // A migration that turns foreign keys off manages its own transaction.
        let no_tx = sql.contains("PRAGMA foreign_keys");
        Migration::new(*version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), no_tx)
    };
    Migrator::with_migrations(MIGRATIONS.iter().take(limit).map(migration).collect())
}

/// How long a connection waits for a lock held by another process before it gives up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
const READERS: u32 = 4;

/// Which failures committed data survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// Committed data survives a power failure.
    #[default]
    Power,
    /// Committed data survives the end of the process, but not always a power failure. For simulations.
    Process,
}

/// How a database is opened.
#[derive(Clone, Debug, Default)]
pub struct StorageOptions {
    /// Which failures committed data survives.
    pub durability: Durability,
    /// The games whose matches it stores; the standard ones by default.
    pub catalog: Catalog,
}

impl SqliteStorage {
    /// Opens the file, creating it if necessary, and applies pending migrations. Committed data survives a power
    /// failure.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open(path: &Path) -> Result<SqliteStorage, OpenError> {
        SqliteStorage::open_with(path, StorageOptions::default()).await
    }

    /// Like [`SqliteStorage::open`], with these options.
    ///
    /// # Errors
    /// See [`OpenError`].
    pub async fn open_with(path: &Path, options: StorageOptions) -> Result<SqliteStorage, OpenError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|source| OpenError::Folder { path: folder.to_owned(), source })?;
        }
        let lock = Arc::new(OwnerLock::take(path)?);
        let StorageOptions { durability, catalog } = options;
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
            .busy_timeout(BUSY_TIMEOUT);
        let file = |source| OpenError::File { path: path.to_owned(), source };
        // Takes effect in new files only; [`maintenance::enable_shrinking`] rebuilds older files once.
        let writing = options.clone().create_if_missing(true).auto_vacuum(SqliteAutoVacuum::Incremental);
        let writer = pool(1).connect_with(writing.clone()).await.map_err(file)?;
        check_writable(&writer).await.map_err(|source| write_error(path, source))?;
        migrate(&writer, path).await?;
        let reading = options.read_only(true);
        let readers = pool(READERS).connect_with(reading).await.map_err(file)?;
        let maintenance = Arc::new(MaintenanceState::new(writing));
        let store = SqliteStorage { writer, readers, health: Arc::default(), maintenance, lock, catalog };
        let settled = update_unknown_turns(&store).await;
        settled.map_err(|source| OpenError::Settling { path: path.to_owned(), source: Box::new(source) })?;
        let released = leases::release_all(&store).await;
        released.map_err(|source| OpenError::Settling { path: path.to_owned(), source: Box::new(source) })?;
        maintenance::enable_shrinking(&store).await;
        Ok(store)
    }
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

/// Applies pending migrations, unless a newer version has migrated the file, and then checks the foreign keys.
async fn migrate(writer: &SqlitePool, path: &Path) -> Result<(), OpenError> {
    let path = path.to_owned();
    let file = |source| OpenError::File { path: path.clone(), source };
    let known = MIGRATIONS.len() as i64;
    let before = schema_version(writer).await.map_err(file)?;
    if before > known {
        let version: Result<String, _> = sqlx::query_scalar("SELECT version FROM program").fetch_one(writer).await;
        // Even if the version cannot be read, the schema is newer than the known ones.
        let version = version.unwrap_or_else(|_| format!("with database schema {before}"));
        return Err(OpenError::Newer { path, version });
    }
    for limit in before..=known {
        // Tables are made anew with foreign keys off. SQLite can switch them only outside of a transaction, and some
        // migrations switch them on again. All of this is the one connection of the writer.
        sqlx::query("PRAGMA foreign_keys = OFF").execute(writer).await.map_err(file)?;
        let migrated = migrations(usize::try_from(limit).unwrap_or(usize::MAX)).run(writer).await;
        sqlx::query("PRAGMA foreign_keys = ON").execute(writer).await.map_err(file)?;
        migrated.map_err(|source| OpenError::Migration { path: path.clone(), source })?;
    }
    if before == known {
        return Ok(());
    }
    let dangling: Vec<(String, Option<i64>, String, i64)> =
        sqlx::query_as("PRAGMA foreign_key_check").fetch_all(writer).await.map_err(file)?;
    if let Some((table, ..)) = dangling.first() {
        return Err(OpenError::Dangling { path, table: table.clone(), rows: dangling.len() });
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
fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    async fn database_without_schema(path: &Path) -> SqlitePool {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        SqlitePoolOptions::new().max_connections(1).connect_with(options).await.expect("a database")
    }

    #[tokio::test]
    async fn a_database_of_every_earlier_version_is_brought_up_to_date() {
        for version in 0..=MIGRATIONS.len() {
            let folder = TempDir::new().expect("a folder");
            let path = folder.path().join("deep/tablero.sqlite");
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            let old = database_without_schema(&path).await;
            migrations(version).run(&old).await.expect("an earlier version");
            old.close().await;
            let store = SqliteStorage::open(&path).await.expect("the current version opens the database");
            let applied: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM _sqlx_migrations")
                .fetch_one(&store.readers)
                .await
                .expect("the table of migrations");
            assert_eq!(applied, MIGRATIONS.len() as i64);
            store.close().await;
        }
    }

    #[tokio::test]
    async fn games_of_the_first_version_go_on_where_they_were() {
        use crate::service::{
            ChallengeId, ChallengeStorage, Claimant, DeliveryMode, MatchId, MatchStorage, Millis, OutboxStorage,
            PlatformId, Player, PlayerId, PostPriority,
        };
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        let old = database_without_schema(&path).await;
        migrations(1).run(&old).await.expect("the first version");
        for (in_server, post) in [(1, r#"{"post":"open","game":1}"#), (0, r#"{"post":"open","game":2}"#)] {
            sqlx::query(
                "INSERT INTO challenges (game, setup, challenger, side, note, place, in_server, language, state,
                    created_at, expires_at) VALUES ('barrier', 'variant=8', 1, 'lot', '', 5, $1, 'it', 'open', 0, 9)",
            )
            .bind(in_server)
            .execute(&old)
            .await
            .expect("a challenge");
            sqlx::query(
                "INSERT INTO matches (game, setup, player1, player2, channel, place, in_server, language, status,
                    started_at, changed_at, version) VALUES ('barrier', 'variant=8', 1, 2, 5, 5, $1, 'it', 'running', 0, 0, 0)",
            )
            .bind(in_server)
            .execute(&old)
            .await
            .expect("a match");
            sqlx::query("INSERT INTO outbox (match, post, created_at, due_at) VALUES (2 - $1, $2, 0, 0)")
                .bind(in_server)
                .bind(post)
                .execute(&old)
                .await
                .expect("a post");
        }
        old.close().await;
        let store = SqliteStorage::open(&path).await.expect("the current version opens the database");
        for (id, delivery_mode) in [(1, DeliveryMode::Threads), (2, DeliveryMode::Channel)] {
            let challenge = store.challenge(ChallengeId(id)).await.expect("it is read").expect("it is there");
            let found = store.find_match(MatchId(id)).await.expect("it is read").expect("it is there");
            assert_eq!((challenge.terms.delivery_mode, found.location.delivery_mode), (delivery_mode, delivery_mode));
            assert_eq!(found.players, [1, 2].map(|id| Player::Person(PlayerId(id))));
            assert!(challenge.terms.hints && found.hints && found.hints_used == [0, 0] && !found.waits_for_engine());
            assert_eq!((challenge.terms.language, found.location.language), ("it".to_owned(), "it".to_owned()));
        }
        let lease = Claimant::new().lease(Millis(1));
        let (due, _) = store
            .claim_posts(PlatformId("discord"), PostPriority::Turn, lease, Millis(1), 10)
            .await
            .expect("posts are read");
        assert_eq!(
            due.iter().map(|due| (due.post.game().map(|game| game.0), due.token.clone())).collect::<Vec<_>>(),
            [(Some(1), None), (Some(2), None)]
        );
        store.close().await;
    }

    #[tokio::test]
    async fn a_database_of_a_later_version_is_refused() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        SqliteStorage::open(&path).await.expect("a new database").close().await;
        let pool = database_without_schema(&path).await;
        for change in
            ["UPDATE _sqlx_migrations SET version = 999 WHERE version = 1", "UPDATE program SET version = '7.5.0'"]
        {
            sqlx::query(change).execute(&pool).await.expect("a change");
        }
        pool.close().await;
        let error = SqliteStorage::open(&path).await.expect_err("a later version").to_string();
        assert!(error.contains("tablero.sqlite belongs to version 7.5.0 or newer of tablero"), "{error}");
    }

    #[tokio::test]
    async fn a_second_process_on_one_file_is_refused_until_the_first_has_ended() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        let store = SqliteStorage::open(&path).await.expect("a new database");
        let refused = SqliteStorage::open(&path).await.expect_err("it is in use");
        assert!(matches!(refused, OpenError::InUse { .. }), "{refused}");
        assert!(refused.to_string().contains("another tablero is already using"), "{refused}");
        let copy = store.clone();
        store.close().await;
        SqliteStorage::open(&path).await.expect("it is free").close().await;
        drop(copy);
    }

    #[tokio::test]
    async fn a_file_that_cannot_be_written_is_refused() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        let store = SqliteStorage::open(&path).await.expect("a new database");
        // Simulates a file without write permission through the read-only pool, because permissions do not stop root.
        let error = check_writable(&store.readers).await.expect_err("it cannot be written");
        let error = write_error(&path, error).to_string();
        assert!(error.contains("cannot be written") && error.contains("permission"), "{error}");
        // Another program in the middle of a write.
        let mut other = store.writer.begin_with("BEGIN IMMEDIATE").await.expect("a transaction");
        sqlx::query("PRAGMA user_version = 0").execute(&mut *other).await.expect("a write");
        let options = SqliteConnectOptions::new().filename(&path).busy_timeout(Duration::ZERO);
        let impatient = pool(1).connect_with(options).await.expect("it can be opened");
        let error = check_writable(&impatient).await.expect_err("it is locked");
        let error = write_error(&path, error).to_string();
        assert!(error.contains("locked by another program"), "{error}");
        drop(other);
        impatient.close().await;
        store.close().await;
    }

    #[test]
    fn every_migration_is_in_the_list() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
        let files = std::fs::read_dir(folder).expect("the folder").count();
        assert_eq!(files, MIGRATIONS.len());
        assert!(MIGRATIONS.iter().zip(1..).all(|((version, ..), number)| *version == number));
    }
}
