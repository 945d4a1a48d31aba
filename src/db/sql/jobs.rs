//! Storage of engine jobs.

use super::rows::server;
use super::rows::{changed_one, external_id, token};
use super::sql_storage::SqlStorage;
use crate::db::database_error::corrupt;
use crate::db::driver::{Connection, Row, query, query_as, retried};
use crate::service::{
    Job, JobEnd, JobId, JobKind, JobStorage, Lease, LeaseHolder, MatchId, Millis, PlayerId, StorageError, Token,
    WorkerId,
};
use async_trait::async_trait;
use std::collections::HashMap;

/// A job to store.
pub(super) struct NewJob<'a> {
    pub kind: JobKind,
    pub game: MatchId,
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
    .bind(job.kind.word())
    .bind(job.game.0)
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
pub(super) async fn end_turns(tx: &mut Connection, game: MatchId, end: JobEnd) -> Result<(), StorageError> {
    query(
        "UPDATE jobs SET state = $1, token = NULL, token_until = NULL, lease_owner = NULL, lease_until = NULL
         WHERE match = $2 AND kind = 'turn' AND state = 'waiting'",
    )
    .bind(end.word())
    .bind(game.0)
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether there may be due jobs without a lease, when the next job becomes due, and when the next lease of one ends.
const LOOK: &str = "SELECT EXISTS (
            SELECT 1 FROM jobs WHERE state = 'waiting' AND due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)
        ),
        (SELECT MIN(due_at) FROM jobs WHERE state = 'waiting' AND due_at > $1),
        (SELECT MIN(lease_until) FROM jobs WHERE state = 'waiting' AND lease_until > $1)";

/// The due jobs of a kind that have no lease. Those in progress count in the rounds of their players.
const DUE: &str = "SELECT * FROM (
        SELECT job.*, located.server, played.player1, played.player2,
            ROW_NUMBER() OVER (
                PARTITION BY CASE WHEN played.player1 = 0 THEN played.player2 ELSE played.player1 END
                ORDER BY job.due_at, job.id
            ) AS round
        FROM jobs AS job JOIN matches AS played ON played.id = job.match
            LEFT JOIN match_locations AS located ON located.match = job.match AND located.number = 1
        WHERE job.state = 'waiting' AND job.due_at <= $1 AND job.kind = $2 AND NOT EXISTS (
            SELECT 1 FROM jobs AS earlier
            WHERE earlier.match = job.match AND earlier.id < job.id AND earlier.state = 'waiting'
        )
    ) AS found WHERE lease_until IS NULL OR lease_until <= $1 ORDER BY round, due_at, id LIMIT +$3";

/// Locks a due job, unless another process has leased it since, or is about to.
const LOCK: &str =
    "SELECT id FROM jobs WHERE id = $1 AND state = 'waiting' AND (lease_until IS NULL OR lease_until <= $2)";

fn job(row: &Row, lease: Lease) -> Result<Job, StorageError> {
    let number = |name| row.get::<i64>(name);
    // The engine and erased players are stored as 0.
    let person = |number: i64| (number != 0).then(|| PlayerId(external_id(number)));
    let kind: String = row.get("kind")?;
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
        lease,
    })
}

#[async_trait]
impl JobStorage for SqlStorage {
    async fn claim_jobs(
        &self,
        lease: Lease,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<Job>, Option<Millis>), StorageError> {
        let mut claimed = Vec::new();
        let (is_due, mut next) = self.look(query_as(LOOK).bind(now.0)).await?;
        if is_due {
            let mut tx = self.database.write().await?;
            for kind in [JobKind::Turn, JobKind::Analysis] {
                let query = query(DUE).bind(now.0).bind(kind.word()).bind(limit - claimed.len() as u32);
                for row in &query.fetch_all(&mut *tx).await? {
                    let job = job(row, lease)?;
                    let locked = query_as::<i64>(LOCK).bind(job.id.0).bind(now.0).skipping_locked();
                    if locked.fetch_optional(&mut *tx).await?.is_some() {
                        claimed.push(job);
                    }
                }
            }
            for job in &claimed {
                query("UPDATE jobs SET lease_owner = $1, lease_until = $2 WHERE id = $3")
                    .bind(lease.holder.to_string())
                    .bind(lease.until.0)
                    .bind(job.id.0)
                    .execute(&mut tx)
                    .await?;
            }
            tx.commit().await?;
        }
        if !claimed.is_empty() {
            next = Some(next.map_or(lease.until, |next| next.min(lease.until)));
        }
        Ok((claimed, next))
    }

    async fn held_jobs(&self, held: &[(JobId, LeaseHolder)]) -> Result<Vec<(JobId, LeaseHolder)>, StorageError> {
        let leased: Vec<(i64, String)> =
            query_as("SELECT id, lease_owner FROM jobs WHERE state = 'waiting' AND lease_until IS NOT NULL")
                .fetch_all(&self.database)
                .await?;
        let leased: HashMap<i64, String> = leased.into_iter().collect();
        let is_held = |(id, holder): &&(JobId, LeaseHolder)| leased.get(&id.0) == Some(&holder.to_string());
        Ok(held.iter().filter(is_held).copied().collect())
    }

    async fn renew_jobs(
        &self,
        held: &[(JobId, LeaseHolder)],
        until: Millis,
    ) -> Result<Vec<(JobId, LeaseHolder)>, StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut renewed = Vec::new();
                let mut tx = self.database.write().await?;
                for (id, holder) in held {
                    let query = query(
                        "UPDATE jobs SET lease_until = $1 WHERE id = $2 AND lease_owner = $3 AND state = 'waiting'",
                    );
                    let query = query.bind(until.0).bind(id.0).bind(holder.to_string());
                    if query.execute(&mut tx).await? == 1 {
                        renewed.push((*id, *holder));
                    }
                }
                tx.commit().await?;
                Ok(renewed)
            })
        })
        .await
    }

    async fn release_job(&self, id: JobId, holder: LeaseHolder) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let query =
                    query("UPDATE jobs SET lease_owner = NULL, lease_until = NULL WHERE id = $1 AND lease_owner = $2");
                query.bind(id.0).bind(holder.to_string()).execute(&mut tx).await?;
                tx.commit().await
            })
        })
        .await
    }

    async fn release_jobs_of(&self, worker: WorkerId) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let query = query(
                    "UPDATE jobs SET lease_owner = NULL, lease_until = NULL
                     WHERE state = 'waiting' AND lease_until IS NOT NULL AND substr(lease_owner, 1, 16) = $1",
                );
                query.bind(worker.to_string()).execute(&mut tx).await?;
                tx.commit().await
            })
        })
        .await
    }

    async fn end_job(&self, id: JobId, holder: LeaseHolder, end: JobEnd) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let query = query(
            "UPDATE jobs SET state = $1, token = NULL, token_until = NULL, lease_owner = NULL, lease_until = NULL
             WHERE id = $2 AND state = 'waiting' AND lease_owner = $3",
        );
                let query = query.bind(end.word()).bind(id.0).bind(holder.to_string());
                changed_one(query.execute(&mut tx).await?)?;
                tx.commit().await
            })
        })
        .await
    }

    async fn postpone_job(
        &self,
        id: JobId,
        holder: LeaseHolder,
        again_at: Millis,
        problem: &str,
    ) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let query = query(
            "UPDATE jobs SET due_at = $1, attempts = attempts + 1, problem = $2, lease_owner = NULL, lease_until = NULL
             WHERE id = $3 AND state = 'waiting' AND lease_owner = $4",
        );
                let query = query.bind(again_at.0).bind(problem).bind(id.0).bind(holder.to_string());
                changed_one(query.execute(&mut tx).await?)?;
                tx.commit().await
            })
        })
        .await
    }

    async fn retry_failed_jobs(&self, now: Millis) -> Result<u64, StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let query = query(
                    "UPDATE jobs SET state = 'waiting', attempts = 0, due_at = $1
                     WHERE state = 'failed' AND EXISTS (
                        SELECT 1 FROM matches
                        WHERE matches.id = jobs.match AND matches.version = jobs.version
                            AND (jobs.kind = 'turn') = (matches.status = 'running')
                     )",
                );
                let retried = query.bind(now.0).execute(&mut tx).await?;
                tx.commit().await?;
                Ok(retried)
            })
        })
        .await
    }
}
