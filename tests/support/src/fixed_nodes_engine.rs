//! The engine of a stage: its searches do the same work on any machine, and wait until a test lets them begin.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use tablero::ai::{Budget, EngineOptions, Limits, Stop};
use tablero::catalog::{Advice, AnyEngine, AnyGame, AnyLine, Found, JudgedMove, Review};

/// The longest wait at a closed gate. A search gets twice as long, so that its nodes decide when it ends.
const WAIT_MAX: Duration = Duration::from_secs(30);

/// Blocks searches until a test lets the engine move.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    pub fn set_open(&self, open: bool) {
        *self.0.0.lock().expect("the lock is not poisoned") = open;
        self.0.1.notify_all();
    }

    fn pass(&self) {
        let open = self.0.0.lock().expect("the lock is not poisoned");
        let passed = self.0.1.wait_timeout_while(open, WAIT_MAX, |open| !*open).expect("the lock is not poisoned");
        drop(passed);
    }
}

/// An engine that visits the same number of nodes in each search.
pub struct FixedNodesEngine {
    engine: Box<dyn AnyEngine>,
    gate: Gate,
}

impl FixedNodesEngine {
    const NODES: u64 = 2_000;

    pub fn new(engine: Box<dyn AnyEngine>, gate: Gate) -> FixedNodesEngine {
        FixedNodesEngine { engine, gate }
    }

    fn limits() -> Limits {
        Limits {
            nodes: Some(FixedNodesEngine::NODES),
            deadline: Some(Instant::now() + 2 * WAIT_MAX),
            ..Limits::default()
        }
    }
}

impl AnyEngine for FixedNodesEngine {
    fn game(&self) -> &'static dyn AnyGame {
        self.engine.game()
    }

    fn search(&mut self, line: &dyn AnyLine, _: Limits, stop: &Stop, report: &mut dyn FnMut(&Found)) -> Found {
        self.gate.pass();
        self.engine.search(line, FixedNodesEngine::limits(), stop, report)
    }

    fn advise(&mut self, line: &dyn AnyLine, _: Limits, stop: &Stop) -> Option<Advice> {
        self.engine.advise(line, FixedNodesEngine::limits(), stop)
    }

    fn analyse(
        &mut self,
        line: &dyn AnyLine,
        _: Budget,
        stop: &Stop,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Option<Review> {
        self.engine.analyse(line, Budget { nodes: Some(FixedNodesEngine::NODES), ..Budget::default() }, stop, progress)
    }

    fn judge_last(&mut self, line: &dyn AnyLine, _: Limits, stop: &Stop) -> Option<JudgedMove<String>> {
        self.engine.judge_last(line, FixedNodesEngine::limits(), stop)
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn configure(&mut self, settings: EngineOptions) {
        self.engine.configure(settings);
    }
}
