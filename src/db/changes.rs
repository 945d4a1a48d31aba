//! Stores changes of matches.

use super::jobs::{self, NewJob};
use super::lists::update_list_columns;
use super::rows::{changed_one, failed, offer_word, stored};
use super::sqlite_storage::SqliteStorage;
use super::{conditional_moves, moves, posts, ratings};
use crate::rules::Outcome;
use crate::service::{JobEnd, JobKind, MatchChange, MatchId, Millis, RatedResult, ServerId, StorageError};
use sqlx::SqliteConnection;

/// Applies a change within the caller's transaction.
pub(super) async fn apply(tx: &mut SqliteConnection, change: &MatchChange) -> Result<(), StorageError> {
    let MatchChange { after, now, token, .. } = change;
    let (id, clocks) = (after.id, &after.clocks);
    let changed = sqlx::query(
        "UPDATE matches SET status = $1, outcome = $2, offer = $3, changed_at = $4, version = version + 1,
            left1 = $5, left2 = $6, since = $7, reminded = $8, muted1 = $9, muted2 = $10, asked = $11
         WHERE id = $12 AND version = $13",
    )
    .bind(after.status.word().into_owned())
    .bind(after.outcome.map(Outcome::word))
    .bind(after.offer.map(offer_word))
    .bind(now.0)
    .bind(clocks.left[0])
    .bind(clocks.left[1])
    .bind(clocks.since.0)
    .bind(i64::from(clocks.reminded))
    .bind(after.muted[0])
    .bind(after.muted[1])
    .bind(after.offers_made.iter().map(|offer| offer_word(*offer)).collect::<Vec<_>>().join(" "))
    .bind(id.0)
    .bind(after.version)
    .execute(&mut *tx)
    .await
    .map_err(failed)?;
    changed_one(changed.rows_affected())?;
    sqlx::query("DELETE FROM moves WHERE match = $1 AND ply >= $2")
        .bind(id.0)
        .bind(change.retained_moves as i64)
        .execute(&mut *tx)
        .await
        .map_err(failed)?;
    for (ply, text) in after.line.moves().iter().enumerate().skip(change.retained_moves) {
        sqlx::query("INSERT INTO moves (match, ply, text, played_at, earned) VALUES ($1, $2, $3, $4, $5)")
            .bind(id.0)
            .bind(ply as i64)
            .bind(text)
            .bind(now.0)
            .bind(after.earned.get(ply).copied().unwrap_or_default())
            .execute(&mut *tx)
            .await
            .map_err(failed)?;
    }
    moves::pack_if_ended(tx, after).await?;
    conditional_moves::replace(tx, id, &change.conditional_moves_before, &after.conditional_moves).await?;
    if let Some(result) = RatedResult::of(after, *now) {
        ratings::apply(tx, id, after.location.server, &result).await?;
    }
    posts::add(tx, &change.posts, token.as_ref(), *now).await?;
    update_list_columns(tx, after).await?;
    let end = if change.by_engine { JobEnd::Done } else { JobEnd::Dropped };
    jobs::end_turns(tx, id, end).await?;
    if after.waits_for_engine() {
        let (token, now) = (token.as_ref(), *now);
        let job = NewJob { kind: JobKind::Turn, game: id, version: after.version + 1, ply: after.ply(), token, now };
        jobs::add(tx, &job).await?;
    }
    Ok(())
}

/// Stops a match without replaying its moves, and removes its scheduled check and waiting jobs.
pub(super) async fn stop_without_replay(
    conn: &mut SqliteConnection,
    game: MatchId,
    now: Millis,
) -> Result<(), StorageError> {
    sqlx::query(
        "UPDATE matches SET status = 'stopped', offer = NULL, asked = '', turn = NULL, flag_at = NULL, changed_at = $1,
            version = version + 1
         WHERE id = $2 AND status = 'running'",
    )
    .bind(now.0)
    .bind(game.0)
    .execute(&mut *conn)
    .await
    .map_err(failed)?;
    let delete = sqlx::query("DELETE FROM alarms WHERE kind = 'match' AND subject = $1").bind(game.0);
    delete.execute(&mut *conn).await.map_err(failed)?;
    let jobs = "UPDATE jobs SET state = 'dropped', token = NULL, token_until = NULL
                WHERE match = $1 AND state = 'waiting'";
    sqlx::query(jobs).bind(game.0).execute(conn).await.map_err(failed)?;
    Ok(())
}

/// Like [`stop_without_replay`], if the match is running in this server. Returns whether it was.
pub(super) async fn stop_in_server(
    store: &SqliteStorage,
    game: MatchId,
    server: ServerId,
    now: Millis,
) -> Result<bool, StorageError> {
    let mut tx = store.write().await?;
    let found: Option<i64> =
        sqlx::query_scalar("SELECT id FROM matches WHERE id = $1 AND server = $2 AND status = 'running'")
            .bind(game.0)
            .bind(stored(server.0))
            .fetch_optional(&mut *tx)
            .await
            .map_err(failed)?;
    if found.is_none() {
        return Ok(false);
    }
    stop_without_replay(&mut tx, game, now).await?;
    tx.commit().await.map_err(failed)?;
    Ok(true)
}
