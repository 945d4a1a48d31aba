//! Which tests run at the same time. Those with a time limit wait for most of it, so a few of them run together, but no
//! other test uses the processor meanwhile.

use std::sync::{Arc, Weak};
use tokio::sync::{Mutex, RwLock, RwLockReadGuard, RwLockWriteGuard, Semaphore, SemaphorePermit};

/// How many tests with a time limit run together.
const TIMED: usize = 3;

static TURN: RwLock<()> = RwLock::const_new(());
static PERMITS: Semaphore = Semaphore::const_new(TIMED);
/// The turn of the tests with a time limit that run now.
static TIMED_TURN: Mutex<Weak<RwLockWriteGuard<'static, ()>>> = Mutex::const_new(Weak::new());

/// A permit of a test with a time limit, and the turn of all of them, which ends with the last of them.
pub type Timed = (SemaphorePermit<'static>, Arc<RwLockWriteGuard<'static, ()>>);

/// Waits until only a few tests run, each with a time limit.
pub async fn timed() -> Timed {
    let permit = PERMITS.acquire().await.expect("nothing closes it");
    let mut shared = TIMED_TURN.lock().await;
    let turn = match shared.upgrade() {
        Some(turn) => turn,
        None => Arc::new(TURN.write().await),
    };
    *shared = Arc::downgrade(&turn);
    (permit, turn)
}

/// Waits until no test with a time limit runs. For tests that only look at what happens, however long it takes.
pub async fn untimed() -> RwLockReadGuard<'static, ()> {
    TURN.read().await
}
