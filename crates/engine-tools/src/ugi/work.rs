//! Work that runs in the background: a search or a count.

use super::info;
use crate::measured::instruments;
use std::fmt;
use std::time::{Duration, Instant};
use tablero_games::ai::{Limits, Stop};
use tablero_games::catalog::{AnyEngine, AnyLine, Found};

/// A search or a count to run in the background.
pub struct Work {
    /// Ends the work early.
    pub stop: Stop,
    /// Whether it answers only after it was stopped, even if it finishes sooner.
    pub endless: bool,
    pub(super) task: Task,
}

pub(super) enum Task {
    /// Find the best move.
    Search { engine: Box<dyn AnyEngine>, line: Box<dyn AnyLine>, limits: Limits },
    /// Count the move sequences of length `depth`.
    Count { line: Box<dyn AnyLine>, depth: u8 },
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("endless", &self.endless).field("is_search", &self.is_search()).finish()
    }
}

/// The result of finished work.
pub struct Done {
    /// The last line of the answer.
    pub answer: String,
    /// The engine, with what it has learned.
    pub engine: Option<Box<dyn AnyEngine>>,
}

/// The minimum interval between reported search results.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

impl Work {
    /// Whether it has an answer even when it is stopped early.
    pub fn is_search(&self) -> bool {
        matches!(self.task, Task::Search { .. })
    }

    /// Runs the work. Lines before the last one are passed to `output` as soon as they are known.
    pub fn run(self, output: &mut dyn FnMut(String)) -> Done {
        match self.task {
            Task::Search { engine, line, limits } => search(engine, line.as_ref(), limits, &self.stop, output),
            Task::Count { line, depth } => Done { answer: count(line.as_ref(), depth, &self.stop), engine: None },
        }
    }
}

fn search(
    mut engine: Box<dyn AnyEngine>,
    line: &dyn AnyLine,
    limits: Limits,
    stop: &Stop,
    output: &mut dyn FnMut(String),
) -> Done {
    let mut reported: Option<(Instant, Found)> = None;
    let found = engine.search(line, limits, stop, &mut |found| {
        if reported.as_ref().is_none_or(|(at, _)| at.elapsed() >= REPORT_INTERVAL) {
            info::lines(found).into_iter().for_each(&mut *output);
            reported = Some((Instant::now(), found.clone()));
        }
    });
    // The final result is always reported, unless that would only repeat the previous one.
    let is_new = reported.is_none_or(|(_, last)| (last.nodes, &last.variations) != (found.nodes, &found.variations));
    if is_new {
        info::lines(&found).into_iter().for_each(output);
    }
    Done { answer: info::best(&found), engine: Some(engine) }
}

fn count(line: &dyn AnyLine, depth: u8, stop: &Stop) -> String {
    let started = Instant::now();
    let Some(count) = instruments(line.game()).perft(line, u32::from(depth), &|| stop.is_raised()) else {
        return format!("error perft was stopped before depth {depth} was counted");
    };
    let elapsed = started.elapsed();
    let per_second = (count as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
    format!("info perft depth {depth} result {count} time {} nps {per_second}", elapsed.as_millis())
}
