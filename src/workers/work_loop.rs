//! The loop of workers that run several items concurrently.

use async_trait::async_trait;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{Id, JoinSet};
use tokio_util::sync::CancellationToken;

/// A source of work that is loaded from storage and run in separate tasks, with a limit on concurrency.
#[async_trait]
pub trait WorkSource: Send {
    /// The name of an item in log messages.
    const ITEM: &'static str;

    /// Starts due items within the limit. Returns how long to wait before the next call unless something happens
    /// before; `None` to wait without a limit.
    async fn start_due(&mut self, tasks: &mut JoinSet<()>) -> Option<Duration>;

    /// Called when a task has ended or panicked.
    fn finished(&mut self, task: Id);

    /// Changes when there may be new work.
    fn changed(&mut self) -> &mut watch::Receiver<()>;

    /// Called on shutdown: no more items will be started, and running ones may be aborted.
    fn stopping(&mut self) {}
}

/// Runs until `stop` is cancelled; tasks in progress are finished first. A panic in a task does not affect the others.
pub async fn run_until_stopped(queue: &mut impl WorkSource, stop: CancellationToken) {
    // Separate tasks: an item polled only here could hold a resource that `start_due` waits for.
    let mut tasks = JoinSet::new();
    loop {
        let mut wait = None;
        // Read once per iteration: if it changed between two reads, nothing would wait for the cancellation.
        let stopping = stop.is_cancelled();
        if stopping {
            queue.stopping();
            if tasks.is_empty() {
                return;
            }
        } else {
            wait = queue.start_due(&mut tasks).await;
        }
        tokio::select! {
            Some(ended) = tasks.join_next_with_id(), if !tasks.is_empty() => {
                let id = match ended {
                    Ok((id, ())) => id,
                    Err(error) => {
                        tracing::error!(%error, "{} panicked", queue_item(queue));
                        error.id()
                    }
                };
                queue.finished(id);
            }
            () = tokio::time::sleep(wait.unwrap_or_default()), if wait.is_some() => {}
            // Its sender lives in the game service, which the queue holds.
            _ = queue.changed().changed() => {}
            () = stop.cancelled(), if !stopping => {}
        }
    }
}

fn queue_item<Q: WorkSource>(_: &Q) -> &'static str {
    Q::ITEM
}
