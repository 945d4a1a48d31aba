//! Adds and ends engine jobs as part of changes.

use crate::db::driver::{Connection, query};
use crate::service::{JobEnd, JobKind, MatchId, Millis, StorageError, Token};

/// A job to store.
pub(super) struct NewJob<'a> {
    pub kind: JobKind,
    pub match_id: MatchId,
    pub version: i64,
    pub ply: usize,
    pub token: Option<&'a Token>,
    pub now: Millis,
}

pub(super) async fn add(tx: &mut Connection, job: &NewJob<'_>) -> Result<(), StorageError> {
    query(
        "INSERT INTO jobs (kind, match, version, ply, created_at, due_at, token, token_until)
         VALUES ($1, $2, $3, $4, $5, $5, $6, $7)",
    )
    .bind(job.kind.to_string())
    .bind(job.match_id.0)
    .bind(job.version)
    .bind(job.ply as i64)
    .bind(job.now.0)
    .bind(job.token.map(Token::expose))
    .bind(job.token.map(|token| token.until().0))
    .execute(tx)
    .await?;
    Ok(())
}

/// Ends the engine's waiting turn job in this match.
pub(super) async fn end_turns(tx: &mut Connection, match_id: MatchId, end: JobEnd) -> Result<(), StorageError> {
    query(
        "UPDATE jobs SET state = $1, token = NULL, token_until = NULL, lease_owner = NULL, lease_until = NULL
         WHERE match = $2 AND kind = 'turn' AND state = 'waiting'",
    )
    .bind(end.to_string())
    .bind(match_id.0)
    .execute(tx)
    .await?;
    Ok(())
}
