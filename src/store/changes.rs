//! Changes of matches.

use super::jobs::{self, NewJob};
use super::lists::settle;
use super::rows::{changed_one, failed, offer_word, outcome_word};
use super::{plans, posts, ratings};
use crate::play::{Contest, JobEnd, JobKind, KeepError, MatchChange};
use sqlx::{Sqlite, Transaction};

/// Keeps a change, within a transaction in which more may happen.
pub(super) async fn apply(tx: &mut Transaction<'static, Sqlite>, change: &MatchChange) -> Result<(), KeepError> {
    let MatchChange { after, now, token, .. } = change;
    let (id, clocks) = (after.id, &after.clocks);
    let changed = sqlx::query(
        "UPDATE matches SET status = $1, outcome = $2, offer = $3, changed_at = $4, version = version + 1,
            left1 = $5, left2 = $6, since = $7, reminded = $8, muted1 = $9, muted2 = $10
         WHERE id = $11 AND version = $12",
    )
    .bind(after.status.word().into_owned())
    .bind(after.outcome.map(outcome_word))
    .bind(after.offer.map(offer_word))
    .bind(now.0)
    .bind(clocks.left[0])
    .bind(clocks.left[1])
    .bind(clocks.since.0)
    .bind(i64::from(clocks.reminded))
    .bind(after.muted[0])
    .bind(after.muted[1])
    .bind(id.0)
    .bind(after.version)
    .execute(&mut **tx)
    .await
    .map_err(failed)?;
    changed_one(changed.rows_affected())?;
    sqlx::query("DELETE FROM moves WHERE match = $1 AND ply >= $2")
        .bind(id.0)
        .bind(change.kept_moves as i64)
        .execute(&mut **tx)
        .await
        .map_err(failed)?;
    for (ply, text) in after.line.moves().iter().enumerate().skip(change.kept_moves) {
        sqlx::query("INSERT INTO moves (match, ply, text, played_at) VALUES ($1, $2, $3, $4)")
            .bind(id.0)
            .bind(ply as i64)
            .bind(text)
            .bind(now.0)
            .execute(&mut **tx)
            .await
            .map_err(failed)?;
    }
    plans::replace(tx, id, &change.plans_before, &after.plans).await?;
    if let Some(contest) = Contest::of(after, *now) {
        ratings::apply(tx, id, after.spot.server, &contest).await?;
    }
    posts::add(tx, &change.posts, token.as_ref(), *now).await?;
    settle(tx, after).await?;
    let end = if change.by_engine { JobEnd::Done } else { JobEnd::Dropped };
    jobs::end_turns(tx, id, end).await?;
    if after.waits_for_engine() {
        let (token, now) = (token.as_ref(), *now);
        let job = NewJob { kind: JobKind::Turn, game: id, version: after.version + 1, ply: after.ply(), token, now };
        jobs::add(tx, &job).await?;
    }
    Ok(())
}
