//! Repeats what an interruption of the connection has ended.

use crate::service::StorageError;
use futures_util::future::BoxFuture;
use std::time::Duration;

/// How often an interrupted transaction is begun. After a fail-over, every connection of the pool fails once.
const ATTEMPTS: u32 = 20;
/// The wait before the next attempt. It grows with the number of attempts.
const WAIT: Duration = Duration::from_millis(20);

/// Runs a transaction that decides from what it reads, again as long as it is interrupted. It must not matter whether an
/// interrupted one was stored.
pub(in crate::db) async fn retried<'a, T>(
    mut run: impl FnMut() -> BoxFuture<'a, Result<T, StorageError>>,
) -> Result<T, StorageError> {
    let mut attempt = 1;
    loop {
        match run().await {
            Err(StorageError::Interrupted(error)) if attempt < ATTEMPTS => {
                tracing::warn!(attempt, %error, "the database has interrupted a transaction, which is repeated");
                tokio::time::sleep(WAIT * attempt).await;
                attempt += 1;
            }
            ended => return ended,
        }
    }
}
