//! Claims engine jobs and scheduled checks, and coordinates processes.

use super::rows::{changed_one, external_id, server, token};
use super::sql_storage::SqlStorage;
use super::{checks, posts};
use crate::db::database_error::{corrupt, failed};
use crate::db::driver::{DatabaseKind, Query, Row, query, query_as};
use crate::service::storage::work_storage::WorkStorage;
use crate::service::{
    AnalysisStep, CheckOutcome, DueCheck, Job, JobEnd, JobId, JobKind, LEASE_MS, Leadership, Lease, LeaseHolder,
    MatchId, Millis, PlayerId, Post, StorageError, WorkerId,
};
use async_trait::async_trait;
use std::collections::HashMap;

/// Whether there may be due jobs without a lease, when the next job becomes due, and when the next lease ends.
const LOOK_FOR_JOBS: &str = "SELECT EXISTS (
            SELECT 1 FROM jobs WHERE state = 'waiting' AND due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)
        ),
        (SELECT MIN(due_at) FROM jobs WHERE state = 'waiting' AND due_at > $1),
        (SELECT MIN(lease_until) FROM jobs WHERE state = 'waiting' AND lease_until > $1)";

/// The due jobs of a kind that have no lease. Jobs in progress count in the rounds of their players.
const DUE_JOBS: &str = "SELECT * FROM (
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
const LOCK_JOB: &str =
    "SELECT id FROM jobs WHERE id = $1 AND state = 'waiting' AND (lease_until IS NULL OR lease_until <= $2)";

fn job(row: &Row, lease: Lease) -> Result<Job, StorageError> {
    let number = |name| row.get::<i64>(name);
    // The engine and erased players are stored as 0.
    let person = |number: i64| (number != 0).then(|| PlayerId(external_id(number)));
    let kind: String = row.get("kind")?;
    Ok(Job {
        id: JobId(number("id")?),
        kind: kind.parse().map_err(|_| corrupt(format_args!("{kind} is not a kind of job")))?,
        match_id: MatchId(number("match")?),
        server: server(row)?,
        people: [person(number("player1")?), person(number("player2")?)],
        version: number("version")?,
        attempts: u32::try_from(number("attempts")?).unwrap_or(u32::MAX),
        created_at: Millis(number("created_at")?),
        token: token(row)?,
        lease,
    })
}

/// The due checks without a lease.
const DUE_CHECKS: &str = "SELECT kind, subject, due_at FROM alarms
     WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1) ORDER BY due_at LIMIT +$2";

const LEASE_CHECK: &str = "UPDATE alarms SET lease_owner = $1, lease_until = $2 WHERE kind = $3 AND subject = $4";

/// Whether [`DUE_CHECKS`] finds a check, when the next check becomes due, and when the next lease ends.
const LOOK_FOR_CHECKS: &str = "SELECT EXISTS (
                SELECT 1 FROM alarms WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)
            ),
            (SELECT MIN(due_at) FROM alarms WHERE due_at > $1),
            (SELECT MIN(lease_until) FROM alarms WHERE lease_until > $1)";

/// A leader that asks again extends its lease when less than this is left, in milliseconds.
const RENEWED_BELOW_MS: i64 = LEASE_MS / 3 * 2;

impl SqlStorage {
    /// Runs a query for whether work may be due, when the next item becomes due, and when the next lease ends. Returns
    /// whether work may be due, and the earlier of the two instants. A single read costs little and usually does not
    /// wait for the writer.
    async fn look(
        &self,
        query: Query<(bool, Option<i64>, Option<i64>)>,
    ) -> Result<(bool, Option<Millis>), StorageError> {
        let (is_due, due_at, lease_until) = query.fetch_one(&self.database).await?;
        Ok((is_due, [due_at, lease_until].into_iter().flatten().min().map(Millis)))
    }

    /// Makes a worker the leader. Returns false if another one was faster.
    async fn take_leadership(
        &self,
        task: &str,
        worker: &str,
        now: Millis,
        until: Millis,
    ) -> Result<bool, StorageError> {
        let sql = "INSERT INTO leaders (task, lease_owner, lease_until) VALUES ($1, $2, $3)
            ON CONFLICT (task) DO UPDATE SET lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
            WHERE leaders.lease_owner = excluded.lease_owner OR leaders.lease_until <= $4";
        Ok(self.execute(query(sql).bind(task).bind(worker).bind(until.0).bind(now.0)).await? == 1)
    }
}

#[async_trait]
impl WorkStorage for SqlStorage {
    async fn claim_jobs(
        &self,
        lease: Lease,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<Job>, Option<Millis>), StorageError> {
        let (is_due, mut next) = self.look(query_as(LOOK_FOR_JOBS).bind(now.0)).await?;
        if !is_due {
            return Ok((Vec::new(), next));
        }
        let claimed = self.write_once(|tx| {
            Box::pin(async move {
                let mut claimed = Vec::new();
                for kind in [JobKind::Turn, JobKind::Analysis] {
                    let query = query(DUE_JOBS).bind(now.0).bind(kind.to_string()).bind(limit - claimed.len() as u32);
                    for row in &query.fetch_all(&mut *tx).await? {
                        let job = job(row, lease)?;
                        let locked = query_as::<i64>(LOCK_JOB).bind(job.id.0).bind(now.0).skipping_locked();
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
                        .execute(tx)
                        .await?;
                }
                Ok(claimed)
            })
        });
        let claimed = claimed.await?;
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
        self.write(|tx| {
            Box::pin(async move {
                let mut renewed = Vec::new();
                for (id, holder) in held {
                    let query = query(
                        "UPDATE jobs SET lease_until = $1 WHERE id = $2 AND lease_owner = $3 AND state = 'waiting'",
                    );
                    let query = query.bind(until.0).bind(id.0).bind(holder.to_string());
                    if query.execute(tx).await? == 1 {
                        renewed.push((*id, *holder));
                    }
                }
                Ok(renewed)
            })
        })
        .await
    }

    async fn release_job(&self, id: JobId, holder: LeaseHolder) -> Result<(), StorageError> {
        let query = query("UPDATE jobs SET lease_owner = NULL, lease_until = NULL WHERE id = $1 AND lease_owner = $2");
        self.execute(query.bind(id.0).bind(holder.to_string())).await.map(drop)
    }

    async fn release_jobs_of(&self, worker: WorkerId) -> Result<(), StorageError> {
        let query = query(
            "UPDATE jobs SET lease_owner = NULL, lease_until = NULL
             WHERE state = 'waiting' AND lease_until IS NOT NULL AND substr(lease_owner, 1, 16) = $1",
        );
        self.execute(query.bind(worker.to_string())).await.map(drop)
    }

    async fn end_job(&self, id: JobId, holder: LeaseHolder, end: JobEnd) -> Result<(), StorageError> {
        let query = query(
            "UPDATE jobs SET state = $1, token = NULL, token_until = NULL, lease_owner = NULL, lease_until = NULL
             WHERE id = $2 AND state = 'waiting' AND lease_owner = $3",
        );
        changed_one(self.execute(query.bind(end.to_string()).bind(id.0).bind(holder.to_string())).await?)
    }

    async fn postpone_job(
        &self,
        id: JobId,
        holder: LeaseHolder,
        again_at: Millis,
        problem: &str,
    ) -> Result<(), StorageError> {
        let query = query(
            "UPDATE jobs SET due_at = $1, attempts = attempts + 1, problem = $2, lease_owner = NULL, lease_until = NULL
             WHERE id = $3 AND state = 'waiting' AND lease_owner = $4",
        );
        let query = query.bind(again_at.0).bind(problem).bind(id.0).bind(holder.to_string());
        changed_one(self.execute(query).await?)
    }

    async fn retry_failed_jobs(&self, now: Millis) -> Result<u64, StorageError> {
        let query = query(
            "UPDATE jobs SET state = 'waiting', attempts = 0, due_at = $1
             WHERE state = 'failed' AND EXISTS (
                SELECT 1 FROM matches
                WHERE matches.id = jobs.match AND matches.version = jobs.version
                    AND (jobs.kind = 'turn') = (matches.status = 'running')
             )",
        );
        self.execute(query.bind(now.0)).await
    }

    async fn advance_analysis(&self, step: &AnalysisStep<'_>) -> Result<(), StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                let game = step.job.match_id;
                for position in step.positions {
                    let sql = "INSERT INTO studies (match, ply, best, score) VALUES ($1, $2, $3, $4)
                        ON CONFLICT (match, ply) DO UPDATE SET best = excluded.best, score = excluded.score";
                    query(sql)
                        .bind(game.0)
                        .bind(position.ply as i64)
                        .bind(position.line.join(" "))
                        .bind(i64::from(position.score))
                        .execute(tx)
                        .await?;
                }
                if step.announce {
                    query("UPDATE analyses SET told_at = $1 WHERE match = $2")
                        .bind(step.now.0)
                        .bind(game.0)
                        .execute(tx)
                        .await?;
                    posts::add(tx, &[Post::Analysis { match_id: game }], step.job.token.as_ref(), step.now).await?;
                }
                // The rest goes to the end of the queue: an analysis must not delay the engine's moves.
                let update = if step.complete {
                    "UPDATE jobs SET state = 'done', due_at = $2, token = NULL, token_until = NULL, lease_owner = NULL,
                        lease_until = NULL
                     WHERE id = $1 AND state = 'waiting' AND lease_owner = $3"
                } else {
                    "UPDATE jobs SET due_at = $2, lease_owner = NULL, lease_until = NULL
                     WHERE id = $1 AND state = 'waiting' AND lease_owner = $3"
                };
                let update = query(update).bind(step.job.id.0).bind(step.now.0).bind(step.job.lease.holder.to_string());
                changed_one(update.execute(tx).await?)?;
                Ok(())
            })
        })
        .await
    }

    async fn claim_checks(
        &self,
        lease: Lease,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<DueCheck>, Option<Millis>), StorageError> {
        let (is_due, mut next) = self.look(query_as(LOOK_FOR_CHECKS).bind(now.0)).await?;
        if !is_due {
            return Ok((Vec::new(), next));
        }
        let claimed = self.write_once(|tx| {
            Box::pin(async move {
                let mut claimed = Vec::new();
                let due = query_as(DUE_CHECKS).bind(now.0).bind(limit).skipping_locked();
                let rows: Vec<(String, i64, i64)> = due.fetch_all(&mut *tx).await?;
                for (kind, subject, due_at) in rows {
                    let Some(check) = checks::of_key(&kind, subject) else {
                        tracing::error!(kind, "a scheduled check of an unknown kind is dropped");
                        checks::schedule_check(tx, &kind, subject, None).await?;
                        continue;
                    };
                    let leased = query(LEASE_CHECK).bind(lease.holder.to_string()).bind(lease.until.0);
                    leased.bind(kind).bind(subject).execute(tx).await?;
                    claimed.push(DueCheck { check, due_at: Millis(due_at), lease });
                }
                Ok(claimed)
            })
        });
        let claimed = claimed.await?;
        if !claimed.is_empty() {
            next = Some(next.map_or(lease.until, |next| next.min(lease.until)));
        }
        Ok((claimed, next))
    }

    async fn finish_check(&self, outcome: &CheckOutcome) -> Result<(), StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                let CheckOutcome { due: DueCheck { check, due_at: seen, lease }, next, flag_at, posts: added } =
                    outcome;
                let (kind, subject) = checks::key(*check);
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
                checks::schedule_check(tx, kind, subject, *next).await?;
                if let (Some(id), Some(flag_at)) = (check.match_id(), flag_at) {
                    let query = query("UPDATE matches SET flag_at = $1 WHERE id = $2").bind(flag_at.0).bind(id.0);
                    query.execute(tx).await?;
                }
                posts::add(tx, added, None, *seen).await?;
                Ok(())
            })
        })
        .await
    }

    async fn lead(&self, task: &str, worker: WorkerId, now: Millis) -> Result<Leadership, StorageError> {
        let worker = worker.to_string();
        loop {
            let leader = query_as("SELECT lease_owner, lease_until FROM leaders WHERE task = $1").bind(task);
            let leader: Option<(String, i64)> = leader.fetch_optional(&self.database).await?;
            if let Some((owner, until)) = leader
                && until > now.0
            {
                let is_own = owner == worker;
                if !is_own || until - now.0 > RENEWED_BELOW_MS {
                    return Ok(Leadership { is_own, until: Millis(until) });
                }
            }
            let until = now.plus(LEASE_MS);
            if self.take_leadership(task, &worker, now, until).await? {
                return Ok(Leadership { is_own: true, until });
            }
        }
    }

    async fn resign(&self, task: &str, worker: WorkerId) -> Result<(), StorageError> {
        let query = query("DELETE FROM leaders WHERE task = $1 AND lease_owner = $2");
        self.execute(query.bind(task).bind(worker.to_string())).await.map(drop)
    }

    async fn reserve_slot(
        &self,
        queue: &str,
        now: Millis,
        interval: i64,
        longest: i64,
    ) -> Result<Millis, StorageError> {
        self.write(|tx| {
            Box::pin(async move {
                let sql = "INSERT INTO slots (queue, next_at) VALUES ($1, $2 + $3)
                    ON CONFLICT (queue) DO UPDATE SET
                        next_at = $3 + CASE WHEN slots.next_at < $2 THEN $2
                            WHEN slots.next_at > $2 + $4 THEN $2 + $4 ELSE slots.next_at END
                    RETURNING next_at";
                let query = query_as::<i64>(sql).bind(queue).bind(now.0).bind(interval).bind(longest);
                let next: i64 = query.fetch_one(&mut *tx).await?;
                Ok(Millis(next - interval))
            })
        })
        .await
    }

    fn is_shared(&self) -> bool {
        matches!(self.database.kind(), DatabaseKind::Postgres(_))
    }

    async fn wake_others(&self) -> Result<(), StorageError> {
        let DatabaseKind::Postgres(postgres) = self.database.kind() else { return Ok(()) };
        let (channel, sender) = postgres.message();
        // Sent outside the transactions that cause it, because commits with notifications wait for one another.
        let query = query_as::<bool>("SELECT pg_notify($1, $2) IS NULL").bind(channel).bind(sender);
        query.fetch_optional(&self.database).await?;
        Ok(())
    }

    async fn wait_for_others(&self) -> Result<(), StorageError> {
        match self.database.kind() {
            DatabaseKind::Sqlite(_) => std::future::pending().await,
            DatabaseKind::Postgres(postgres) => postgres.wait_for_message().await.map_err(failed),
        }
    }
}
