//! Scheduled checks, the heartbeat and outages.

use super::posts;
use super::rows::{changed_one, external_id, failed, stored};
use super::sqlite_storage::SqliteStorage;
use crate::service::storage_error::StorageError;
use crate::service::{CheckOutcome, DueCheck, ScheduledCheck};
use crate::service::{Lease, MatchId, Millis, PlayerId, Post, Span};
use sqlx::SqliteConnection;

const MATCH: &str = "match";
const DIGEST: &str = "digest";

fn check_key(check: ScheduledCheck) -> (&'static str, i64) {
    match check {
        ScheduledCheck::Match(id) => (MATCH, id.0),
        ScheduledCheck::Digest(player) => (DIGEST, stored(player.0)),
    }
}

/// Schedules a check, or removes it. One that is in progress loses its lease, because it is about what was before.
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
             ON CONFLICT (kind, subject) DO UPDATE SET due_at = excluded.due_at, lease_owner = NULL, lease_until = NULL",
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

/// Makes the checks of a player's running matches due now, because something that stops their clocks has changed. Those
/// that are in progress lose their leases, because they may not have seen it.
pub(super) async fn make_match_checks_due(
    conn: &mut SqliteConnection,
    player: PlayerId,
    now: Millis,
) -> Result<(), StorageError> {
    sqlx::query(
        "UPDATE alarms SET due_at = MIN(due_at, $1), lease_owner = NULL, lease_until = NULL
         WHERE kind = 'match' AND subject IN (
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

/// The due checks without a lease.
const DUE: &str = "SELECT kind, subject, due_at FROM alarms
     WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1) ORDER BY due_at LIMIT $2";

const LEASE: &str = "UPDATE alarms SET lease_owner = $1, lease_until = $2 WHERE kind = $3 AND subject = $4";

/// When the next check becomes due, and when the next lease of one ends.
const NEXT: [&str; 2] =
    ["SELECT MIN(due_at) FROM alarms WHERE due_at > $1", "SELECT MIN(lease_until) FROM alarms WHERE lease_until > $1"];

/// See [`Storage::claim_checks`](crate::service::Storage::claim_checks).
pub(super) async fn claim(
    store: &SqliteStorage,
    lease: Lease,
    now: Millis,
    limit: u32,
) -> Result<(Vec<DueCheck>, Option<Millis>), StorageError> {
    let mut claimed = Vec::new();
    // A reader asks first, so that looking for work usually does not wait for the writer.
    let any = sqlx::query(DUE).bind(now.0).bind(1).fetch_optional(&store.readers).await.map_err(failed)?;
    if any.is_some() {
        let mut tx = store.write().await?;
        let query = sqlx::query_as(DUE).bind(now.0).bind(limit);
        let rows: Vec<(String, i64, i64)> = query.fetch_all(&mut *tx).await.map_err(failed)?;
        for (kind, subject, due_at) in rows {
            let check = match kind.as_str() {
                MATCH => ScheduledCheck::Match(MatchId(subject)),
                DIGEST => ScheduledCheck::Digest(PlayerId(external_id(subject))),
                other => {
                    tracing::error!(kind = other, "a scheduled check of an unknown kind is dropped");
                    schedule_check(&mut tx, other, subject, None).await?;
                    continue;
                }
            };
            let query = sqlx::query(LEASE).bind(lease.holder.to_string()).bind(lease.until.0);
            query.bind(kind).bind(subject).execute(&mut *tx).await.map_err(failed)?;
            claimed.push(DueCheck { check, due_at: Millis(due_at), lease });
        }
        tx.commit().await.map_err(failed)?;
    }
    let mut next = None;
    for query in NEXT {
        next = [next, store.next_due(query, now).await?].into_iter().flatten().min();
    }
    Ok((claimed, next))
}

pub(super) async fn finish_check(store: &SqliteStorage, outcome: &CheckOutcome) -> Result<(), StorageError> {
    let CheckOutcome { due: DueCheck { check, due_at: seen, lease }, next, flag_at, posts } = outcome;
    let (kind, subject) = check_key(*check);
    let mut tx = store.write().await?;
    let unchanged: Option<i64> = sqlx::query_scalar(
        "SELECT due_at FROM alarms WHERE kind = $1 AND subject = $2 AND due_at = $3 AND lease_owner = $4",
    )
    .bind(kind)
    .bind(subject)
    .bind(seen.0)
    .bind(lease.holder.to_string())
    .fetch_optional(&mut *tx)
    .await
    .map_err(failed)?;
    if unchanged.is_none() {
        return Err(StorageError::Conflict);
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
    let query = sqlx::query(
        "UPDATE alarms SET due_at = MIN(due_at, $1), lease_owner = NULL, lease_until = NULL WHERE kind = 'match'",
    );
    query.bind(until.0).execute(&mut *tx).await.map_err(failed)?;
    tx.commit().await.map_err(failed)
}
