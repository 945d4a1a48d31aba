//! The engine worker, which runs the engine jobs.

use super::work_loop::{WorkQueue, run_until_stopped};
use crate::ai::Stop;
use crate::backoff::backoff;
use crate::engine::offer_policy::{decide, decide_without_search};
use crate::engine::search_queue::{Permit, SearchPriority, SearchRequester};
use crate::engine::search_runner::{Effort, SearchPanicked, SearchRunner};
use crate::service::matches::analysis::positions;
use crate::service::{
    AnalysisStep, GameService, Job, JobEnd, JobId, JobKind, Match, MatchId, ServiceError, StorageError,
};
use async_trait::async_trait;
use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::task::{Id, JoinSet};
use tokio_util::sync::CancellationToken;

/// The wait after the first failure. It doubles with each further failure, up to [`WAIT_MAX`].
const WAIT_FIRST: Duration = Duration::from_secs(1);
const WAIT_MAX: Duration = Duration::from_secs(15 * 60);
/// The number of failures after which a move is searched with reduced effort.
const REDUCED_AFTER: u32 = 3;
/// The number of failures after which the engine acts without a search, so that the match does not wait for ever.
const WITHOUT_SEARCH_AFTER: u32 = 6;
/// The number of failures after which a job is abandoned until the next start.
const ATTEMPTS_MAX: u32 = 10;
/// The maximum number of jobs in memory, waiting or running; the others wait in the database.
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
    #[error("the program is stopping")]
    Stopping,
}

/// A job that is queued or running.
struct TrackedJob {
    game: MatchId,
    job: JobId,
    /// Cancelled when the job becomes obsolete while it is queued, or when the program stops.
    cancelled: CancellationToken,
}

/// The engine worker. Cheap to clone.
#[derive(Clone)]
pub struct EngineWorker {
    service: GameService,
    search_runner: SearchRunner,
}

impl EngineWorker {
    /// A worker for this game service. The search runner limits the number of concurrent searches.
    pub fn new(service: GameService, search_runner: SearchRunner) -> Self {
        EngineWorker { service, search_runner }
    }

    /// Runs until `stop` is cancelled. Searches in progress are aborted then, and repeated after the next start.
    pub async fn run(&self, stop: CancellationToken) {
        self.retry_failed().await;
        let mut jobs =
            Jobs { worker: self.clone(), tracked: HashMap::new(), abort: Stop::default(), stop: stop.clone() };
        run_until_stopped(&mut jobs, stop).await;
    }

    /// Makes jobs due again that were abandoned before the last stop, because they may succeed now.
    async fn retry_failed(&self) {
        match self.service.storage().retry_failed_jobs(self.service.now()).await {
            Ok(0) => {}
            Ok(jobs) => tracing::warn!(jobs, "retrying abandoned jobs"),
            Err(error) => tracing::error!(%error, "could not retry abandoned jobs"),
        }
    }

    /// Queues a job, and runs it when it gets a permit, unless it is cancelled before. The job is queued by the call
    /// itself, so that the queue has the order of the calls.
    fn enqueue(self, job: Job, cancelled: CancellationToken, abort: Stop) -> impl Future<Output = ()> + Send {
        let priority = match job.kind {
            JobKind::Turn => SearchPriority::Move,
            JobKind::Analysis => SearchPriority::Analysis,
        };
        let requester = SearchRequester { server: job.server, people: job.people };
        let turn = self.search_runner.queue().enqueue(priority, requester);
        async move {
            if let Some(permit) = cancelled.run_until_cancelled_owned(turn).await {
                self.run_job(&job, permit, &abort).await;
            }
        }
    }

    /// Attempts a job and stores the result.
    async fn run_job(&self, job: &Job, permit: Permit, abort: &Stop) {
        let now = self.service.now();
        let stored = match self.try_job(job, permit, abort).await {
            Ok(Some(end)) => self.service.storage().end_job(job.id, end).await,
            Ok(None) => Ok(()),
            Err(JobError::Stopping) => Ok(()),
            // A storage failure is not the job's fault and does not count as a failed attempt.
            Err(JobError::Service(ServiceError::Storage(
                error @ (StorageError::Failed(_) | StorageError::Unwritable(_)),
            ))) => Err(error),
            Err(error) => {
                let is_corrupt = matches!(error, JobError::Service(ServiceError::Storage(StorageError::Corrupt(_))));
                let given_up = is_corrupt || job.attempts + 1 >= ATTEMPTS_MAX;
                tracing::error!(job = %job.id, game = %job.game, given_up, %error, "a job failed");
                if given_up {
                    self.service.storage().end_job(job.id, JobEnd::Failed).await
                } else {
                    let wait = backoff(WAIT_FIRST, WAIT_MAX, job.attempts);
                    let again_at = now.plus(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX));
                    self.service.storage().postpone_job(job.id, again_at, &error.to_string()).await
                }
            }
        };
        if let Err(error) = stored {
            tracing::error!(job = %job.id, %error, "storage failed; the job has to wait");
            // The job is still due; an immediate retry would only fail again.
            tokio::time::sleep(WAIT_FIRST).await;
        }
    }

    /// Runs a job, or a part of it; `None` if the rest remains due.
    async fn try_job(&self, job: &Job, permit: Permit, abort: &Stop) -> Result<Option<JobEnd>, JobError> {
        let seen = self.service.find(job.game).await?;
        match job.kind {
            JobKind::Turn => self.turn(job, &seen, permit, abort).await.map(Some),
            JobKind::Analysis => self.analyse(job, &seen, permit, abort).await,
        }
    }

    async fn turn(&self, job: &Job, seen: &Match, permit: Permit, abort: &Stop) -> Result<JobEnd, JobError> {
        let engine = seen.engine_seat().and_then(|seat| Some((seat, seen.player(seat).level()?)));
        let Some((seat, level)) = engine.filter(|_| seen.version == job.version && seen.waits_for_engine()) else {
            return Ok(JobEnd::Dropped);
        };
        let seed = seen.id.0.cast_unsigned();
        let action = if job.attempts < WITHOUT_SEARCH_AFTER {
            let effort = if job.attempts < REDUCED_AFTER { Effort::Full } else { Effort::Reduced };
            let found = self.search_runner.search(&*seen.line, (level, effort), seed, permit, abort).await?;
            if abort.is_raised() {
                return Err(JobError::Stopping);
            }
            decide(seen, seat, &found)
        } else {
            tracing::warn!(game = %seen.id, attempts = job.attempts, "the engine acts without a search");
            decide_without_search(seen, seat)
        };
        match self.service.act_for_engine(seen, &action.ok_or(JobError::NothingFound)?, job.token.as_ref()).await {
            Ok(_) => Ok(JobEnd::Done),
            // The match has changed, and has another job if it needs one.
            Err(ServiceError::Storage(StorageError::Conflict)) => Ok(JobEnd::Dropped),
            Err(error) => Err(error.into()),
        }
    }

    /// Analyses a few positions of a finished match.
    async fn analyse(&self, job: &Job, seen: &Match, permit: Permit, abort: &Stop) -> Result<Option<JobEnd>, JobError> {
        let Some(analysis) = self.service.storage().analysis(job.game).await.map_err(ServiceError::from)? else {
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

/// The jobs that are queued or running.
struct Jobs {
    worker: EngineWorker,
    tracked: HashMap<Id, TrackedJob>,
    /// Aborts the searches in progress.
    abort: Stop,
    stop: CancellationToken,
}

#[async_trait]
impl WorkQueue for Jobs {
    const ITEM: &'static str = "an engine job";

    async fn start_due(&mut self, tasks: &mut JoinSet<()>) -> Option<Duration> {
        if self.tracked.len() >= QUEUED_MAX {
            return None;
        }
        let service = &self.worker.service;
        let next = match service.storage().due_jobs(service.now(), QUEUED_MAX as u32).await {
            Ok((due, next)) => {
                end_waiting(&due, &self.tracked);
                for job in due {
                    // At most one job per match, even if an older one has not yet noticed that it is obsolete.
                    let is_tracked = self.tracked.values().any(|tracked| tracked.game == job.game);
                    if !is_tracked && self.tracked.len() < QUEUED_MAX {
                        let cancelled = self.stop.child_token();
                        let entry = TrackedJob { game: job.game, job: job.id, cancelled: cancelled.clone() };
                        let task = tasks.spawn(self.worker.clone().enqueue(job, cancelled, self.abort.clone()));
                        self.tracked.insert(task.id(), entry);
                    }
                }
                next
            }
            Err(error) => {
                tracing::error!(%error, "could not load the due jobs");
                return Some(WAIT_FIRST);
            }
        };
        next.map(|next| Duration::from_millis((next.0 - service.now().0).max(0).cast_unsigned()))
    }

    fn finished(&mut self, task: Id) {
        self.tracked.remove(&task);
    }

    fn changed(&self) -> &Notify {
        self.worker.service.jobs_changed()
    }

    fn stopping(&mut self) {
        self.abort.raise();
    }
}

/// Cancels queued jobs that are no longer due because their match has changed.
fn end_waiting(due: &[Job], known: &HashMap<Id, TrackedJob>) {
    // If the batch is full, a missing job may still be due.
    if due.len() < QUEUED_MAX {
        let is_due = |known: &TrackedJob| due.iter().any(|job| job.id == known.job);
        known.values().filter(|known| !is_due(known)).for_each(|known| known.cancelled.cancel());
    }
}
