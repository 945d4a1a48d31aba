//! Scheduled checks, the heartbeat and outages.

use super::posts;
use super::rows::{changed_one, corrupt, external_id, failed, stored};
use super::sqlite_storage::SqliteStorage;
use crate::service::storage::{CheckOutcome, ScheduledCheck};
use crate::service::storage_error::StorageError;
use crate::service::{MatchId, Millis, PlayerId, Post, Span};
use sqlx::SqliteConnection;

const MATCH: &str = "match";
const DIGEST: &str = "digest";

fn check_key(check: ScheduledCheck) -> (&'static str, i64) {
    match check {
        ScheduledCheck::Match(id) => (MATCH, id.0),
        ScheduledCheck::Digest(player) => (DIGEST, stored(player.0)),
    }
}

/// Schedules a check, or removes it.
pub(super) async fn schedule_check(
    conn: &mut SqliteConnection,
    kind: &str,
    subject: i64,
    due_at: Option<Millis>,
) -> Result<(), StorageError> {
    let query = match due_at {
        None => sqlx::query("DELETE FROM alarms WHERE kind = $1 AND subject = $2").bind(kind).bind(subject),
        Some(at) => sqlx::query(
            "INSERT INTO alarms (kind, subject, due_at) VALUES ($1, $2, $3)
             ON CONFLICT (kind, subject) DO UPDATE SET due_at = excluded.due_at",
        )
        .bind(kind)
        .bind(subject)
        .bind(at.0),
    };
    query.execute(conn).await.map_err(failed)?;
    Ok(())
}

pub(super) async fn schedule_match_check(
    conn: &mut SqliteConnection,
    game: MatchId,
    due_at: Option<Millis>,
) -> Result<(), StorageError> {
    schedule_check(conn, MATCH, game.0, due_at).await
}

/// Makes the checks of a player's running matches due now, because something that stops their clocks has changed.
pub(super) async fn make_match_checks_due(
    conn: &mut SqliteConnection,
    player: PlayerId,
    now: Millis,
) -> Result<(), StorageError> {
    sqlx::query(
        "UPDATE alarms SET due_at = MIN(due_at, $1) WHERE kind = 'match' AND subject IN (
            SELECT id FROM matches WHERE player1 = $2 AND status = 'running'
            UNION ALL SELECT id FROM matches WHERE player2 = $2 AND status = 'running'
         )",
    )
    .bind(now.0)
    .bind(stored(player.0))
    .execute(conn)
    .await
    .map_err(failed)?;
    Ok(())
}

pub(super) async fn due(
    store: &SqliteStorage,
    now: Millis,
    limit: u32,
) -> Result<(Vec<(ScheduledCheck, Millis)>, Option<Millis>), StorageError> {
    let rows: Vec<(String, i64, i64)> =
        sqlx::query_as("SELECT kind, subject, due_at FROM alarms WHERE due_at <= $1 ORDER BY due_at LIMIT $2")
            .bind(now.0)
            .bind(limit)
            .fetch_all(&store.readers)
            .await
            .map_err(failed)?;
    let next = store.next_due("SELECT MIN(due_at) FROM alarms WHERE due_at > $1", now).await?;
    let check = |(kind, subject, due_at): (String, i64, i64)| {
        let check = match kind.as_str() {
            MATCH => ScheduledCheck::Match(MatchId(subject)),
            DIGEST => ScheduledCheck::Digest(PlayerId(external_id(subject))),
            other => return Err(corrupt(format_args!("{other} is not a kind of alarm"))),
        };
        Ok((check, Millis(due_at)))
    };
    Ok((rows.into_iter().map(check).collect::<Result<_, _>>()?, next))
}

pub(super) async fn finish_check(store: &SqliteStorage, outcome: &CheckOutcome) -> Result<(), StorageError> {
    let CheckOutcome { check, seen, next, flag_at, posts } = outcome;
    let (kind, subject) = check_key(*check);
    let mut tx = store.write().await?;
    let unchanged: Option<i64> =
        sqlx::query_scalar("SELECT due_at FROM alarms WHERE kind = $1 AND subject = $2 AND due_at = $3")
            .bind(kind)
            .bind(subject)
            .bind(seen.0)
            .fetch_optional(&mut *tx)
            .await
            .map_err(failed)?;
    if unchanged.is_none() {
        return Ok(());
    }
    schedule_check(&mut tx, kind, subject, *next).await?;
    if let (ScheduledCheck::Match(id), Some(flag_at)) = (check, flag_at) {
        let query = sqlx::query("UPDATE matches SET flag_at = $1 WHERE id = $2").bind(flag_at.0).bind(id.0);
        query.execute(&mut *tx).await.map_err(failed)?;
    }
    posts::add(&mut tx, posts, None, *seen).await?;
    tx.commit().await.map_err(failed)
}

pub(super) async fn last_heartbeat(store: &SqliteStorage) -> Result<Option<Millis>, StorageError> {
    let at: Option<i64> =
        sqlx::query_scalar("SELECT at FROM pulse").fetch_optional(&store.readers).await.map_err(failed)?;
    Ok(at.map(Millis))
}

async fn write_heartbeat(conn: &mut SqliteConnection, now: Millis) -> Result<(), StorageError> {
    let query = "INSERT INTO pulse (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at";
    sqlx::query(query).bind(now.0).execute(conn).await.map_err(failed)?;
    Ok(())
}

pub(super) async fn record_heartbeat(store: &SqliteStorage, now: Millis) -> Result<(), StorageError> {
    let mut tx = store.write().await?;
    write_heartbeat(&mut tx, now).await?;
    // Outages lie in the past. A future one comes from a clock that jumped ahead and has since been set back.
    sqlx::query("DELETE FROM outages WHERE from_at >= $1").bind(now.0).execute(&mut *tx).await.map_err(failed)?;
    let query = sqlx::query("UPDATE outages SET until_at = $1 WHERE until_at > $1").bind(now.0);
    query.execute(&mut *tx).await.map_err(failed)?;
    tx.commit().await.map_err(failed)
}

pub(super) async fn add_outage(store: &SqliteStorage, outage: Span) -> Result<(), StorageError> {
    let Span { from, until } = outage;
    let mut tx = store.write().await?;
    // Several requests may have read the same old heartbeat. The first one advances it; the others change nothing.
    let update = sqlx::query("UPDATE pulse SET at = $1 WHERE at = $2").bind(until.0).bind(from.0);
    changed_one(update.execute(&mut *tx).await.map_err(failed)?.rows_affected())?;
    sqlx::query(
        "INSERT INTO outages (from_at, until_at) VALUES ($1, $2)
         ON CONFLICT (from_at) DO UPDATE SET until_at = excluded.until_at",
    )
    .bind(from.0)
    .bind(until.0)
    .execute(&mut *tx)
    .await
    .map_err(failed)?;
    // Every running match with clocks has a scheduled check, except those that wait for the engine.
    let games: Vec<i64> = sqlx::query_scalar("SELECT subject FROM alarms WHERE kind = 'match'")
        .fetch_all(&mut *tx)
        .await
        .map_err(failed)?;
    let posts: Vec<Post> = games.into_iter().map(|game| Post::Outage { game: MatchId(game), from, until }).collect();
    posts::add(&mut tx, &posts, None, until).await?;
    let query = sqlx::query("UPDATE alarms SET due_at = MIN(due_at, $1) WHERE kind = 'match'").bind(until.0);
    query.execute(&mut *tx).await.map_err(failed)?;
    tx.commit().await.map_err(failed)
}
