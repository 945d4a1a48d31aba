//! The CPU time of the bot's process, by its threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};

/// The threads that must not wait: answering, requests, the gateway.
const ASYNC: &str = "async";
/// The threads for long work, which is here drawing alone.
const DRAWING: &str = "drawing";
/// How sqlx names the threads of SQLite, as far as the system keeps names.
const DATABASE: &str = "sqlx-sqlite-wor";

/// A runtime whose threads tell what they are for.
pub fn runtime() -> Runtime {
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let started = AtomicUsize::new(0);
    // Tokio starts the threads that must not wait first, and those for long work when there is some.
    let name = move || if started.fetch_add(1, Ordering::Relaxed) < workers { ASYNC } else { DRAWING }.to_owned();
    let mut builder = Builder::new_multi_thread();
    // A thread that ended would take its time with it.
    builder.worker_threads(workers).thread_name_fn(name).thread_keep_alive(Duration::from_secs(3_600));
    builder.enable_all().build().expect("a runtime")
}

/// What a process has spent.
#[derive(Clone, Copy, Default)]
pub struct Spent {
    drawing: Duration,
    database: Duration,
    /// All else.
    other: Duration,
}

impl Spent {
    /// What the process with this id has spent so far; `None` where the system does not tell.
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

    /// What was spent since then.
    pub fn since(self, before: Spent) -> Spent {
        Spent {
            drawing: self.drawing.saturating_sub(before.drawing),
            database: self.database.saturating_sub(before.database),
            other: self.other.saturating_sub(before.other),
        }
    }

    /// All of it.
    pub fn total(self) -> Duration {
        self.drawing + self.database + self.other
    }

    /// In milliseconds a turn; `http` is what requests alone cost in this time.
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
