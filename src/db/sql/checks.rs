//! Scheduled checks.

use super::rows::{external_id, stored};
use crate::db::driver::{Connection, query};
use crate::service::{MatchId, Millis, PlaceId, PlayerId, ScheduledCheck, StorageError};

const MATCH: &str = "match";
pub(super) const DIGEST: &str = "digest";
pub(super) const DAILY: &str = "daily";

/// The kind and the subject of a check, as stored.
pub(super) fn key(check: ScheduledCheck) -> (&'static str, i64) {
    match check {
        ScheduledCheck::Match(id) => (MATCH, id.0),
        ScheduledCheck::Digest(player) => (DIGEST, stored(player.0)),
        ScheduledCheck::Daily(place) => (DAILY, stored(place.0)),
    }
}

/// The check with a stored kind and subject; `None` if the kind is unknown.
pub(super) fn of_key(kind: &str, subject: i64) -> Option<ScheduledCheck> {
    match kind {
        MATCH => Some(ScheduledCheck::Match(MatchId(subject))),
        DIGEST => Some(ScheduledCheck::Digest(PlayerId(external_id(subject)))),
        DAILY => Some(ScheduledCheck::Daily(PlaceId(external_id(subject)))),
        _ => None,
    }
}

/// Schedules a check, or removes it if `due_at` is `None`. A check in progress loses its lease, because it works on the
/// old state.
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
    match_id: MatchId,
    due_at: Option<Millis>,
) -> Result<(), StorageError> {
    schedule_check(conn, MATCH, match_id.0, due_at).await
}

/// Makes the checks of a player's running matches due now, because something that stops their clocks has changed.
/// Checks in progress lose their leases, because they may have missed the change.
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

/// Makes the checks of all running matches due now, because outages have changed. Checks in progress lose their leases.
pub(super) async fn make_all_match_checks_due(tx: &mut Connection, now: Millis) -> Result<(), StorageError> {
    let query = query(
        "UPDATE alarms SET due_at = CASE WHEN due_at > $1 THEN $1 ELSE due_at END, lease_owner = NULL,
            lease_until = NULL
         WHERE kind = 'match'",
    );
    query.bind(now.0).execute(tx).await?;
    Ok(())
}
