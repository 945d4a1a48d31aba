//! Maintenance of the file: prunes obsolete rows, returns free pages to the file system, and truncates the write-ahead
//! log.

use super::moves;
use super::rows::failed;
use super::sqlite_storage::SqliteStorage;
use crate::service::time::control::DAY_MS;
use crate::service::{Millis, StorageError};
use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions, Connection};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How long posts and jobs are retained after they were delivered, done or abandoned, in milliseconds. They show a host
/// what happened; nothing else reads them.
const DELIVERED_RETAINED_MS: i64 = 7 * DAY_MS;
/// How long challenges are retained after their expiry, in any state, in milliseconds.
const CHALLENGES_RETAINED_MS: i64 = 30 * DAY_MS;
/// The number of rows pruned per transaction, so that a move waits for it only a few milliseconds.
const PRUNE_BATCH: i64 = 500;
/// The number of pages freed per transaction.
const SHRINK_BATCH_PAGES: u32 = 500;
/// The timeout for truncating the write-ahead log; readers and the writer take precedence.
const LOG_BUSY_TIMEOUT: Duration = Duration::from_millis(100);

/// The pruning statements with their retention times in milliseconds. `$1` is the instant before which rows are
/// obsolete, `$2` the batch size.
const PRUNE: [(&str, i64); 7] = [
    (
        "DELETE FROM outbox WHERE id IN (
            SELECT id FROM outbox WHERE due_at IS NULL AND COALESCE(delivered_at, created_at) < $1 LIMIT $2
         )",
        DELIVERED_RETAINED_MS,
    ),
    // Failed jobs of running matches are retried at the next start.
    (
        "DELETE FROM jobs WHERE id IN (
            SELECT jobs.id FROM jobs JOIN matches ON matches.id = jobs.match
            WHERE state != 'waiting' AND created_at < $1 AND NOT (state = 'failed' AND status = 'running') LIMIT $2
         )",
        DELIVERED_RETAINED_MS,
    ),
    (
        "DELETE FROM challenges WHERE id IN (SELECT id FROM challenges WHERE expires_at < $1 LIMIT $2)",
        CHALLENGES_RETAINED_MS,
    ),
    ("DELETE FROM link_codes WHERE person IN (SELECT person FROM link_codes WHERE expires_at < $1 LIMIT $2)", 0),
    ("DELETE FROM stored_actions WHERE id IN (SELECT id FROM stored_actions WHERE expires_at < $1 LIMIT $2)", 0),
    (
        "DELETE FROM inbox WHERE (platform, event) IN (SELECT platform, event FROM inbox WHERE at < $1 LIMIT $2)",
        DELIVERED_RETAINED_MS,
    ),
    ("DELETE FROM exports WHERE player IN (SELECT player FROM exports WHERE at < $1 LIMIT $2)", DAY_MS),
];

/// Prunes one batch per rule and packs the moves of a batch of old matches; returns whether there may be more.
pub(super) async fn prune(store: &SqliteStorage, now: Millis) -> Result<bool, StorageError> {
    let mut has_more = moves::pack_old(store).await?;
    for (sql, retention_ms) in PRUNE {
        let mut tx = store.write().await?;
        let pruned = sqlx::query(sql).bind(now.plus(-retention_ms).0).bind(PRUNE_BATCH);
        let pruned = pruned.execute(&mut *tx).await.map_err(failed)?.rows_affected();
        tx.commit().await.map_err(failed)?;
        has_more |= pruned == PRUNE_BATCH.unsigned_abs();
    }
    Ok(has_more)
}

/// Returns a batch of free pages to the file system; returns whether there may be more.
pub(super) async fn shrink(store: &SqliteStorage) -> Result<bool, StorageError> {
    // Run outside a transaction: the pragma is one itself, and does its work while its rows are read.
    let sql = sqlx::AssertSqlSafe(format!("PRAGMA incremental_vacuum({SHRINK_BATCH_PAGES})"));
    sqlx::raw_sql(sql).fetch_all(&store.writer).await.map_err(failed)?;
    let free: i64 = sqlx::query_scalar("PRAGMA freelist_count").fetch_one(&store.writer).await.map_err(failed)?;
    let shrinks: i64 = sqlx::query_scalar("PRAGMA auto_vacuum").fetch_one(&store.writer).await.map_err(failed)?;
    Ok(free > 0 && shrinks != 0)
}

/// Records that rows were deleted for a person, and tries to truncate the write-ahead log at once.
pub(super) async fn truncate_log_after_deletion(store: &SqliteStorage) {
    store.maintenance.log_has_deleted_rows.store(true, Ordering::Relaxed);
    if let Err(error) = truncate_log(store).await {
        tracing::warn!(%error, "the write-ahead log could not be truncated; trying again in a minute");
    }
}

/// Truncates the write-ahead log if it may contain rows that were deleted for a person; returns whether it is free of
/// them. SQLite reports “busy” in the result row while a reader uses an older snapshot.
pub(super) async fn truncate_log(store: &SqliteStorage) -> Result<bool, StorageError> {
    if !store.maintenance.log_has_deleted_rows.load(Ordering::Relaxed) {
        return Ok(true);
    }
    // A separate connection, because waiting here would block the writer.
    let options = store.maintenance.options.clone().busy_timeout(LOG_BUSY_TIMEOUT);
    let mut connection: SqliteConnection = options.connect().await.map_err(failed)?;
    let checkpoint = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await;
    // Always closed; an error on closing says nothing about the log.
    let _ = connection.close().await;
    let (busy, _, _): (i64, i64, i64) = checkpoint.map_err(failed)?;
    let is_empty = busy == 0;
    if is_empty {
        store.maintenance.log_has_deleted_rows.store(false, Ordering::Relaxed);
    }
    Ok(is_empty)
}

/// Rebuilds the file of an earlier version once, so that it can shrink from then on. If that fails, for example because
/// the disk has no room for a second copy, the file stays usable as it is.
pub(super) async fn enable_shrinking(store: &SqliteStorage) {
    let mode = sqlx::query_scalar::<_, i64>("PRAGMA auto_vacuum").fetch_one(&store.writer).await;
    if mode.is_ok_and(|mode| mode != 0) {
        return;
    }
    let begun = Instant::now();
    tracing::info!("rebuilding the database once so that its file can shrink; this may take a minute per gigabyte");
    match sqlx::raw_sql("VACUUM").execute(&store.writer).await {
        Ok(_) => tracing::info!(seconds = begun.elapsed().as_secs(), "the database has been rebuilt"),
        Err(error) => tracing::warn!(%error, "the database could not be rebuilt; its file will not shrink"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::MaintenanceStorage;
    use sqlx::sqlite::SqliteConnectOptions;
    use tempfile::TempDir;

    const NOW: Millis = Millis(100 * DAY_MS);

    /// Rows on both sides of each rule, with ages in days; rows that are retained have even ids.
    async fn filled(store: &SqliteStorage) {
        let row = "INSERT INTO matches (game, setup, player1, player2, status, outcome, started_at, changed_at,
                version) VALUES ('barrier', 'variant=8', 1, 2, $1, $2, 0, 0, 1)";
        for (status, outcome) in [("running", None), ("resigned", Some("1-0"))] {
            sqlx::query(row).bind(status).bind(outcome).execute(&store.writer).await.expect("a match");
        }
        let posts = "INSERT INTO outbox (platform, location, priority, id, match, post, created_at, due_at, delivered_at) VALUES
            ('discord', 1, 0, 2, 1, '{}', $1 - 8 * 86400000, $1, NULL),
            ('discord', 1, 0, 4, 1, '{}', $1 - 8 * 86400000, NULL, $1 - 6 * 86400000),
            ('discord', 1, 0, 5, 1, '{}', $1 - 8 * 86400000, NULL, $1 - 8 * 86400000),
            ('discord', 1, 0, 6, 1, '{}', $1 - 6 * 86400000, NULL, NULL),
            ('discord', 1, 0, 7, 1, '{}', $1 - 8 * 86400000, NULL, NULL)";
        let jobs = "INSERT INTO jobs (id, kind, match, version, ply, state, created_at, due_at) VALUES
            (2, 'turn', 1, 0, 0, 'waiting', 0, 0), (4, 'turn', 1, 0, 0, 'failed', 0, 0),
            (6, 'turn', 1, 0, 0, 'done', $1 - 6 * 86400000, 0), (7, 'turn', 1, 0, 0, 'done', $1 - 8 * 86400000, 0),
            (9, 'turn', 2, 0, 0, 'failed', 0, 0), (11, 'turn', 1, 0, 0, 'dropped', 0, 0)";
        let challenges =
            "INSERT INTO challenges (id, game, setup, challenger, side, note, place, delivery_mode, language, state, match,
                created_at, expires_at) VALUES
            (2, 'barrier', '', 1, 'lot', '', 5, 'channel', 'it', 'open', NULL, 0, $1 - 29 * 86400000),
            (3, 'barrier', '', 1, 'lot', '', 5, 'channel', 'it', 'open', NULL, 0, $1 - 31 * 86400000),
            (5, 'barrier', '', 1, 'lot', '', 5, 'channel', 'it', 'accepted', 1, 0, $1 - 31 * 86400000)";
        let actions = "INSERT INTO stored_actions (id, platform, message, key, place, action, expires_at) VALUES
            (2, 'matrix', '$1', '1', 5, 'accept 1', $1), (3, 'matrix', '$1', '2', 5, 'decline 1', $1 - 1)";
        for rows in [posts, jobs, challenges, actions] {
            sqlx::query(rows).bind(NOW.0).execute(&store.writer).await.expect("rows");
        }
    }

    #[tokio::test]
    async fn what_has_served_its_purpose_is_pruned_and_nothing_else() {
        let folder = TempDir::new().expect("a folder");
        let store = SqliteStorage::open(&folder.path().join("tablero.sqlite")).await.expect("a database");
        filled(&store).await;
        while store.prune(NOW).await.expect("it is pruned") {}
        for (table, left) in
            [("outbox", [2, 4, 6].as_slice()), ("jobs", &[2, 4, 6]), ("challenges", &[2]), ("stored_actions", &[2])]
        {
            let sql = sqlx::AssertSqlSafe(format!("SELECT id FROM {table} ORDER BY id"));
            let ids: Vec<i64> = sqlx::query_scalar(sql).fetch_all(&store.readers).await.expect("rows");
            assert_eq!(ids, left, "{table}");
        }
        store.close().await;
    }

    #[tokio::test]
    async fn a_file_of_an_earlier_version_shrinks_too() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut old = options.connect().await.expect("a database");
        crate::db::sqlite::open::migrations(usize::MAX).run(&mut old).await.expect("the schema");
        old.close().await.expect("it is closed");
        let store = SqliteStorage::open(&path).await.expect("a database");
        filled(&store).await;
        let many = "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO outbox (platform, match, location, priority, post, created_at)
            SELECT 'discord', 1, 1, 0, printf('%.1000c', '.'), 0 FROM n";
        sqlx::query(many).execute(&store.writer).await.expect("rows");
        assert!(store.purge_deleted().await.expect("the log is emptied"));
        let size = || std::fs::metadata(&path).expect("the file").len();
        let before = size();
        let mut slices = 0;
        while store.prune(NOW).await.expect("it is pruned") {
            slices += 1;
        }
        while store.shrink().await.expect("it shrinks") {}
        truncate_log_after_deletion(&store).await;
        assert!(slices >= 6, "3,000 rows are not deleted at once: {slices}");
        assert!(before > 3_000_000 && size() < 1_000_000, "{before} → {}", size());
        store.close().await;
    }
}
