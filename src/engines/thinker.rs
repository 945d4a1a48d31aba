//! Searches, bounded in time and memory.

use crate::ai::{Level, Limits, Settings, Stop};
use crate::catalog::{Advice, AnyLine, Found};
use crate::play::Study;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// What the engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// How many searches run at a time, at least 1. Each has one thread.
    pub threads: usize,
    /// The memory for the tables of all searches together, in bytes.
    pub hash: usize,
    /// A move takes at most so long.
    pub move_time: Duration,
}

impl Default for Means {
    /// All processors but one, so that whoever talks is answered; 64 MiB, two seconds.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Means { threads: (processors - 1).max(1), hash: 64 << 20, move_time: Duration::from_secs(2) }
    }
}

/// For each second that a move may take, a position of an analysis is worth so many positions of a search.
const STUDY_NODES_PER_SECOND: u64 = 150_000;

/// Thinks. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Thinker {
    means: Means,
    /// Whoever asks for a hint waits for it, so hints do not wait behind the engine's own moves.
    hints: Arc<Semaphore>,
}

/// A search that broke off, which is a mistake of ours.
#[derive(Debug, thiserror::Error)]
#[error("a search broke off: {0}")]
pub struct BrokeOff(#[from] tokio::task::JoinError);

impl Thinker {
    /// A thinker with these means.
    pub fn new(means: Means) -> Self {
        Thinker { means, hints: Arc::new(Semaphore::new(means.threads.max(1))) }
    }

    /// What it may use.
    pub fn means(&self) -> Means {
        self.means
    }

    /// What a level finds in a position. A level below the highest is bounded by what it looks at and rarely needs
    /// its time. `seed` chooses among what seems equal.
    ///
    /// # Errors
    /// [`BrokeOff`].
    pub async fn search(&self, line: &dyn AnyLine, level: Level, seed: u64, stop: &Stop) -> Result<Found, BrokeOff> {
        let Means { threads, hash, move_time } = self.means;
        // What looks at little needs little to remember it.
        let enough = (1_usize << 20) << level.number();
        let settings = Settings { hash: (hash / threads.max(1)).min(enough), level, seed, ..Settings::default() };
        let (line, stop) = (line.copy(), stop.clone());
        let think = move || {
            let now = Instant::now();
            let limits =
                Limits { deadline: Some(now + move_time), enough: Some(now + move_time / 2), ..Limits::default() };
            line.game().engine(settings).search(&*line, limits, &stop, &mut |_| {})
        };
        Ok(tokio::task::spawn_blocking(think).await?)
    }

    /// What is found in the positions of a line after these plies, one after another, for as long as a move takes. At
    /// least one is finished, unless `stop` is raised; what was not finished then is left out.
    ///
    /// # Errors
    /// [`BrokeOff`].
    pub async fn study(&self, line: &dyn AnyLine, plies: Vec<usize>, stop: &Stop) -> Result<Vec<Study>, BrokeOff> {
        let Means { threads, hash, move_time } = self.means;
        let settings = Settings { hash: hash / threads.max(1), ..Settings::default() };
        let (line, stop) = (line.copy(), stop.clone());
        let think = move || {
            let begun = Instant::now();
            let mut engine = line.game().engine(settings);
            let nodes = Some((STUDY_NODES_PER_SECOND * move_time.as_millis() as u64 / 1000).max(1));
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
                studies.push(Study { ply, best: best.clone(), score: score.0 });
                if begun.elapsed() >= move_time {
                    break;
                }
            }
            studies
        };
        Ok(tokio::task::spawn_blocking(think).await?)
    }

    /// A hint for the seat to move; `None` when the game is over. It is thought about for no longer than a move, and
    /// never longer than three seconds.
    ///
    /// # Errors
    /// [`BrokeOff`].
    pub async fn advise(&self, line: &dyn AnyLine) -> Result<Option<Advice>, BrokeOff> {
        let Means { threads, hash, move_time } = self.means;
        let settings = Settings { hash: hash / threads.max(1), ..Settings::default() };
        let line = line.copy();
        // The semaphore is never closed.
        let _place = self.hints.acquire().await;
        let think = move || {
            let limits = Limits { deadline: Some(Instant::now() + move_time), ..Limits::default() };
            line.game().engine(settings).advise(&*line, limits, &Stop::default())
        };
        Ok(tokio::task::spawn_blocking(think).await?)
    }
}

impl Default for Thinker {
    fn default() -> Self {
        Thinker::new(Means::default())
    }
}
