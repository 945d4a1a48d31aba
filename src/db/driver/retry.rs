//! Retries transactions after the connection was interrupted.

use crate::metrics::record;
use crate::service::StorageError;
use std::time::{Duration, Instant};

/// The maximum number of attempts. After a fail-over, each connection in the pool fails once.
const ATTEMPTS: u32 = 20;
/// The wait before the next attempt. It grows with the number of attempts.
const WAIT: Duration = Duration::from_millis(20);

/// How long a further attempt may begin after the first. Requests are answered within ten seconds. A second
/// attempt is always made, because the first may have met a connection that was lost without a word.
const RETRIED_WITHIN: Duration = Duration::from_secs(4);

/// Counts the attempts at a transaction, which must be safe to repeat even if an interrupted attempt was stored.
pub(in crate::db) struct Attempts {
    number: u32,
    begun: Instant,
}

impl Attempts {
    /// Begins the first attempt.
    pub fn begin() -> Attempts {
        Attempts { number: 1, begun: Instant::now() }
    }

    /// Waits before the next attempt. Returns the error if it is not an interruption, or after too many attempts.
    pub async fn wait_after(&mut self, error: StorageError) -> Result<(), StorageError> {
        match error {
            StorageError::Interrupted(error)
                if self.number == 1 || self.number < ATTEMPTS && self.begun.elapsed() < RETRIED_WITHIN =>
            {
                tracing::warn!(attempt = self.number, %error, "the database interrupted a transaction; retrying");
                record::database_retry();
                tokio::time::sleep(WAIT * self.number).await;
                self.number += 1;
                Ok(())
            }
            error => Err(error),
        }
    }
}
