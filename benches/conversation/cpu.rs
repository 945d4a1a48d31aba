//! CPU time of the bot's process, by thread.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// The async threads, which must not block: responses, requests, the gateway.
const ASYNC: &str = "async";
/// The threads for blocking work, which here is only drawing.
const DRAWING: &str = "drawing";
/// The name sqlx gives the SQLite threads, as truncated by the system.
const DATABASE: &str = "sqlx-sqlite-wor";

/// A runtime whose threads are named by purpose.
pub fn runtime() -> Runtime {
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let started = AtomicUsize::new(0);
    // Tokio starts the async worker threads first, and the blocking ones on demand.
    let name = move || if started.fetch_add(1, Ordering::Relaxed) < workers { ASYNC } else { DRAWING }.to_owned();
    let mut builder = Builder::new_multi_thread();
    // A thread that ended would take its CPU time with it.
    builder.worker_threads(workers).thread_name_fn(name).thread_keep_alive(Duration::from_secs(3_600));
    builder.enable_all().build().expect("a runtime")
}

/// The CPU time a process has spent.
#[derive(Clone, Copy, Default)]
pub struct Spent {
    drawing: Duration,
    database: Duration,
    /// Everything else.
    other: Duration,
}

impl Spent {
    /// The CPU time the process with this id has spent so far; `None` if the system does not report it.
    pub fn by(process: u32) -> Option<Spent> {
        let mut spent = Spent::default();
        for thread in std::fs::read_dir(format!("/proc/{process}/task")).ok()? {
            let folder = thread.ok()?.path();
            let name = std::fs::read_to_string(folder.join("comm")).ok()?;
            // The nanoseconds on a processor come first.
            let times = std::fs::read_to_string(folder.join("schedstat")).ok()?;
            let time = Duration::from_nanos(times.split_whitespace().next()?.parse().ok()?);
            let part = match name.trim() {
                DRAWING => &mut spent.drawing,
                DATABASE => &mut spent.database,
                _ => &mut spent.other,
            };
            *part += time;
        }
        Some(spent)
    }

    /// The CPU time spent since an earlier measurement.
    pub fn since(self, before: Spent) -> Spent {
        Spent {
            drawing: self.drawing.saturating_sub(before.drawing),
            database: self.database.saturating_sub(before.database),
            other: self.other.saturating_sub(before.other),
        }
    }

    /// The total.
    pub fn total(self) -> Duration {
        self.drawing + self.database + self.other
    }

    /// Formats the times in milliseconds per turn; `http` is the cost of the requests alone in this period.
    pub fn of(self, turns: usize, http: Duration) -> String {
        let part = |time: Duration| time.as_secs_f64() * 1e3 / turns.max(1) as f64;
        format!(
            "{:.1} ms: rendering {:.1}, database {:.1}, HTTP {:.1}, the rest {:.1}",
            part(self.total()),
            part(self.drawing),
            part(self.database),
            part(http),
            part(self.other.saturating_sub(http))
        )
    }
}
