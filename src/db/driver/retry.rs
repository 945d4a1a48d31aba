//! Retries transactions after the connection was interrupted.

use crate::metrics::record;
use crate::service::StorageError;
use futures_util::future::BoxFuture;
use std::time::{Duration, Instant};

/// The maximum number of attempts. After a fail-over, each connection in the pool fails once.
const ATTEMPTS: u32 = 20;
/// The wait before the next attempt. It grows with the number of attempts.
const WAIT: Duration = Duration::from_millis(20);

/// How long a further attempt may begin after the first. A request is answered before ten seconds are over. A second attempt is
/// always made, because the first may have met a connection that was lost without a word.
const RETRIED_WITHIN: Duration = Duration::from_secs(4);

/// Runs a transaction and retries it while it is interrupted. The transaction must be safe to repeat even if the
/// interrupted attempt was stored.
pub(in crate::db) async fn retried<'a, T>(
    mut run: impl FnMut() -> BoxFuture<'a, Result<T, StorageError>>,
) -> Result<T, StorageError> {
    let (mut attempt, begun) = (1, Instant::now());
    loop {
        match run().await {
            Err(StorageError::Interrupted(error))
                if attempt == 1 || attempt < ATTEMPTS && begun.elapsed() < RETRIED_WITHIN =>
            {
                tracing::warn!(attempt, %error, "the database interrupted a transaction; retrying");
                record::database_retry();
                tokio::time::sleep(WAIT * attempt).await;
                attempt += 1;
            }
            ended => return ended,
        }
    }
}
