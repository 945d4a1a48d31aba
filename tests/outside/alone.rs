//! Which tests run at the same time: those with a time limit run alone, because others would use the processor meanwhile.

use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

static TURN: RwLock<()> = RwLock::const_new(());

/// Waits until no other test runs, except those that only wait for a limit to pass.
pub async fn alone() -> RwLockWriteGuard<'static, ()> {
    TURN.write().await
}

/// Waits until no test runs alone. For tests that only look at what happens, however long it takes.
pub async fn not_alone() -> RwLockReadGuard<'static, ()> {
    TURN.read().await
}
