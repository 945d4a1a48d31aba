//! The clock of the tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;
use tablero::service::{Clock, Millis};

/// The start of every test's clock: Monday, 2026-03-02, 08:00 UTC, so that no test depends on the day on which it runs.
const EPOCH: Millis = Millis(1_772_438_400_000);

/// A clock that starts at `EPOCH` and runs at the machine's speed or stands still. The test can advance it, and the
/// bot's workers sleep by it.
#[derive(Clone)]
pub struct TestClock {
    started: Option<Instant>,
    ahead_ms: Arc<AtomicI64>,
}

impl Default for TestClock {
    fn default() -> Self {
        TestClock { started: Some(Instant::now()), ahead_ms: Arc::default() }
    }
}

impl TestClock {
    /// A clock that only the test moves, by which nothing sleeps.
    pub fn still() -> Self {
        TestClock { started: None, ahead_ms: Arc::default() }
    }

    pub fn advance(&self, milliseconds: i64) {
        self.ahead_ms.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Millis {
        let gone = self.started.map_or(0, |started| started.elapsed().as_millis());
        let gone = i64::try_from(gone).expect("the test's time fits in 64 bits");
        EPOCH.plus(gone).plus(self.ahead_ms.load(Ordering::SeqCst))
    }
}
