//! Storage of engine jobs.

use super::rows::server;
use super::rows::{corrupt, external_id, failed, token};
use super::sqlite_storage::SqliteStorage;
use crate::service::{Job, JobEnd, JobId, JobKind, MatchId, Millis, PlayerId, StorageError, Token};
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

/// A job to store.
pub(super) struct NewJob<'a> {
    pub kind: JobKind,
    pub game: MatchId,
    pub version: i64,
    pub ply: usize,
    pub token: Option<&'a Token>,
    pub now: Millis,
}

pub(super) async fn add(tx: &mut SqliteConnection, job: &NewJob<'_>) -> Result<(), StorageError> {
    sqlx::query(
        "INSERT INTO jobs (kind, match, version, ply, created_at, due_at, token, token_until)
         VALUES ($1, $2, $3, $4, $5, $5, $6, $7)",
    )
    .bind(job.kind.word())
    .bind(job.game.0)
    .bind(job.version)
    .bind(job.ply as i64)
    .bind(job.now.0)
    .bind(job.token.map(Token::expose))
    .bind(job.token.map(|token| token.until().0))
    .execute(tx)
    .await
    .map_err(failed)?;
    Ok(())
}

/// Ends the engine's waiting turn job in this match.
pub(super) async fn end_turns(tx: &mut SqliteConnection, game: MatchId, end: JobEnd) -> Result<(), StorageError> {
    sqlx::query(
        "UPDATE jobs SET state = $1, token = NULL, token_until = NULL
         WHERE match = $2 AND kind = 'turn' AND state = 'waiting'",
    )
    .bind(end.word())
    .bind(game.0)
    .execute(tx)
    .await
    .map_err(failed)?;
    Ok(())
}

pub(super) async fn due(
    store: &SqliteStorage,
    now: Millis,
    limit: u32,
) -> Result<(Vec<Job>, Option<Millis>), StorageError> {
    let mut due = Vec::new();
    for kind in [JobKind::Turn, JobKind::Analysis] {
        let rows = sqlx::query(
            "SELECT * FROM (
                SELECT job.*, played.server, played.player1, played.player2,
                    ROW_NUMBER() OVER (
                        PARTITION BY IIF(played.player1 = 0, played.player2, played.player1) ORDER BY job.due_at, job.id
                    ) AS round
                FROM jobs AS job JOIN matches AS played ON played.id = job.match
                WHERE job.state = 'waiting' AND job.due_at <= $1 AND job.kind = $2 AND NOT EXISTS (
                    SELECT 1 FROM jobs AS earlier
                    WHERE earlier.match = job.match AND earlier.id < job.id AND earlier.state = 'waiting'
                )
             ) ORDER BY round, due_at, id LIMIT $3",
        )
        .bind(now.0)
        .bind(kind.word())
        .bind(limit)
        .fetch_all(&store.readers)
        .await
        .map_err(failed)?;
        for row in &rows {
            due.push(job(row)?);
        }
    }
    let next = store.next_due("SELECT MIN(due_at) FROM jobs WHERE state = 'waiting' AND due_at > $1", now).await?;
    Ok((due, next))
}

fn job(row: &SqliteRow) -> Result<Job, StorageError> {
    let number = |name| row.try_get::<i64, _>(name).map_err(failed);
    // The engine and erased players are stored as 0.
    let person = |number: i64| (number != 0).then(|| PlayerId(external_id(number)));
    let kind: String = row.try_get("kind").map_err(failed)?;
    Ok(Job {
        id: JobId(number("id")?),
        kind: JobKind::from_word(&kind).ok_or_else(|| corrupt(format_args!("{kind} is not a kind of job")))?,
        game: MatchId(number("match")?),
        server: server(row)?,
        people: [person(number("player1")?), person(number("player2")?)],
        version: number("version")?,
        attempts: u32::try_from(number("attempts")?).unwrap_or(u32::MAX),
        created_at: Millis(number("created_at")?),
        token: token(row)?,
    })
}

pub(super) async fn end(store: &SqliteStorage, id: JobId, end: JobEnd) -> Result<(), StorageError> {
    let mut tx = store.write().await?;
    let query =
        sqlx::query("UPDATE jobs SET state = $1, token = NULL, token_until = NULL WHERE id = $2 AND state = 'waiting'");
    query.bind(end.word()).bind(id.0).execute(&mut *tx).await.map_err(failed)?;
    tx.commit().await.map_err(failed)
}

pub(super) async fn postpone(
    store: &SqliteStorage,
    id: JobId,
    again_at: Millis,
    problem: &str,
) -> Result<(), StorageError> {
    let mut tx = store.write().await?;
    let query = sqlx::query(
        "UPDATE jobs SET due_at = $1, attempts = attempts + 1, problem = $2 WHERE id = $3 AND state = 'waiting'",
    );
    query.bind(again_at.0).bind(problem).bind(id.0).execute(&mut *tx).await.map_err(failed)?;
    tx.commit().await.map_err(failed)
}

/// Makes failed jobs due again, if they belong to the current version of their match.
pub(super) async fn retry_failed(store: &SqliteStorage, now: Millis) -> Result<u64, StorageError> {
    let mut tx = store.write().await?;
    let query = sqlx::query(
        "UPDATE jobs SET state = 'waiting', attempts = 0, due_at = $1
         WHERE state = 'failed' AND EXISTS (
            SELECT 1 FROM matches
            WHERE matches.id = jobs.match AND matches.version = jobs.version
                AND (jobs.kind = 'turn') = (matches.status = 'running')
         )",
    );
    let retried = query.bind(now.0).execute(&mut *tx).await.map_err(failed)?;
    tx.commit().await.map_err(failed)?;
    Ok(retried.rows_affected())
}
