//! The heartbeat, outages, the health of the bot, and pruning. Deleted rows are made unreadable, and free space is
//! returned to the file system.

use super::checks::make_all_match_checks_due;
use super::clock_correction::correct;
use super::posts;
use super::rows::changed_one;
use super::sql_storage::SqlStorage;
use crate::db::database_error::failed;
use crate::db::driver::{DatabaseKind, query, query_as};
use crate::service::game_service::heartbeat::OUTAGE_MS;
use crate::service::storage::upkeep_storage::UpkeepStorage;
use crate::service::time::control::DAY_MS;
use crate::service::{ClockCorrection, MatchId, Millis, Post, PostPriority, Span, StorageError, WorkQueue};
use async_trait::async_trait;

/// How long posts and jobs are retained after they were delivered, done or abandoned, in milliseconds. They show a host
/// what happened; nothing else reads them.
const DELIVERED_RETAINED_MS: i64 = 7 * DAY_MS;
/// How long challenges are retained after their expiry, in any state, in milliseconds.
const CHALLENGES_RETAINED_MS: i64 = 30 * DAY_MS;
/// How long records of the encryption are retained that matter for a while only, in milliseconds: longer than a post is
/// tried with its ciphertext, than an event waits for its key, and than homeservers repeat what they have delivered.
const PASSING_RECORDS_RETAINED_MS: i64 = 8 * DAY_MS;
/// The number of rows pruned per transaction, so that a move waits for it only a few milliseconds.
const PRUNE_BATCH: i64 = 500;

/// The pruning statements with their retention times in milliseconds. `$1` is the instant before which rows are
/// obsolete, `$2` the batch size.
const PRUNE: [(&str, i64); 8] = [
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
    (
        "DELETE FROM sealed_records WHERE (kind, id) IN (
            SELECT kind, id FROM sealed_records
            WHERE kind IN ('ciphertext', 'olm-hash', 'waiting-events') AND stored_at < $1 LIMIT $2
         )",
        PASSING_RECORDS_RETAINED_MS,
    ),
];

/// Whether an outage of more than `$2` milliseconds has ended after `$1`. The clock may have jumped ahead instead, so
/// that rows look older than they are.
const MAY_BE_WRONG: &str = "SELECT EXISTS (SELECT 1 FROM outages WHERE until_at > $1 AND until_at - from_at > $2)";

const ENGINE_TURN: &str = "SELECT MIN(due_at) FROM jobs WHERE state = 'waiting' AND kind = 'turn' AND due_at <= $1";

const CHECK: &str = "SELECT MIN(due_at) FROM alarms WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)";

#[async_trait]
impl UpkeepStorage for SqlStorage {
    async fn last_heartbeat(&self) -> Result<Option<Millis>, StorageError> {
        let at: Option<i64> = query_as("SELECT at FROM pulse").fetch_optional(&self.database).await?;
        Ok(at.map(Millis))
    }

    async fn record_heartbeat(&self, now: Millis) -> Result<Option<ClockCorrection>, StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                let last: Option<i64> = query_as("SELECT at FROM pulse").locking().fetch_optional(&mut *tx).await?;
                let beat =
                    "INSERT INTO pulse (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at";
                query(beat).bind(now.0).execute(tx).await?;
                // Outages lie in the past. A future one comes from a clock that jumped ahead and has since been set back.
                let ahead = "SELECT from_at, until_at FROM outages WHERE until_at > $1 ORDER BY from_at LIMIT 1";
                let ahead: Option<(i64, i64)> = query_as(ahead).bind(now.0).fetch_optional(&mut *tx).await?;
                let mut correction = None;
                if ahead.is_some() {
                    query("DELETE FROM outages WHERE from_at >= $1").bind(now.0).execute(tx).await?;
                    let query = query("UPDATE outages SET until_at = $1 WHERE until_at > $1").bind(now.0);
                    query.execute(tx).await?;
                }
                let ahead_ms = last.map_or(0, |last| last - now.0);
                if ahead_ms >= OUTAGE_MS {
                    let outage = ahead.map(|(from, until)| Span { from: Millis(from), until: Millis(until) });
                    // If the outage begins later than now, the clock was right then and is behind now.
                    let leap = outage.filter(|outage| outage.from < now.plus(OUTAGE_MS));
                    correct(tx, leap, now).await?;
                    correction = Some(ClockCorrection { ahead_ms, had_leaped: leap.is_some() });
                }
                if ahead.is_some() || correction.is_some() {
                    make_all_match_checks_due(tx, now).await?;
                }
                Ok(correction)
            })
        })
        .await
    }

    async fn add_outage(&self, outage: Span) -> Result<(), StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                let Span { from, until } = outage;
                // Several requests may have read the same old heartbeat. The first one advances it; the others change nothing.
                let update = query("UPDATE pulse SET at = $1 WHERE at = $2").bind(until.0).bind(from.0);
                changed_one(update.execute(tx).await?)?;
                query(
                    "INSERT INTO outages (from_at, until_at) VALUES ($1, $2)
                     ON CONFLICT (from_at) DO UPDATE SET until_at = excluded.until_at",
                )
                .bind(from.0)
                .bind(until.0)
                .execute(tx)
                .await?;
                // Every running match with clocks has a scheduled check, except those that wait for the engine.
                let games: Vec<i64> =
                    query_as("SELECT subject FROM alarms WHERE kind = 'match'").fetch_all(&mut *tx).await?;
                let posts: Vec<Post> =
                    games.into_iter().map(|game| Post::Outage { match_id: MatchId(game), from, until }).collect();
                posts::add(tx, &posts, None, until).await?;
                make_all_match_checks_due(tx, until).await?;
                Ok(())
            })
        })
        .await
    }

    async fn check_writable(&self) -> Result<(), StorageError> {
        let nothing = "UPDATE program SET version = version";
        self.write_once(|tx| Box::pin(query(nothing).execute(tx))).await?;
        Ok(())
    }

    async fn oldest_due(&self, queue: WorkQueue, now: Millis) -> Result<Option<Millis>, StorageError> {
        let oldest: Option<i64> = match queue {
            WorkQueue::Posts(platform) => return posts::oldest_due(self, platform, now).await,
            WorkQueue::EngineTurns => query_as(ENGINE_TURN).bind(now.0).fetch_one(&self.database).await?,
            WorkQueue::Checks => query_as(CHECK).bind(now.0).fetch_one(&self.database).await?,
        };
        Ok(oldest.map(Millis))
    }

    async fn count_due(&self, queue: WorkQueue, now: Millis) -> Result<u64, StorageError> {
        let query = match queue {
            WorkQueue::Posts(platform) => query_as(
                "SELECT COUNT(*) FROM outbox WHERE platform = $2 AND priority = $3 AND due_at <= $1
                    AND (lease_until IS NULL OR lease_until <= $1)",
            )
            .bind(now.0)
            .bind(platform.0)
            .bind(posts::number(PostPriority::Turn)),
            WorkQueue::EngineTurns => query_as(
                "SELECT COUNT(*) FROM jobs WHERE state = 'waiting' AND kind = 'turn' AND due_at <= $1
                    AND (lease_until IS NULL OR lease_until <= $1)",
            )
            .bind(now.0),
            WorkQueue::Checks => query_as(
                "SELECT COUNT(*) FROM alarms WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)",
            )
            .bind(now.0),
        };
        let due: i64 = query.fetch_one(&self.database).await?;
        Ok(due.unsigned_abs())
    }

    /// Prunes nothing for a day after an outage of more than a day.
    async fn prune(&self, now: Millis) -> Result<bool, StorageError> {
        let a_day_ago = now.plus(-DAY_MS).0;
        if query_as(MAY_BE_WRONG).bind(a_day_ago).bind(DAY_MS).fetch_one(&self.database).await? {
            return Ok(false);
        }
        let mut has_more = false;
        for (sql, retention_ms) in PRUNE {
            let prune = query(sql).bind(now.plus(-retention_ms).0).bind(PRUNE_BATCH);
            let pruned = self.write_once(|tx| Box::pin(prune.execute(tx))).await?;
            has_more |= pruned == PRUNE_BATCH.unsigned_abs();
        }
        Ok(has_more)
    }

    async fn shrink(&self) -> Result<bool, StorageError> {
        match self.database.kind() {
            DatabaseKind::Sqlite(sqlite) => sqlite.shrink().await.map_err(failed),
            DatabaseKind::Postgres(_) => Ok(false),
        }
    }

    async fn purge_deleted(&self) -> Result<bool, StorageError> {
        match self.database.kind() {
            DatabaseKind::Sqlite(sqlite) => sqlite.truncate_log().await.map_err(failed),
            DatabaseKind::Postgres(_) => Ok(true),
        }
    }
}

/// Records that rows were deleted for a person, and tries to make them unreadable at once.
pub(super) async fn purge_after_deletion(store: &SqlStorage) {
    match store.database.kind() {
        DatabaseKind::Sqlite(sqlite) => sqlite.truncate_log_after_deletion().await,
        DatabaseKind::Postgres(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    const NOW: Millis = Millis(100 * DAY_MS);

    /// Rows on both sides of each rule, with ages in days; rows that are retained have even ids.
    async fn filled(store: &SqlStorage) {
        let row = "INSERT INTO matches (game, setup, player1, player2, status, outcome, started_at, changed_at,
                version) VALUES ('barrier', 'variant=8', 1, 2, $1, $2, 0, 0, 1)";
        for (status, outcome) in [("running", None), ("resigned", Some("1-0"))] {
            sqlx::query(row).bind(status).bind(outcome).execute(&store.sqlite().writer).await.expect("a match");
        }
        let posts =
            "INSERT INTO outbox (platform, location, priority, id, subject_kind, subject, post, created_at, due_at,
                delivered_at) VALUES
            ('discord', 1, 0, 2, 'match', 1, '{}', $1 - 8 * 86400000, $1, NULL),
            ('discord', 1, 0, 4, 'match', 1, '{}', $1 - 8 * 86400000, NULL, $1 - 6 * 86400000),
            ('discord', 1, 0, 5, 'match', 1, '{}', $1 - 8 * 86400000, NULL, $1 - 8 * 86400000),
            ('discord', 1, 0, 6, 'match', 1, '{}', $1 - 6 * 86400000, NULL, NULL),
            ('discord', 1, 0, 7, 'match', 1, '{}', $1 - 8 * 86400000, NULL, NULL)";
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
            sqlx::query(rows).bind(NOW.0).execute(&store.sqlite().writer).await.expect("rows");
        }
    }

    #[tokio::test]
    async fn what_has_served_its_purpose_is_pruned_and_nothing_else() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        filled(&store).await;
        while store.prune(NOW).await.expect("it is pruned") {}
        for (table, left) in
            [("outbox", [2, 4, 6].as_slice()), ("jobs", &[2, 4, 6]), ("challenges", &[2]), ("stored_actions", &[2])]
        {
            let sql = sqlx::AssertSqlSafe(format!("SELECT id FROM {table} ORDER BY id"));
            let ids: Vec<i64> = sqlx::query_scalar(sql).fetch_all(&store.sqlite().readers).await.expect("rows");
            assert_eq!(ids, left, "{table}");
        }
        store.close().await;
    }

    #[tokio::test]
    async fn a_file_shrinks_when_rows_are_pruned() {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("tablero.sqlite");
        let store = SqlStorage::open_file(&path).await.expect("a database");
        filled(&store).await;
        let many = "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            INSERT INTO outbox (platform, subject_kind, subject, location, priority, post, created_at)
            SELECT 'discord', 'match', 1, 1, 0, printf('%.1000c', '.'), 0 FROM n";
        sqlx::query(many).execute(&store.sqlite().writer).await.expect("rows");
        assert!(store.purge_deleted().await.expect("the log is emptied"));
        let size = || std::fs::metadata(&path).expect("the file").len();
        let before = size();
        let mut slices = 0;
        while store.prune(NOW).await.expect("it is pruned") {
            slices += 1;
        }
        while store.shrink().await.expect("it shrinks") {}
        purge_after_deletion(&store).await;
        assert!(slices >= 6, "3,000 rows are not deleted at once: {slices}");
        assert!(before > 3_000_000 && size() < 1_000_000, "{before} → {}", size());
        store.close().await;
    }
}
