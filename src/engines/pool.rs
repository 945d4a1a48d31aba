//! Does the jobs, a few at a time.

use super::manners::decide;
use super::thinker::{BrokeOff, Thinker};
use crate::ai::Stop;
use crate::play::analysis::positions;
use crate::play::{AnalysisStep, Desk, DeskError, Job, JobEnd, JobKind, KeepError, Match, MatchId, Millis};
use std::collections::HashMap;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// The first wait after a failure; it doubles each time.
const WAIT_FIRST_MS: i64 = 1_000;
/// After so many failures a job is given up. The players can go on: a take-back makes a new one.
const ATTEMPTS_MAX: u32 = 10;

/// How far an analysis has come is said no more often than this.
const TELL_EVERY_MS: i64 = 5_000;

/// Why a job was not done.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error(transparent)]
    BrokeOff(#[from] BrokeOff),
    #[error("nothing was found to play")]
    Nothing,
    #[error("the program is stopping")]
    Stopping,
}

/// The workers. Cheap to clone.
#[derive(Clone)]
pub struct Pool {
    desk: Desk,
    thinker: Thinker,
}

impl Pool {
    /// Workers for this desk, as many as the thinker has threads.
    pub fn new(desk: Desk, thinker: Thinker) -> Self {
        Pool { desk, thinker }
    }

    /// Works until it is told to stop. What is being thought about then is thought about anew next time.
    pub async fn run(&self, stop: CancellationToken) {
        let places = self.thinker.means().threads.max(1);
        let halt = Stop::default();
        let mut under_way = JoinSet::new();
        let mut busy: HashMap<tokio::task::Id, MatchId> = HashMap::new();
        loop {
            let mut next = None;
            // Asked once a round: a stop between two questions would be waited for by nobody.
            let stopping = stop.is_cancelled();
            if stopping {
                halt.raise();
                if under_way.is_empty() {
                    return;
                }
            } else if busy.len() < places {
                let (due, later) = self.look(places).await;
                next = later;
                for job in due {
                    // A match has one job at a time, also while an older one has not noticed yet that it is over.
                    if busy.len() < places && !busy.values().any(|game| *game == job.game) {
                        let (pool, halt, game) = (self.clone(), halt.clone(), job.game);
                        let task = under_way.spawn(async move { pool.work(&job, &halt).await });
                        busy.insert(task.id(), game);
                    }
                }
            }
            let wait = next.map(|next: Millis| (next.0 - self.desk.now().0).max(0).cast_unsigned());
            tokio::select! {
                Some(ended) = under_way.join_next_with_id(), if !under_way.is_empty() => {
                    let id = match ended {
                        Ok((id, ())) => id,
                        Err(error) => {
                            tracing::error!(%error, "a job broke off");
                            error.id()
                        }
                    };
                    busy.remove(&id);
                }
                () = tokio::time::sleep(Duration::from_millis(wait.unwrap_or_default())), if wait.is_some() => {}
                () = self.desk.hired().notified() => {}
                () = stop.cancelled(), if !stopping => {}
            }
        }
    }

    /// The jobs that are due, and when to look again if nothing happens before.
    async fn look(&self, places: usize) -> (Vec<Job>, Option<Millis>) {
        // Those under way are due still, so more are looked up than there are places.
        match self.desk.keep().due_jobs(self.desk.now(), 2 * places as u32).await {
            Ok(found) => found,
            Err(error) => {
                tracing::error!(%error, "jobs could not be looked up");
                (Vec::new(), Some(self.desk.now().plus(WAIT_FIRST_MS)))
            }
        }
    }

    /// Tries to do a job and keeps what came of it.
    async fn work(&self, job: &Job, halt: &Stop) {
        let now = self.desk.now();
        let kept = match self.try_work(job, halt).await {
            Ok(Some(end)) => self.desk.keep().end_job(job.id, end).await,
            Ok(None) => Ok(()),
            Err(Trouble::Stopping) => Ok(()),
            Err(trouble) => {
                let damaged = matches!(trouble, Trouble::Desk(DeskError::Keep(KeepError::Damaged(_))));
                let given_up = damaged || job.attempts + 1 >= ATTEMPTS_MAX;
                tracing::error!(job = %job.id, game = %job.game, given_up, %trouble, "a job was not done");
                if given_up {
                    self.desk.keep().end_job(job.id, JobEnd::Failed).await
                } else {
                    let again_at = now.plus(WAIT_FIRST_MS << job.attempts);
                    self.desk.keep().postpone_job(job.id, again_at, &trouble.to_string()).await
                }
            }
        };
        if let Err(error) = kept {
            tracing::error!(job = %job.id, %error, "what came of a job could not be kept");
            // It is due still; trying again at once would only fail again.
            tokio::time::sleep(Duration::from_millis(WAIT_FIRST_MS.cast_unsigned())).await;
        }
    }

    /// Does a job, or some of it; `None` when the rest is for later.
    async fn try_work(&self, job: &Job, halt: &Stop) -> Result<Option<JobEnd>, Trouble> {
        let seen = self.desk.find(job.game).await?;
        match job.kind {
            JobKind::Turn => self.turn(job, &seen, halt).await.map(Some),
            JobKind::Analysis => self.analyse(job, &seen, halt).await,
        }
    }

    async fn turn(&self, job: &Job, seen: &Match, halt: &Stop) -> Result<JobEnd, Trouble> {
        let engine = seen.engine_seat().and_then(|seat| Some((seat, seen.player(seat).level()?)));
        let Some((seat, level)) = engine.filter(|_| seen.version == job.version && seen.waits_for_engine()) else {
            return Ok(JobEnd::Dropped);
        };
        let seed = seen.id.0.cast_unsigned();
        let found = self.thinker.search(&*seen.line, level, seed, halt).await?;
        if halt.is_raised() {
            return Err(Trouble::Stopping);
        }
        let action = decide(seen, seat, &found).ok_or(Trouble::Nothing)?;
        match self.desk.act_for_engine(seen, &action, job.token.as_ref()).await {
            Ok(_) => Ok(JobEnd::Done),
            // The match has gone on, and has another job if it needs one.
            Err(DeskError::Keep(KeepError::Conflict)) => Ok(JobEnd::Dropped),
            Err(error) => Err(error.into()),
        }
    }

    /// Studies a few positions of a match that is over.
    async fn analyse(&self, job: &Job, seen: &Match, halt: &Stop) -> Result<Option<JobEnd>, Trouble> {
        let Some(analysis) = self.desk.keep().analysis(job.game).await.map_err(DeskError::from)? else {
            return Ok(Some(JobEnd::Dropped));
        };
        let known = |ply: &usize| analysis.studies.iter().any(|study| study.ply == *ply);
        // From the end: what is remembered of a position helps with the one before.
        let left: Vec<usize> = (0..positions(seen)).rev().filter(|ply| !known(ply)).collect();
        let missing = left.len();
        let studies = self.thinker.study(&*seen.line, left, halt).await?;
        if halt.is_raised() && studies.is_empty() {
            return Err(Trouble::Stopping);
        }
        if studies.is_empty() && missing > 0 {
            return Err(Trouble::Nothing);
        }
        let (now, complete) = (self.desk.now(), studies.len() == missing);
        // Where posts are answers, only the result is one.
        let tell = complete || (job.token.is_none() && now.0 - analysis.told_at.0 >= TELL_EVERY_MS);
        self.desk.advance(&AnalysisStep { job, studies: &studies, complete, tell, now }).await?;
        Ok(None)
    }
}
