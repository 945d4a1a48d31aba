//! Does the jobs, a few at a time.

use crate::ai::Stop;
use crate::engine::offer_policy::{decide, decide_without_search};
use crate::engine::search_queue::{Permit, SearchPriority, SearchRequester};
use crate::engine::search_runner::{Effort, SearchPanicked, SearchRunner};
use crate::service::matches::analysis::positions;
use crate::service::{
    AnalysisStep, GameService, Job, JobEnd, JobId, JobKind, Match, MatchId, Millis, ServiceError, StorageError,
};
use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// The first wait after a failure; it doubles each time.
const WAIT_FIRST_MS: i64 = 1_000;
/// The number of failures after which a move is looked for with less effort.
const REDUCED_AFTER: u32 = 3;
/// The number of failures after which the first legal move is played: a game must not wait for ever.
const WITHOUT_SEARCH_AFTER: u32 = 6;
/// The number of failures after which a job is given up, until the next start.
const ATTEMPTS_MAX: u32 = 10;
/// The most jobs that wait for their turn in memory; the others wait in the store.
const QUEUED_MAX: usize = 256;

/// How far an analysis has come is said no more often than this.
const PROGRESS_EVERY_MS: i64 = 5_000;

/// Why a job was not done.
#[derive(Debug, thiserror::Error)]
enum JobError {
    #[error(transparent)]
    Desk(#[from] ServiceError),
    #[error(transparent)]
    BrokeOff(#[from] SearchPanicked),
    #[error("nothing was found to play")]
    NothingFound,
    #[error("the program is stopping")]
    Stopping,
}

/// A job that waits for its turn or is being done.
struct TrackedJob {
    game: MatchId,
    job: JobId,
    /// Ends the waiting: the job is over, or the program stops.
    over: CancellationToken,
}

/// The workers. Cheap to clone.
#[derive(Clone)]
pub struct EngineWorker {
    service: GameService,
    search_runner: SearchRunner,
}

impl EngineWorker {
    /// Workers for this desk, who think as often at a time as the thinker allows.
    pub fn new(desk: GameService, thinker: SearchRunner) -> Self {
        EngineWorker { service: desk, search_runner: thinker }
    }

    /// Works until it is told to stop. What is being thought about then is thought about anew next time.
    pub async fn run(&self, stop: CancellationToken) {
        self.retry_failed().await;
        let halt = Stop::default();
        let mut under_way = JoinSet::new();
        let mut known: HashMap<tokio::task::Id, TrackedJob> = HashMap::new();
        loop {
            let mut next = None;
            // Asked once a round: a stop between two questions would be waited for by nobody.
            let stopping = stop.is_cancelled();
            if stopping {
                halt.raise();
                if under_way.is_empty() {
                    return;
                }
            } else if known.len() < QUEUED_MAX {
                match self.service.storage().due_jobs(self.service.now(), QUEUED_MAX as u32).await {
                    Ok((due, later)) => {
                        next = later;
                        end_waiting(&due, &known);
                        for job in due {
                            // A match has one job at a time, also while an older one has not noticed yet that it is over.
                            let is_known = known.values().any(|known| known.game == job.game);
                            if !is_known && known.len() < QUEUED_MAX {
                                let over = stop.child_token();
                                let entry = TrackedJob { game: job.game, job: job.id, over: over.clone() };
                                let task = under_way.spawn(self.clone().enqueue(job, over, halt.clone()));
                                known.insert(task.id(), entry);
                            }
                        }
                    }
                    Err(error) => {
                        tracing::error!(%error, "jobs could not be looked up");
                        next = Some(self.service.now().plus(WAIT_FIRST_MS));
                    }
                }
            }
            let wait = next.map(|next: Millis| (next.0 - self.service.now().0).max(0).cast_unsigned());
            tokio::select! {
                Some(ended) = under_way.join_next_with_id(), if !under_way.is_empty() => {
                    let id = match ended {
                        Ok((id, ())) => id,
                        Err(error) => {
                            tracing::error!(%error, "a job broke off");
                            error.id()
                        }
                    };
                    known.remove(&id);
                }
                () = tokio::time::sleep(Duration::from_millis(wait.unwrap_or_default())), if wait.is_some() => {}
                () = self.service.jobs_changed().notified() => {}
                () = stop.cancelled(), if !stopping => {}
            }
        }
    }

    /// What was given up before the last stop may be possible now.
    async fn retry_failed(&self) {
        match self.service.storage().retry_failed_jobs(self.service.now()).await {
            Ok(0) => {}
            Ok(jobs) => tracing::warn!(jobs, "jobs that were given up are tried again"),
            Err(error) => tracing::error!(%error, "jobs that were given up could not be looked up"),
        }
    }

    /// Queues a job, and does it when its turn has come, unless it is over before. It is queued at once: the order
    /// of the calls is that of the queue.
    fn enqueue(self, job: Job, over: CancellationToken, halt: Stop) -> impl Future<Output = ()> + Send {
        let priority = match job.kind {
            JobKind::Turn => SearchPriority::Move,
            JobKind::Analysis => SearchPriority::Analysis,
        };
        let requester = SearchRequester { server: job.server, people: job.people };
        let turn = self.search_runner.queue().enqueue(priority, requester);
        async move {
            if let Some(permit) = over.run_until_cancelled_owned(turn).await {
                self.run_job(&job, permit, &halt).await;
            }
        }
    }

    /// Tries to do a job and keeps what came of it.
    async fn run_job(&self, job: &Job, permit: Permit, halt: &Stop) {
        let now = self.service.now();
        let kept = match self.try_job(job, permit, halt).await {
            Ok(Some(end)) => self.service.storage().end_job(job.id, end).await,
            Ok(None) => Ok(()),
            Err(JobError::Stopping) => Ok(()),
            // Not the job's fault: it does not count as a failure of it, and is tried as before.
            Err(JobError::Desk(ServiceError::Storage(
                error @ (StorageError::Failed(_) | StorageError::Unwritable(_)),
            ))) => Err(error),
            Err(trouble) => {
                let damaged = matches!(trouble, JobError::Desk(ServiceError::Storage(StorageError::Corrupt(_))));
                let given_up = damaged || job.attempts + 1 >= ATTEMPTS_MAX;
                tracing::error!(job = %job.id, game = %job.game, given_up, %trouble, "a job was not done");
                if given_up {
                    self.service.storage().end_job(job.id, JobEnd::Failed).await
                } else {
                    let again_at = now.plus(WAIT_FIRST_MS << job.attempts);
                    self.service.storage().postpone_job(job.id, again_at, &trouble.to_string()).await
                }
            }
        };
        if let Err(error) = kept {
            tracing::error!(job = %job.id, %error, "the store failed; a job has to wait");
            // It is due still; trying again at once would only fail again.
            tokio::time::sleep(Duration::from_millis(WAIT_FIRST_MS.cast_unsigned())).await;
        }
    }

    /// Does a job, or some of it; `None` when the rest is for later.
    async fn try_job(&self, job: &Job, permit: Permit, halt: &Stop) -> Result<Option<JobEnd>, JobError> {
        let seen = self.service.find(job.game).await?;
        match job.kind {
            JobKind::Turn => self.turn(job, &seen, permit, halt).await.map(Some),
            JobKind::Analysis => self.analyse(job, &seen, permit, halt).await,
        }
    }

    async fn turn(&self, job: &Job, seen: &Match, permit: Permit, halt: &Stop) -> Result<JobEnd, JobError> {
        let engine = seen.engine_seat().and_then(|seat| Some((seat, seen.player(seat).level()?)));
        let Some((seat, level)) = engine.filter(|_| seen.version == job.version && seen.waits_for_engine()) else {
            return Ok(JobEnd::Dropped);
        };
        let seed = seen.id.0.cast_unsigned();
        let action = if job.attempts < WITHOUT_SEARCH_AFTER {
            let effort = if job.attempts < REDUCED_AFTER { Effort::Full } else { Effort::Reduced };
            let found = self.search_runner.search(&*seen.line, (level, effort), seed, permit, halt).await?;
            if halt.is_raised() {
                return Err(JobError::Stopping);
            }
            decide(seen, seat, &found)
        } else {
            tracing::warn!(game = %seen.id, attempts = job.attempts, "the engine does not think and plays what is legal");
            decide_without_search(seen, seat)
        };
        match self.service.act_for_engine(seen, &action.ok_or(JobError::NothingFound)?, job.token.as_ref()).await {
            Ok(_) => Ok(JobEnd::Done),
            // The match has gone on, and has another job if it needs one.
            Err(ServiceError::Storage(StorageError::Conflict)) => Ok(JobEnd::Dropped),
            Err(error) => Err(error.into()),
        }
    }

    /// Studies a few positions of a match that is over.
    async fn analyse(&self, job: &Job, seen: &Match, permit: Permit, halt: &Stop) -> Result<Option<JobEnd>, JobError> {
        let Some(analysis) = self.service.storage().analysis(job.game).await.map_err(ServiceError::from)? else {
            return Ok(Some(JobEnd::Dropped));
        };
        let known = |ply: &usize| analysis.studies.iter().any(|study| study.ply == *ply);
        // From the end: what is remembered of a position helps with the one before.
        let left: Vec<usize> = (0..positions(seen)).rev().filter(|ply| !known(ply)).collect();
        let missing = left.len();
        let studies = self.search_runner.analyse(&*seen.line, left, permit, halt).await?;
        if halt.is_raised() && studies.is_empty() {
            return Err(JobError::Stopping);
        }
        if studies.is_empty() && missing > 0 {
            return Err(JobError::NothingFound);
        }
        let (now, complete) = (self.service.now(), studies.len() == missing);
        // Where posts are answers, only the result is one.
        let tell = complete || (job.token.is_none() && now.0 - analysis.told_at.0 >= PROGRESS_EVERY_MS);
        self.service.advance(&AnalysisStep { job, studies: &studies, complete, announce: tell, now }).await?;
        Ok(None)
    }
}

/// Jobs that are not due any more, because their match has gone on, leave the queue.
fn end_waiting(due: &[Job], known: &HashMap<tokio::task::Id, TrackedJob>) {
    // Of more jobs than are looked up it is not known whether they are due.
    if due.len() < QUEUED_MAX {
        let is_due = |known: &TrackedJob| due.iter().any(|job| job.id == known.job);
        known.values().filter(|known| !is_due(known)).for_each(|known| known.over.cancel());
    }
}
