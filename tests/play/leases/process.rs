//! The workers of one process.

use super::world::{ScriptedDelivery, ScriptedEngine, World};
use std::sync::Arc;
use std::time::Duration;
use tablero::db::SqlStorage;
use tablero::engine::{EngineResources, SearchRunner};
use tablero::service::GameService;
use tablero::workers::{EngineWorker, OutboxDispatcher, Scheduler};
use test_support::stage::SOON;
use tokio::task::{JoinError, JoinHandle};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// A dispatcher, an engine worker and a scheduler.
pub struct Process {
    service: GameService,
    world: Arc<World>,
    /// Whether it hears of nothing new.
    pub deaf: bool,
    pub stop: CancellationToken,
    tasks: Vec<JoinHandle<()>>,
}

impl Process {
    pub fn start(store: &SqlStorage, world: &Arc<World>) -> Process {
        let service = service(store, world);
        let stop = CancellationToken::new();
        let mut process = Process { service, world: Arc::clone(world), deaf: false, stop, tasks: Vec::new() };
        process.spawn();
        process
    }

    pub fn spawn(&mut self) {
        let resources = EngineResources { threads: 2, hash: 1 << 16, move_time: Duration::from_secs(2) };
        let world = Arc::clone(&self.world);
        let search_runner = SearchRunner::with_engines(resources, move |line, _| {
            Box::new(ScriptedEngine { game: line.game(), world: Arc::clone(&world) })
        });
        let delivery = Arc::new(ScriptedDelivery(Arc::clone(&self.world)));
        let dispatcher = OutboxDispatcher::new(self.service.clone(), delivery);
        let engine_worker = EngineWorker::new(self.service.clone(), search_runner);
        let scheduler = Scheduler::new(self.service.clone());
        let stop = || self.stop.clone();
        self.tasks = vec![
            tokio::spawn({
                let stop = stop();
                async move { dispatcher.run(stop).await }
            }),
            tokio::spawn({
                let stop = stop();
                async move { engine_worker.run(stop).await }
            }),
            tokio::spawn({
                let stop = stop();
                async move { scheduler.run(stop).await }
            }),
        ];
    }

    /// Ends all its tasks in the middle of what they do. Their leases remain.
    pub async fn kill(&mut self) {
        for task in self.tasks.drain(..) {
            task.abort();
            let ended = task.await;
            assert!(ended.as_ref().err().is_none_or(JoinError::is_cancelled), "{ended:?}");
        }
    }

    pub fn wake(&self) {
        if !self.deaf {
            self.service.outbox_changed().notify();
            self.service.jobs_changed().notify();
            self.service.schedule_changed().notify();
        }
    }

    pub async fn shut_down(self) {
        self.stop.cancel();
        for task in self.tasks {
            timeout(SOON, task).await.expect("it stops").expect("no panic");
        }
    }
}

pub fn service(store: &SqlStorage, world: &Arc<World>) -> GameService {
    GameService::new(Arc::new(store.clone()), Arc::new(world.clock.clone()), || 7)
}
