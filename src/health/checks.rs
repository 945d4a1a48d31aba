//! The checks.

use super::connection_status::ConnectionStatus;
use crate::metrics::record;
use crate::service::{GameService, WorkQueue};
use futures_util::future::join_all;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// How long work may wait, in milliseconds.
const LATE_MS: i64 = 2 * 60 * 1000;
/// How long a result is repeated, so that frequent requests do not burden the database.
const VALID: Duration = Duration::from_secs(1);
/// The timeout of the requests to the database. They are made at the same time, so that a caller who waits five seconds
/// learns the result.
const TIMEOUT: Duration = Duration::from_secs(3);

fn queue_name(queue: WorkQueue) -> String {
    match queue {
        WorkQueue::Posts(platform) => format!("posts for {}", platform.0),
        WorkQueue::EngineTurns => "turns of the bot".to_owned(),
        WorkQueue::Checks => "scheduled checks".to_owned(),
    }
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// What is wrong, if anything.
    pub problem: Option<&'static str>,
    /// Whether the process can do nothing useful while this is wrong. Late work does not prevent it from answering.
    pub is_required: bool,
}

/// Checks whether the process can do its work.
pub struct Health {
    service: GameService,
    connections: Vec<(String, ConnectionStatus)>,
    queues: Vec<WorkQueue>,
    last: Mutex<Option<(Instant, Vec<Check>)>>,
}

impl Health {
    /// The health of a process with these connections, by name, and workers for these queues.
    pub fn new(service: GameService, connections: Vec<(String, ConnectionStatus)>, queues: Vec<WorkQueue>) -> Health {
        Health { service, connections, queues, last: Mutex::new(None) }
    }

    /// Checks the database, the connections and the queues. A result is up to a second old.
    pub async fn check(&self) -> Vec<Check> {
        let mut last = self.last.lock().await;
        if let Some((at, checks)) = &*last
            && at.elapsed() < VALID
        {
            return checks.clone();
        }
        let (database, queues) =
            tokio::join!(self.check_database(), join_all(self.queues.iter().map(|queue| self.check_queue(*queue))));
        let mut checks = vec![database];
        checks.extend(self.connections.iter().map(|(name, status)| Check {
            name: name.clone(),
            problem: (!status.is_connected()).then_some("not connected"),
            is_required: true,
        }));
        checks.extend(queues);
        *last = Some((Instant::now(), checks.clone()));
        checks
    }

    /// Records the database, the connections and the queues as metrics. A queue that cannot be read keeps its last
    /// values.
    pub async fn record(&self) {
        for (name, status) in &self.connections {
            record::connected(name, status.is_connected());
        }
        let database = self.check_database();
        let queues = join_all(self.queues.iter().map(|queue| self.record_queue(*queue)));
        let (database, _) = tokio::join!(database, queues);
        record::database_up(database.problem.is_none());
    }

    async fn record_queue(&self, queue: WorkQueue) {
        if let WorkQueue::Posts(platform) = queue {
            record::delivers_to(platform.0);
        }
        let (upkeep, now) = (self.service.upkeep(), self.service.now());
        let read = async { tokio::try_join!(upkeep.count_due(queue, now), upkeep.oldest_due(queue, now)) };
        match timeout(TIMEOUT, read).await {
            Ok(Ok((due, oldest))) => record::queue(&queue_name(queue), due, oldest.unwrap_or(now).until(now)),
            Ok(Err(error)) => tracing::warn!(%error, "a queue cannot be read for metrics"),
            Err(_) => tracing::warn!("the database does not answer for metrics"),
        }
    }

    async fn check_database(&self) -> Check {
        let problem = match timeout(TIMEOUT, self.service.upkeep().check_writable()).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => {
                tracing::warn!(%error, "the health check cannot write to the database");
                match error.is_disk_full() {
                    true => Some("cannot be written: its disk is full"),
                    false => Some("cannot be written; the log says why"),
                }
            }
            Err(_) => Some("does not answer"),
        };
        Check { name: "database".to_owned(), problem, is_required: true }
    }

    async fn check_queue(&self, queue: WorkQueue) -> Check {
        let name = queue_name(queue);
        let now = self.service.now();
        let problem = match timeout(TIMEOUT, self.service.upkeep().oldest_due(queue, now)).await {
            Ok(Ok(oldest)) => oldest.filter(|due| now.0 - due.0 > LATE_MS).map(|_| "waiting for more than two minutes"),
            Ok(Err(error)) => {
                tracing::warn!(%error, queue = name, "the health check cannot read a queue");
                Some("cannot be read; the log says why")
            }
            Err(_) => Some("cannot be read: the database does not answer"),
        };
        Check { name, problem, is_required: false }
    }
}
