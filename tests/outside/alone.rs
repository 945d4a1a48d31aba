//! One test at a time: the law has a time limit, and others would use the processor meanwhile.

use tokio::sync::{Mutex, MutexGuard};

static TURN: Mutex<()> = Mutex::const_new(());

/// Waits until no other test runs.
pub async fn alone() -> MutexGuard<'static, ()> {
    TURN.lock().await
}
