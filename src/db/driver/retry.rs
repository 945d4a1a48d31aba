//! Retries transactions after the connection was interrupted.

use crate::backoff::Retries;
use crate::metrics::record;
use crate::service::StorageError;
use std::time::Duration;
use tokio::time::Instant;

/// The maximum number of retries. After a fail-over, each connection in the pool fails once.
const RETRIES: u32 = 19;
/// The wait before the first retry, and the longest wait.
const WAITS: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(200)];

/// How long a further attempt may begin after the first. Requests are answered within ten seconds. A second
/// attempt is always made, because the first may have met a connection that was lost without a word.
const RETRIED_WITHIN: Duration = Duration::from_secs(4);

/// The attempts at a transaction, which must be safe to repeat even if an interrupted attempt was stored.
pub(in crate::db) struct Attempts(Retries);

impl Attempts {
    /// Begins the first attempt.
    pub fn begin() -> Attempts {
        let [first, max] = WAITS;
        Attempts(Retries::new(first, max).until(Instant::now() + RETRIED_WITHIN).at_most(RETRIES).at_least(1))
    }

    /// Waits before the next attempt. Returns the error if it is not an interruption, or after too many attempts.
    pub async fn wait_after(&mut self, error: StorageError) -> Result<(), StorageError> {
        match error {
            StorageError::Interrupted(error) if self.0.wait(None).await => {
                tracing::warn!(%error, "the database interrupted a transaction; retrying");
                record::database_retry();
                Ok(())
            }
            error => Err(error),
        }
    }
}
