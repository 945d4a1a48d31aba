//! Scheduled checks, the heartbeat and outages.

use super::posts;
use super::rows::{changed_one, external_id, stored};
use super::sql_storage::SqlStorage;
use crate::db::driver::{Connection, query, query_as, retried};
use crate::service::storage_error::StorageError;
use crate::service::{CheckOutcome, DueCheck, ScheduledCheck};
use crate::service::{Lease, MatchId, Millis, PlayerId, Post, Span};

const MATCH: &str = "match";
pub(super) const DIGEST: &str = "digest";

fn check_key(check: ScheduledCheck) -> (&'static str, i64) {
    match check {
        ScheduledCheck::Match(id) => (MATCH, id.0),
        ScheduledCheck::Digest(player) => (DIGEST, stored(player.0)),
    }
}

/// Schedules a check, or removes it. One that is in progress loses its lease, because it is about what was before.
pub(super) async fn schedule_check(
    conn: &mut Connection,
    kind: &str,
    subject: i64,
    due_at: Option<Millis>,
) -> Result<(), StorageError> {
    let query = match due_at {
        None => query("DELETE FROM alarms WHERE kind = $1 AND subject = $2").bind(kind).bind(subject),
        Some(at) => query(
            "INSERT INTO alarms (kind, subject, due_at) VALUES ($1, $2, $3)
             ON CONFLICT (kind, subject) DO UPDATE SET due_at = excluded.due_at, lease_owner = NULL, lease_until = NULL",
        )
        .bind(kind)
        .bind(subject)
        .bind(at.0),
    };
    query.execute(conn).await?;
    Ok(())
}

pub(super) async fn schedule_match_check(
    conn: &mut Connection,
    game: MatchId,
    due_at: Option<Millis>,
) -> Result<(), StorageError> {
    schedule_check(conn, MATCH, game.0, due_at).await
}

/// Makes the checks of a player's running matches due now, because something that stops their clocks has changed. Those
/// that are in progress lose their leases, because they may not have seen it.
pub(super) async fn make_match_checks_due(
    conn: &mut Connection,
    player: PlayerId,
    now: Millis,
) -> Result<(), StorageError> {
    query(
        "UPDATE alarms SET due_at = CASE WHEN due_at > $1 THEN $1 ELSE due_at END, lease_owner = NULL,
            lease_until = NULL
         WHERE kind = 'match' AND subject IN (
            SELECT id FROM matches WHERE player1 = $2 AND status = 'running'
            UNION ALL SELECT id FROM matches WHERE player2 = $2 AND status = 'running'
         )",
    )
    .bind(now.0)
    .bind(stored(player.0))
    .execute(conn)
    .await?;
    Ok(())
}

/// The due checks without a lease.
const DUE: &str = "SELECT kind, subject, due_at FROM alarms
     WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1) ORDER BY due_at LIMIT +$2";

const LEASE: &str = "UPDATE alarms SET lease_owner = $1, lease_until = $2 WHERE kind = $3 AND subject = $4";

/// Whether there is a check that [`DUE`] finds, when the next one becomes due, and when the next lease of one ends.
const LOOK: &str = "SELECT EXISTS (
                SELECT 1 FROM alarms WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)
            ),
            (SELECT MIN(due_at) FROM alarms WHERE due_at > $1),
            (SELECT MIN(lease_until) FROM alarms WHERE lease_until > $1)";

/// See [`Storage::claim_checks`](crate::service::Storage::claim_checks).
pub(super) async fn claim(
    store: &SqlStorage,
    lease: Lease,
    now: Millis,
    limit: u32,
) -> Result<(Vec<DueCheck>, Option<Millis>), StorageError> {
    let mut claimed = Vec::new();
    let (is_due, mut next) = store.look(query_as(LOOK).bind(now.0)).await?;
    if is_due {
        let mut tx = store.database.write().await?;
        let due = query_as(DUE).bind(now.0).bind(limit).skipping_locked();
        let rows: Vec<(String, i64, i64)> = due.fetch_all(&mut *tx).await?;
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
            let leased = query(LEASE).bind(lease.holder.to_string()).bind(lease.until.0);
            leased.bind(kind).bind(subject).execute(&mut tx).await?;
            claimed.push(DueCheck { check, due_at: Millis(due_at), lease });
        }
        tx.commit().await?;
    }
    if !claimed.is_empty() {
        next = Some(next.map_or(lease.until, |next| next.min(lease.until)));
    }
    Ok((claimed, next))
}

pub(super) async fn finish_check(store: &SqlStorage, outcome: &CheckOutcome) -> Result<(), StorageError> {
    retried(|| {
        Box::pin(async move {
            let CheckOutcome { due: DueCheck { check, due_at: seen, lease }, next, flag_at, posts } = outcome;
            let (kind, subject) = check_key(*check);
            let mut tx = store.database.write().await?;
            let unchanged: Option<i64> = query_as(
                "SELECT due_at FROM alarms WHERE kind = $1 AND subject = $2 AND due_at = $3 AND lease_owner = $4",
            )
            .locking()
            .bind(kind)
            .bind(subject)
            .bind(seen.0)
            .bind(lease.holder.to_string())
            .fetch_optional(&mut *tx)
            .await?;
            if unchanged.is_none() {
                return Err(StorageError::Conflict);
            }
            schedule_check(&mut tx, kind, subject, *next).await?;
            if let (ScheduledCheck::Match(id), Some(flag_at)) = (check, flag_at) {
                let query = query("UPDATE matches SET flag_at = $1 WHERE id = $2").bind(flag_at.0).bind(id.0);
                query.execute(&mut tx).await?;
            }
            posts::add(&mut tx, posts, None, *seen).await?;
            tx.commit().await
        })
    })
    .await
}

pub(super) async fn last_heartbeat(store: &SqlStorage) -> Result<Option<Millis>, StorageError> {
    let at: Option<i64> = query_as("SELECT at FROM pulse").fetch_optional(&store.database).await?;
    Ok(at.map(Millis))
}

pub(super) async fn write_heartbeat(conn: &mut Connection, now: Millis) -> Result<(), StorageError> {
    let sql = "INSERT INTO pulse (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = excluded.at";
    query(sql).bind(now.0).execute(conn).await?;
    Ok(())
}

/// Makes the checks of all running matches due now, because outages have changed. Those that are in progress lose their
/// leases.
pub(super) async fn make_all_match_checks_due(tx: &mut Connection, now: Millis) -> Result<(), StorageError> {
    let query = query(
        "UPDATE alarms SET due_at = CASE WHEN due_at > $1 THEN $1 ELSE due_at END, lease_owner = NULL,
            lease_until = NULL
         WHERE kind = 'match'",
    );
    query.bind(now.0).execute(tx).await?;
    Ok(())
}

pub(super) async fn add_outage(store: &SqlStorage, outage: Span) -> Result<(), StorageError> {
    retried(|| {
        Box::pin(async move {
            let Span { from, until } = outage;
            let mut tx = store.database.write().await?;
            // Several requests may have read the same old heartbeat. The first one advances it; the others change nothing.
            let update = query("UPDATE pulse SET at = $1 WHERE at = $2").bind(until.0).bind(from.0);
            changed_one(update.execute(&mut tx).await?)?;
            query(
                "INSERT INTO outages (from_at, until_at) VALUES ($1, $2)
                 ON CONFLICT (from_at) DO UPDATE SET until_at = excluded.until_at",
            )
            .bind(from.0)
            .bind(until.0)
            .execute(&mut tx)
            .await?;
            // Every running match with clocks has a scheduled check, except those that wait for the engine.
            let games: Vec<i64> =
                query_as("SELECT subject FROM alarms WHERE kind = 'match'").fetch_all(&mut *tx).await?;
            let posts: Vec<Post> =
                games.into_iter().map(|game| Post::Outage { game: MatchId(game), from, until }).collect();
            posts::add(&mut tx, &posts, None, until).await?;
            make_all_match_checks_due(&mut tx, until).await?;
            tx.commit().await
        })
    })
    .await
}
