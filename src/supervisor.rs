//! Supervises the long-running tasks of a program: the first that ends unexpectedly ends them all.

use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;
use tokio::task::{Id, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

/// The error of a task.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Why the tasks ended unexpectedly.
#[derive(Debug, thiserror::Error)]
pub enum SupervisorError {
    /// A task returned an error.
    #[error("{source}")]
    Failed {
        /// The name of the task.
        task: &'static str,
        /// Its error.
        source: Failure,
    },
    /// A task panicked. The log has its place in the code.
    #[error(
        "the {task} stopped because of a defect in the program, and the bot with it; the log says where. Start it again: nothing that was played is lost"
    )]
    Panicked {
        /// The name of the task.
        task: &'static str,
    },
    /// A task that should run until shutdown ended early.
    #[error(
        "the {task} stopped unexpectedly, so the bot shut down; the log may say why. Start it again: no move is lost"
    )]
    Ended {
        /// The name of the task.
        task: &'static str,
    },
}

struct Task {
    name: &'static str,
    may_end: bool,
}

/// Long-running tasks, each with a name for the log and for errors.
pub struct Supervisor {
    tasks: JoinSet<Result<(), Failure>>,
    known: HashMap<Id, Task>,
    shutdown: CancellationToken,
}

impl Default for Supervisor {
    fn default() -> Self {
        Supervisor { tasks: JoinSet::new(), known: HashMap::new(), shutdown: CancellationToken::new() }
    }
}

impl Supervisor {
    /// A token that is cancelled when the tasks must end: give each a clone.
    pub fn shutdown(&self) -> CancellationToken {
        self.shutdown.clone()
    }

    /// Starts a task that runs until the shutdown token is cancelled. If it ends earlier, all tasks end.
    pub fn spawn(&mut self, name: &'static str, task: impl Future<Output = Result<(), Failure>> + Send + 'static) {
        self.start(Task { name, may_end: false }, task);
    }

    /// Starts a task that ends when its work is done. If it fails or panics, all tasks end.
    pub fn spawn_once(&mut self, name: &'static str, task: impl Future<Output = Result<(), Failure>> + Send + 'static) {
        self.start(Task { name, may_end: true }, task);
    }

    fn start(&mut self, known: Task, task: impl Future<Output = Result<(), Failure>> + Send + 'static) {
        let id = self.tasks.spawn(task).id();
        self.known.insert(id, known);
    }

    /// Waits until `stop` is cancelled or a task ends unexpectedly. Then cancels the shutdown token, and aborts the
    /// tasks that have not ended after `grace`.
    ///
    /// # Errors
    /// The error of the task that ended unexpectedly.
    pub async fn run(mut self, stop: &CancellationToken, grace: Duration) -> Result<(), SupervisorError> {
        let ended = loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => break Ok(()),
                Some(joined) = self.tasks.join_next_with_id() => {
                    if let Err(error) = self.check_end(joined) {
                        break Err(error);
                    }
                }
            }
        };
        self.shutdown.cancel();
        let rest = async {
            while let Some(joined) = self.tasks.join_next_with_id().await {
                // The tasks are shutting down. Errors are logged, but do not change the result.
                let _ = self.check_end(joined);
            }
        };
        if tokio::time::timeout(grace, rest).await.is_err() {
            let late: Vec<&str> = self.known.values().map(|task| task.name).collect();
            tracing::warn!(
                tasks = late.join(", "),
                "tasks still running at shutdown are aborted; posts are delivered after the next start"
            );
            self.tasks.abort_all();
        }
        ended
    }

    /// Checks whether a task was allowed to end as it did. Errors are logged.
    fn check_end(&mut self, joined: Result<(Id, Result<(), Failure>), JoinError>) -> Result<(), SupervisorError> {
        let id = joined.as_ref().map_or_else(JoinError::id, |(id, _)| *id);
        let Some(Task { name: task, may_end }) = self.known.remove(&id) else { return Ok(()) };
        match joined {
            Ok((_, Ok(()))) if may_end => Ok(()),
            Ok((_, Ok(()))) => {
                if !self.shutdown.is_cancelled() {
                    tracing::error!(task, "a task ended unexpectedly");
                }
                Err(SupervisorError::Ended { task })
            }
            Ok((_, Err(source))) => {
                tracing::error!(task, error = %source, "a task failed");
                Err(SupervisorError::Failed { task, source })
            }
            Err(_) => {
                // The log has the place already, and the message may quote anything.
                tracing::error!(task, "a task panicked");
                Err(SupervisorError::Panicked { task })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE: Duration = Duration::from_secs(3);

    /// A task that ends on shutdown, and records that.
    async fn until_shutdown(shutdown: CancellationToken, expected: CancellationToken) -> Result<(), Failure> {
        shutdown.cancelled().await;
        expected.cancel();
        Ok(())
    }

    #[tokio::test]
    async fn a_task_that_ends_unexpectedly_ends_all_with_the_reason() {
        type Cause = fn() -> Result<(), Failure>;
        let causes: [(Cause, &str); 3] = [
            (|| panic!("planted"), "defect"),
            (|| Ok(()), "stopped unexpectedly"),
            (|| Err("the cable is cut".into()), "the cable is cut"),
        ];
        for (cause, expected) in causes {
            let mut supervisor = Supervisor::default();
            let other = CancellationToken::new();
            supervisor.spawn("other", until_shutdown(supervisor.shutdown(), other.clone()));
            supervisor.spawn("worker", async move { cause() });
            let ended = supervisor.run(&CancellationToken::new(), GRACE).await.unwrap_err().to_string();
            assert!(ended.contains(expected), "{ended}");
            assert!(other.is_cancelled(), "the others are cancelled");
        }
    }

    #[tokio::test]
    async fn a_one_time_task_may_end_but_not_panic() {
        let mut supervisor = Supervisor::default();
        let stop = CancellationToken::new();
        let done = CancellationToken::new();
        supervisor.spawn("other", until_shutdown(supervisor.shutdown(), CancellationToken::new()));
        let signal = done.clone();
        supervisor.spawn_once("work", async move {
            signal.cancel();
            Ok(())
        });
        let running = tokio::spawn({
            let stop = stop.clone();
            async move { supervisor.run(&stop, GRACE).await }
        });
        done.cancelled().await;
        stop.cancel();
        assert!(running.await.unwrap().is_ok());

        let mut supervisor = Supervisor::default();
        supervisor.spawn_once("work", async { panic!("planted") });
        let ended = supervisor.run(&CancellationToken::new(), GRACE).await;
        assert!(matches!(ended, Err(SupervisorError::Panicked { task: "work" })), "{ended:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn shutdown_waits_no_longer_than_the_grace_period() {
        let mut supervisor = Supervisor::default();
        supervisor.spawn("deaf", std::future::pending());
        let stop = CancellationToken::new();
        stop.cancel();
        let before = tokio::time::Instant::now();
        assert!(supervisor.run(&stop, GRACE).await.is_ok());
        assert_eq!(before.elapsed(), GRACE);
    }
}
