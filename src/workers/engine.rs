//! The engine worker, which runs the engine jobs.

use super::work_loop::{WorkSource, run_until_stopped};
use crate::ai::Stop;
use crate::backoff::backoff;
use crate::engine::offer_policy::{decide, decide_without_search};
use crate::engine::search_queue::{Permit, SearchPriority, SearchRequester};
use crate::engine::search_runner::{Effort, SearchPanicked, SearchRunner};
use crate::metrics::record;
use crate::service::matches::analysis::positions;
use crate::service::{
    AnalysisStep, Claimant, GameService, Job, JobEnd, JobId, JobKind, LEASE_MS, Lease, Match, Millis, RENEW_MS,
    ServiceError, StorageError,
};
use async_trait::async_trait;
use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{Id, JoinSet};
use tokio_util::sync::CancellationToken;

/// The wait after the first failure. It doubles with each further failure, up to [`WAIT_MAX`].
const WAIT_FIRST: Duration = Duration::from_secs(1);
const WAIT_MAX: Duration = Duration::from_secs(15 * 60);
/// The number of failures after which a move is searched with reduced effort.
const REDUCED_AFTER: u32 = 3;
/// The number of failures after which the engine acts without a search, so that the match does not wait forever.
const WITHOUT_SEARCH_AFTER: u32 = 6;
/// The number of failures after which a job is abandoned until the next start.
const ATTEMPTS_MAX: u32 = 10;
/// The maximum number of jobs claimed at once, queued or running; the others wait in the database.
const QUEUED_MAX: usize = 256;

/// The minimum interval between progress posts of an analysis, in milliseconds.
const PROGRESS_EVERY_MS: i64 = 5_000;

/// Why a job failed.
#[derive(Debug, thiserror::Error)]
enum JobError {
    #[error(transparent)]
    Service(#[from] ServiceError),
    #[error(transparent)]
    SearchPanicked(#[from] SearchPanicked),
    #[error("the search found no move")]
    NothingFound,
    #[error("the program is stopping, or the lease is lost")]
    Stopping,
}

/// A claimed job that is queued or running.
struct TrackedJob {
    job: JobId,
    lease: Lease,
    handle: JobHandle,
}

/// Ends a claimed job before it is done.
#[derive(Clone)]
struct JobHandle {
    /// Removes it from the queue.
    cancelled: CancellationToken,
    /// Aborts its search.
    abort: Stop,
}

impl JobHandle {
    fn end(&self) {
        self.cancelled.cancel();
        self.abort.raise();
    }
}

/// The engine worker. Cheap to clone.
#[derive(Clone)]
pub struct EngineWorker {
    service: GameService,
    search_runner: SearchRunner,
    claimant: Claimant,
}

impl EngineWorker {
    /// A worker for this game service. The search runner limits the number of concurrent searches.
    pub fn new(service: GameService, search_runner: SearchRunner) -> Self {
        EngineWorker { service, search_runner, claimant: Claimant::new() }
    }

    /// Runs until `stop` is cancelled. Searches in progress are aborted then, and all claimed jobs are released.
    pub async fn run(&self, stop: CancellationToken) {
        self.retry_failed().await;
        let changed = self.service.jobs_changed().subscribe();
        let mut jobs = Jobs { worker: self.clone(), tracked: HashMap::new(), stop: stop.clone(), changed };
        run_until_stopped(&mut jobs, stop).await;
        if let Err(error) = self.service.work().release_jobs_of(self.claimant.id()).await {
            tracing::error!(%error, "the claimed jobs could not be released");
        }
    }

    /// Makes jobs due again that were abandoned before the last stop, because they may succeed now.
    async fn retry_failed(&self) {
        match self.service.work().retry_failed_jobs(self.service.now()).await {
            Ok(0) => {}
            Ok(jobs) => tracing::warn!(jobs, "retrying abandoned jobs"),
            Err(error) => tracing::error!(%error, "could not retry abandoned jobs"),
        }
    }

    /// Queues a job, and runs it when it gets a permit, unless it is cancelled before. The job is queued by the call
    /// itself, so that the queue has the order of the calls.
    fn enqueue(self, job: Job, handle: JobHandle) -> impl Future<Output = ()> + Send {
        let priority = match job.kind {
            JobKind::Turn => SearchPriority::Move,
            JobKind::Analysis => SearchPriority::Analysis,
        };
        let requester = SearchRequester { server: job.server, people: job.people };
        let turn = self.search_runner.queue().enqueue(priority, requester);
        async move {
            let JobHandle { cancelled, abort } = handle;
            if let Some(permit) = cancelled.run_until_cancelled_owned(turn).await {
                self.run_job(&job, permit, &abort).await;
            }
        }
    }

    /// Attempts a job and stores the result.
    async fn run_job(&self, job: &Job, permit: Permit, abort: &Stop) {
        let (now, holder) = (self.service.now(), job.lease.holder);
        let stored = match self.try_job(job, permit, abort).await {
            Ok(end) => {
                record::engine_job("done");
                match end {
                    Some(end) => self.service.work().end_job(job.id, holder, end).await,
                    None => Ok(()),
                }
            }
            Err(JobError::Stopping) => Ok(()),
            // The lease is lost: the job has ended with a change of its match, or another worker has claimed it.
            Err(JobError::Service(ServiceError::Storage(StorageError::Conflict))) => Ok(()),
            // A storage failure is not the job's fault and does not count as a failed attempt.
            Err(JobError::Service(ServiceError::Storage(
                error @ (StorageError::Failed(_) | StorageError::Unwritable(_) | StorageError::Interrupted(_)),
            ))) => {
                record::engine_job("postponed");
                Err(error)
            }
            Err(error) => {
                let is_corrupt = matches!(error, JobError::Service(ServiceError::Storage(StorageError::Corrupt(_))));
                let given_up = is_corrupt || job.attempts + 1 >= ATTEMPTS_MAX;
                tracing::error!(job = %job.id, game = %job.match_id, given_up, %error, "a job failed");
                record::engine_job(if given_up { "given_up" } else { "postponed" });
                if given_up {
                    self.service.work().end_job(job.id, holder, JobEnd::Failed).await
                } else {
                    let wait = backoff(WAIT_FIRST, WAIT_MAX, job.attempts);
                    let again_at = now.plus(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX));
                    self.service.work().postpone_job(job.id, holder, again_at, &error.to_string()).await
                }
            }
        };
        match stored {
            Ok(()) => {}
            Err(StorageError::Conflict) => tracing::debug!(job = %job.id, "a job was no longer held when it ended"),
            Err(error) => {
                tracing::error!(job = %job.id, %error, "storage failed; the job has to wait");
                // An immediate retry would only fail again. If this fails too, the job is due when the lease ends.
                tokio::time::sleep(WAIT_FIRST).await;
                if let Err(error) = self.service.work().release_job(job.id, holder).await {
                    tracing::error!(job = %job.id, %error, "a job could not be released");
                }
            }
        }
    }

    /// Runs a job, or a part of it; `None` if its end is stored, or the rest remains due.
    async fn try_job(&self, job: &Job, permit: Permit, abort: &Stop) -> Result<Option<JobEnd>, JobError> {
        let seen = self.service.find(job.match_id).await?;
        match job.kind {
            JobKind::Turn => self.turn(job, &seen, permit, abort).await,
            JobKind::Analysis => self.analyse(job, &seen, permit, abort).await,
        }
    }

    async fn turn(&self, job: &Job, seen: &Match, permit: Permit, abort: &Stop) -> Result<Option<JobEnd>, JobError> {
        let engine = seen.engine_seat().zip(seen.engine_level());
        let Some((seat, level)) = engine.filter(|_| seen.version == job.version && seen.waits_for_engine()) else {
            return Ok(Some(JobEnd::Dropped));
        };
        let seed = seen.id.0.cast_unsigned();
        let action = if job.attempts < WITHOUT_SEARCH_AFTER {
            let effort = if job.attempts < REDUCED_AFTER { Effort::Full } else { Effort::Reduced };
            let found = self.search_runner.search(&*seen.line, level, effort, seed, permit, abort).await?;
            if abort.is_raised() {
                return Err(JobError::Stopping);
            }
            decide(seen, seat, &found)
        } else {
            tracing::warn!(game = %seen.id, attempts = job.attempts, "the engine acts without a search");
            decide_without_search(seen, seat)
        };
        let held = self.service.work().held_jobs(&[(job.id, job.lease.holder)]).await.map_err(ServiceError::from)?;
        if held.is_empty() {
            return Err(JobError::Stopping);
        }
        match self.service.act_for_engine(seen, &action.ok_or(JobError::NothingFound)?, job.token.as_ref()).await {
            // The change has ended the job.
            Ok(_) => Ok(None),
            // The match has changed, and has another job if it needs one.
            Err(ServiceError::Storage(StorageError::Conflict)) => Ok(Some(JobEnd::Dropped)),
            Err(error) => Err(error.into()),
        }
    }

    /// Analyses a few positions of a finished match.
    async fn analyse(&self, job: &Job, seen: &Match, permit: Permit, abort: &Stop) -> Result<Option<JobEnd>, JobError> {
        let Some(analysis) = self.service.queries().analysis(job.match_id).await.map_err(ServiceError::from)? else {
            return Ok(Some(JobEnd::Dropped));
        };
        let known = |ply: &usize| analysis.positions.iter().any(|position| position.ply == *ply);
        // Backwards, because the table entries of a position help with the one before it.
        let missing_plies: Vec<usize> = (0..positions(seen)).rev().filter(|ply| !known(ply)).collect();
        let missing = missing_plies.len();
        let analysed = self.search_runner.analyse(&*seen.line, missing_plies, permit, abort).await?;
        if abort.is_raised() && analysed.is_empty() {
            return Err(JobError::Stopping);
        }
        if analysed.is_empty() && missing > 0 {
            return Err(JobError::NothingFound);
        }
        let (now, complete) = (self.service.now(), analysed.len() == missing);
        // With an interaction token, only the result is posted.
        let announce = complete || (job.token.is_none() && now.0 - analysis.announced_at.0 >= PROGRESS_EVERY_MS);
        self.service.advance(&AnalysisStep { job, positions: &analysed, complete, announce, now }).await?;
        Ok(None)
    }
}

/// The claimed jobs that are queued or running.
struct Jobs {
    worker: EngineWorker,
    tracked: HashMap<Id, TrackedJob>,
    stop: CancellationToken,
    /// Changes when there may be new jobs.
    changed: watch::Receiver<()>,
}

impl Jobs {
    /// Renews the leases when it is time, and ends the jobs that are no longer held, because their match has changed or
    /// another worker has claimed them.
    async fn keep_leases(&mut self, now: Millis) -> Result<(), StorageError> {
        let held: Vec<_> = self.tracked.values().map(|tracked| (tracked.job, tracked.lease.holder)).collect();
        if held.is_empty() {
            return Ok(());
        }
        let work = self.worker.service.work();
        let renewed = now.plus(LEASE_MS);
        let is_time = self.tracked.values().any(|tracked| tracked.lease.until <= renewed.plus(-RENEW_MS));
        let still_held = if is_time { work.renew_jobs(&held, renewed).await? } else { work.held_jobs(&held).await? };
        for tracked in self.tracked.values_mut() {
            if !still_held.contains(&(tracked.job, tracked.lease.holder)) {
                tracked.handle.end();
            }
            if is_time {
                tracked.lease.until = renewed;
            }
        }
        Ok(())
    }

    /// Claims due jobs and starts them. Returns when the next one becomes due or a lease ends.
    async fn claim(&mut self, now: Millis, tasks: &mut JoinSet<()>) -> Result<Option<Millis>, StorageError> {
        self.keep_leases(now).await?;
        let room = QUEUED_MAX.saturating_sub(self.tracked.len());
        if room == 0 {
            return Ok(None);
        }
        let lease = self.worker.claimant.lease(now);
        let (jobs, next) = self.worker.service.work().claim_jobs(lease, now, room as u32).await?;
        for job in jobs {
            let handle = JobHandle { cancelled: self.stop.child_token(), abort: Stop::default() };
            let entry = TrackedJob { job: job.id, lease, handle: handle.clone() };
            let task = tasks.spawn(self.worker.clone().enqueue(job, handle));
            self.tracked.insert(task.id(), entry);
        }
        Ok(next)
    }
}

#[async_trait]
impl WorkSource for Jobs {
    const ITEM: &'static str = "an engine job";

    async fn start_due(&mut self, tasks: &mut JoinSet<()>) -> Option<Duration> {
        let now = self.worker.service.now();
        let next = match self.claim(now, tasks).await {
            Ok(next) => next,
            Err(error) => {
                tracing::error!(%error, "could not claim the due jobs");
                return Some(WAIT_FIRST);
            }
        };
        let renewal = (!self.tracked.is_empty()).then_some(now.plus(RENEW_MS));
        let next = [next, renewal].into_iter().flatten().min();
        next.map(|next| Duration::from_millis((next.0 - self.worker.service.now().0).max(0).cast_unsigned()))
    }

    fn finished(&mut self, task: Id) {
        self.tracked.remove(&task);
    }

    fn changed(&mut self) -> &mut watch::Receiver<()> {
        &mut self.changed
    }

    fn stopping(&mut self) {
        self.tracked.values().for_each(|tracked| tracked.handle.end());
    }
}
