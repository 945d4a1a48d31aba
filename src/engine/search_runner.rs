//! Searches, bounded in time and memory.

use super::search_queue::{Permit, SearchQueue};
use crate::ai::{EngineOptions, Level, Limits, Stop};
use crate::catalog::{Advice, AnyEngine, AnyLine, Found};
use crate::service::PositionAnalysis;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineResources {
    /// How many searches run at a time, at least 1. Each has one thread.
    pub threads: usize,
    /// The memory for the tables of all searches together, in bytes.
    pub hash: usize,
    /// A move takes at most so long.
    pub move_time: Duration,
}

impl Default for EngineResources {
    /// All processors but one, so that whoever talks is answered; 64 MiB, two seconds.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        EngineResources { threads: (processors - 1).max(1), hash: 64 << 20, move_time: Duration::from_secs(2) }
    }
}

/// For each second that a move may take, a position of an analysis is worth so many positions of a search.
const ANALYSIS_NODES_PER_SECOND: u64 = 150_000;

/// A search that cannot be finished as it should be is tried with less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// As strong as the level is.
    Full,
    /// The lowest level, briefly and with little memory.
    Reduced,
}

/// The time for a move and the memory for its table at a reduced effort.
const REDUCED_TIME: Duration = Duration::from_millis(100);
const REDUCED_HASH: usize = 1 << 20;

/// Makes an engine for the game of a line.
type MakeEngine = dyn Fn(&dyn AnyLine, EngineOptions) -> Box<dyn AnyEngine> + Send + Sync;

/// Thinks. All its searches, of all kinds, run in the places of one scheduler, each with its share of the memory. Cheap
/// to clone.
#[derive(Clone)]
pub struct SearchRunner {
    resources: EngineResources,
    queue: SearchQueue,
    make_engine: Arc<MakeEngine>,
}

impl fmt::Debug for SearchRunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinker").field("means", &self.resources).finish_non_exhaustive()
    }
}

/// A search that broke off, which is a mistake of ours.
#[derive(Debug, thiserror::Error)]
#[error("a search broke off: {0}")]
pub struct SearchPanicked(#[from] tokio::task::JoinError);

impl SearchRunner {
    /// A thinker with these means.
    pub fn new(means: EngineResources) -> Self {
        SearchRunner::with_engines(means, |line, settings| line.game().engine(settings))
    }

    /// A thinker with engines of another make, which may use no more memory than their settings say.
    pub fn with_engines(
        resources: EngineResources,
        make_engine: impl Fn(&dyn AnyLine, EngineOptions) -> Box<dyn AnyEngine> + Send + Sync + 'static,
    ) -> Self {
        SearchRunner { resources, queue: SearchQueue::new(resources.threads), make_engine: Arc::new(make_engine) }
    }

    /// What it may use.
    pub fn resources(&self) -> EngineResources {
        self.resources
    }

    /// Where searches wait for their turn.
    pub fn queue(&self) -> &SearchQueue {
        &self.queue
    }

    /// What one of the searches that run at a time may use for its tables.
    fn hash_per_search(&self) -> usize {
        self.resources.hash / self.resources.threads.max(1)
    }

    /// Runs a search on a thread of its own. The permit is given back when the search has ended, even if its result is
    /// not awaited any more: until then it uses its memory.
    async fn run<T: Send + 'static>(
        permit: Permit,
        think: impl FnOnce(&Permit) -> T + Send + 'static,
    ) -> Result<T, SearchPanicked> {
        Ok(tokio::task::spawn_blocking(move || think(&permit)).await?)
    }

    /// What a level finds in a position. A level below the highest is bounded by what it looks at and rarely needs
    /// its time. `seed` chooses among what seems equal.
    ///
    /// # Errors
    /// [`BrokeOff`].
    pub async fn search(
        &self,
        line: &dyn AnyLine,
        (level, effort): (Level, Effort),
        seed: u64,
        permit: Permit,
        stop: &Stop,
    ) -> Result<Found, SearchPanicked> {
        // What looks at little needs little to remember it.
        let enough = (1_usize << 20) << level.number();
        let (level, hash, time) = match effort {
            Effort::Full => (level, self.hash_per_search().min(enough), self.resources.move_time),
            Effort::Reduced => {
                (Level::FIRST, self.hash_per_search().min(REDUCED_HASH), self.resources.move_time.min(REDUCED_TIME))
            }
        };
        let settings = EngineOptions { hash, level, seed, ..EngineOptions::default() };
        let (line, stop, make_engine) = (line.copy(), stop.clone(), Arc::clone(&self.make_engine));
        let think = move |_: &Permit| {
            let now = Instant::now();
            let limits = Limits { deadline: Some(now + time), enough: Some(now + time / 2), ..Limits::default() };
            make_engine(&*line, settings).search(&*line, limits, &stop, &mut |_| {})
        };
        Self::run(permit, think).await
    }

    /// What is found in the positions of a line after these plies, one after another, for as long as a move takes, or
    /// until something more urgent waits. At least one is finished, unless `stop` is raised; what was not finished then
    /// is left out.
    ///
    /// # Errors
    /// [`BrokeOff`].
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
        let think = move |permit: &Permit| {
            let begun = Instant::now();
            let mut engine = make_engine(&*line, settings);
            let nodes = Some((ANALYSIS_NODES_PER_SECOND * move_time.as_millis() as u64 / 1000).max(1));
            let mut studies = Vec::new();
            for ply in plies {
                let mut then = line.copy();
                while then.ply() > ply {
                    then.take_back();
                }
                let deadline = Some(Instant::now() + move_time / 2);
                let limits = Limits { deadline, nodes, ..Limits::default() };
                let found = engine.search(&*then, limits, &stop, &mut |_| {});
                let Some((best, score)) = found.best().zip(found.score()).filter(|_| !stop.is_raised()) else { break };
                studies.push(PositionAnalysis { ply, best: best.clone(), score: score.0 });
                if begun.elapsed() >= move_time || permit.should_yield() {
                    break;
                }
            }
            studies
        };
        Self::run(permit, think).await
    }

    /// A hint for the seat to move; `None` when the game is over. It is thought about for no longer than a move, and
    /// never longer than three seconds.
    ///
    /// # Errors
    /// [`BrokeOff`].
    pub async fn hint(&self, line: &dyn AnyLine, permit: Permit) -> Result<Option<Advice>, SearchPanicked> {
        let settings = EngineOptions { hash: self.hash_per_search(), ..EngineOptions::default() };
        let (line, make_engine, move_time) = (line.copy(), Arc::clone(&self.make_engine), self.resources.move_time);
        let think = move |_: &Permit| {
            let limits = Limits { deadline: Some(Instant::now() + move_time), ..Limits::default() };
            make_engine(&*line, settings).advise(&*line, limits, &Stop::default())
        };
        Self::run(permit, think).await
    }
}

impl Default for SearchRunner {
    fn default() -> Self {
        SearchRunner::new(EngineResources::default())
    }
}
