//! How long a server may take to answer.

use sqlx::Error;
use std::io;
use std::time::Duration;

/// What a server has done within this time. One that has not answered then is as good as lost: it may be frozen, or cut
/// off without a word.
pub(in crate::db) async fn within<T>(limit: Duration, run: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let silent = || io::Error::new(io::ErrorKind::TimedOut, "the server does not answer");
    tokio::time::timeout(limit, run).await.unwrap_or_else(|_| Err(Error::Io(silent())))
}
