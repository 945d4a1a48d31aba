//! Runs searches, bounded in time and memory.

use super::search_queue::{Permit, SearchQueue};
use crate::ai::analysis::REFUTATION_MAX;
use crate::ai::hint;
use crate::ai::{Budget, EngineOptions, Level, Limits, Stop};
use crate::catalog::{Advice, AnyEngine, AnyLine, Finding, Found, JudgedMove};
use crate::metrics::record;
use crate::rules::Seat;
use crate::service::PositionAnalysis;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The resources of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineResources {
    /// The number of concurrent searches, at least 1. Each has one thread.
    pub threads: usize,
    /// The memory for the hash tables of all concurrent searches together, in bytes.
    pub hash: usize,
    /// The maximum time for a move.
    pub move_time: Duration,
}

impl Default for EngineResources {
    /// All processors but one, which remains for answering requests; 64 MiB; two seconds.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        EngineResources { threads: (processors - 1).max(1), hash: 64 << 20, move_time: Duration::from_secs(2) }
    }
}

/// The node limit of an analysed position, per second of move time.
const ANALYSIS_NODES_PER_SECOND: u64 = 150_000;

/// The effort of a search for a move; it is reduced after repeated failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The full strength of the level.
    Full,
    /// The lowest level, with little time and memory.
    Reduced,
}

/// The move time and the hash table size, in bytes, at reduced effort.
const REDUCED_TIME: Duration = Duration::from_millis(100);
const REDUCED_HASH: usize = 1 << 20;

/// The maximum time for each half of a [`Glance`].
const GLANCE_TIME: Duration = Duration::from_millis(400);

/// The result of a quick look at a position.
#[derive(Clone, Debug, Default)]
pub struct Glance {
    /// The advice for this turn; `None` if the game is over.
    pub advice: Option<Advice>,
    /// The judgement of the player's last move; `None` if there was none.
    pub judged: Option<JudgedMove<String>>,
}

/// The mistake that cost most in a lost game.
#[derive(Clone, Debug)]
pub struct TurningPoint {
    /// The mistake.
    pub judged: JudgedMove<String>,
    /// What came of it.
    pub about: Finding,
}

/// A mistake that lowers the probability of winning by less does not explain a defeat.
const TURN_MIN: f64 = 0.2;
/// The node limit for all positions of a game together, per second of move time. The result depends on nothing else, so
/// that the same mistake is found again.
const TURN_NODES_PER_SECOND: u64 = 75_000;
/// The least nodes for a position: with fewer, a search may not see what a move allows.
const TURN_NODES_MIN: u64 = 3_000;
/// The time after which the search for a mistake is given up.
const TURN_TIME: Duration = Duration::from_secs(10);

/// Creates an engine for the game of a line.
type MakeEngine = dyn Fn(&dyn AnyLine, EngineOptions) -> Box<dyn AnyEngine> + Send + Sync;

/// Runs searches of all kinds. They share one queue, and each gets an equal part of the memory. Cheap to clone.
#[derive(Clone)]
pub struct SearchRunner {
    resources: EngineResources,
    queue: SearchQueue,
    make_engine: Arc<MakeEngine>,
}

impl fmt::Debug for SearchRunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchRunner").field("resources", &self.resources).finish_non_exhaustive()
    }
}

/// A search panicked, because of a bug in the engine.
#[derive(Debug, thiserror::Error)]
#[error("a search was aborted: {0}")]
pub struct SearchPanicked(#[from] tokio::task::JoinError);

impl SearchRunner {
    /// A search runner with these resources.
    pub fn new(resources: EngineResources) -> Self {
        SearchRunner::with_engines(resources, |line, settings| line.game().engine(settings))
    }

    /// A search runner with other engines, which must not use more memory than their options allow.
    pub fn with_engines(
        resources: EngineResources,
        make_engine: impl Fn(&dyn AnyLine, EngineOptions) -> Box<dyn AnyEngine> + Send + Sync + 'static,
    ) -> Self {
        SearchRunner { resources, queue: SearchQueue::new(resources.threads), make_engine: Arc::new(make_engine) }
    }

    /// The resources of the engine.
    pub fn resources(&self) -> EngineResources {
        self.resources
    }

    /// The queue of the searches.
    pub fn queue(&self) -> &SearchQueue {
        &self.queue
    }

    /// The memory for the hash table of one search, in bytes.
    fn hash_per_search(&self) -> usize {
        self.resources.hash / self.resources.threads.max(1)
    }

    /// Runs a search on a blocking thread. The permit is released when the search has ended, even if its result is no
    /// longer awaited, because the search uses its memory until then.
    async fn run<T: Send + 'static>(
        permit: Permit,
        work: impl FnOnce(&Permit) -> T + Send + 'static,
    ) -> Result<T, SearchPanicked> {
        Ok(tokio::task::spawn_blocking(move || work(&permit)).await?)
    }

    /// Searches a position at a level. A level below the highest is limited by the positions it examines and rarely
    /// needs its full time. `seed` selects among moves that seem equal.
    ///
    /// # Errors
    /// [`SearchPanicked`].
    pub async fn search(
        &self,
        line: &dyn AnyLine,
        level: Level,
        effort: Effort,
        seed: u64,
        permit: Permit,
        stop: &Stop,
    ) -> Result<Found, SearchPanicked> {
        // A low level examines few positions and needs only a small table.
        let enough = (1_usize << 20) << level.number();
        let (level, hash, time) = match effort {
            Effort::Full => (level, self.hash_per_search().min(enough), self.resources.move_time),
            Effort::Reduced => {
                (Level::FIRST, self.hash_per_search().min(REDUCED_HASH), self.resources.move_time.min(REDUCED_TIME))
            }
        };
        let settings = EngineOptions { hash, level, seed, ..EngineOptions::default() };
        let (line, stop, make_engine) = (line.copy(), stop.clone(), Arc::clone(&self.make_engine));
        let work = move |_: &Permit| {
            let now = Instant::now();
            let limits = Limits { deadline: Some(now + time), enough: Some(now + time / 2), ..Limits::default() };
            let found = make_engine(&*line, settings).search(&*line, limits, &stop, &mut |_| {});
            record::search_depth(line.game().name(), found.depth);
            found
        };
        Self::run(permit, work).await
    }

    /// Analyses the positions of a line after these plies, one after another, until the move time has passed or a more
    /// urgent search is waiting. At least one position is finished, unless `stop` is raised; unfinished positions are
    /// left out.
    ///
    /// # Errors
    /// [`SearchPanicked`].
    pub async fn analyse(
        &self,
        line: &dyn AnyLine,
        plies: Vec<usize>,
        permit: Permit,
        stop: &Stop,
    ) -> Result<Vec<PositionAnalysis>, SearchPanicked> {
        let settings = EngineOptions { hash: self.hash_per_search(), ..EngineOptions::default() };
        let (line, stop, make_engine) = (line.copy(), stop.clone(), Arc::clone(&self.make_engine));
        let move_time = self.resources.move_time;
        let work = move |permit: &Permit| {
            let started = Instant::now();
            let mut engine = make_engine(&*line, settings);
            let nodes = Some((ANALYSIS_NODES_PER_SECOND * move_time.as_millis() as u64 / 1000).max(1));
            let mut analysed = Vec::new();
            for ply in plies {
                let mut position = line.copy();
                while position.ply() > ply {
                    position.take_back();
                }
                let deadline = Some(Instant::now() + move_time / 2);
                let limits = Limits { deadline, nodes, ..Limits::default() };
                let found = engine.search(&*position, limits, &stop, &mut |_| {});
                let Some(best) = found.variations.first().filter(|_| !stop.is_raised()) else { break };
                let line = best.moves.iter().take(REFUTATION_MAX).cloned().collect();
                analysed.push(PositionAnalysis { ply, line, score: best.score.0 });
                if started.elapsed() >= move_time || permit.should_yield() {
                    break;
                }
            }
            analysed
        };
        Self::run(permit, work).await
    }

    /// Finds a hint for the seat to move; `None` if the game is over. The search takes at most the move time, and never
    /// more than three seconds.
    ///
    /// # Errors
    /// [`SearchPanicked`].
    pub async fn hint(&self, line: &dyn AnyLine, permit: Permit) -> Result<Option<Advice>, SearchPanicked> {
        let settings = EngineOptions { hash: self.hash_per_search(), ..EngineOptions::default() };
        let (line, make_engine, move_time) = (line.copy(), Arc::clone(&self.make_engine), self.resources.move_time);
        let work = move |_: &Permit| {
            let limits = Limits { deadline: Some(Instant::now() + move_time), ..Limits::default() };
            make_engine(&*line, settings).advise(&*line, limits, &Stop::default())
        };
        Self::run(permit, work).await
    }

    /// Judges the last move of a line, in as much time as a hint takes; `None` if there is no move.
    ///
    /// # Errors
    /// [`SearchPanicked`].
    pub async fn judge_last(
        &self,
        line: &dyn AnyLine,
        permit: Permit,
    ) -> Result<Option<JudgedMove<String>>, SearchPanicked> {
        let settings = EngineOptions { hash: self.hash_per_search(), ..EngineOptions::default() };
        let (line, make_engine) = (line.copy(), Arc::clone(&self.make_engine));
        let time = self.resources.move_time.min(hint::LONGEST);
        let work = move |_: &Permit| {
            let limits = Limits { deadline: Some(Instant::now() + time), ..Limits::default() };
            make_engine(&*line, settings).judge_last(&*line, limits, &Stop::default())
        };
        Self::run(permit, work).await
    }

    /// Finds the mistake that cost this seat most, if the moves after it show what came of it. Always finds the same.
    ///
    /// # Errors
    /// [`SearchPanicked`].
    pub async fn turning_point(
        &self,
        line: &dyn AnyLine,
        loser: Seat,
        permit: Permit,
    ) -> Result<Option<TurningPoint>, SearchPanicked> {
        let settings = EngineOptions { hash: self.hash_per_search(), ..EngineOptions::default() };
        let (line, make_engine, move_time) = (line.copy(), Arc::clone(&self.make_engine), self.resources.move_time);
        let work = move |_: &Permit| {
            let nodes = TURN_NODES_PER_SECOND * move_time.as_millis() as u64 / 1000 / (line.ply() as u64 + 1);
            let budget = Budget { nodes: Some(nodes.max(TURN_NODES_MIN)), ..Budget::default() };
            let (started, stop) = (Instant::now(), Stop::default());
            let mut give_up = |_: usize, _: usize| {
                if started.elapsed() >= TURN_TIME {
                    stop.raise();
                }
            };
            let review = make_engine(&*line, settings).analyse(&*line, budget, &stop, &mut give_up)?;
            let own = review.mistakes.iter().filter_map(|index| review.moves.get(*index)).find(|m| m.seat == loser);
            let judged = own.filter(|mistake| review.complete && mistake.loss >= TURN_MIN)?.clone();
            let best = judged.better.as_ref()?.moves.first()?;
            let about = line.turned(judged.ply, best)?;
            Some(TurningPoint { judged, about })
        };
        Self::run(permit, work).await
    }

    /// Looks quickly for advice in a position, and judges the last move of `earlier`, if given.
    ///
    /// # Errors
    /// [`SearchPanicked`].
    pub async fn glance(
        &self,
        line: &dyn AnyLine,
        earlier: Option<&dyn AnyLine>,
        permit: Permit,
    ) -> Result<Glance, SearchPanicked> {
        let settings = EngineOptions { hash: self.hash_per_search(), ..EngineOptions::default() };
        let (line, earlier) = (line.copy(), earlier.map(AnyLine::copy));
        let (make_engine, time) = (Arc::clone(&self.make_engine), self.resources.move_time.min(GLANCE_TIME));
        let work = move |_: &Permit| {
            let mut engine = make_engine(&*line, settings);
            let limits = || Limits { deadline: Some(Instant::now() + time), ..Limits::default() };
            let stop = Stop::default();
            let judged = earlier.and_then(|earlier| engine.judge_last(&*earlier, limits(), &stop));
            Glance { judged, advice: engine.advise(&*line, limits(), &stop) }
        };
        Self::run(permit, work).await
    }
}

impl Default for SearchRunner {
    fn default() -> Self {
        SearchRunner::new(EngineResources::default())
    }
}
