//! Which sessions may still be used: after a fail-over, those from before it are closed.

use sqlx::postgres::PgConnection;
use sqlx::{Error, Row};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long an idle session may take to answer.
const TEST_MAX: Duration = Duration::from_secs(2);

/// When the sessions were last renewed. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Sessions(Arc<Mutex<Instant>>);

impl Sessions {
    /// For a pool without sessions.
    pub fn new() -> Sessions {
        Sessions(Arc::new(Mutex::new(Instant::now())))
    }

    /// From now on, no session is used that was begun before.
    pub fn renew(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Whether an idle session of this age may be used. If it is lost, or its server does not answer or is a standby, there
    /// has been a fail-over, and the other sessions may be with the wrong server, too.
    pub async fn is_usable(&self, session: &mut PgConnection, age: Duration) -> bool {
        if age >= self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed() {
            return false;
        }
        let is_usable = tokio::time::timeout(TEST_MAX, is_primary(session)).await;
        let is_usable = matches!(is_usable, Ok(Ok(true)));
        if !is_usable {
            self.renew();
        }
        is_usable
    }
}

/// Whether the server of a session can write. This is one message and no prepared statement, as poolers require outside
/// of transactions.
pub(super) async fn is_primary(session: &mut PgConnection) -> Result<bool, Error> {
    sqlx::raw_sql("SELECT NOT pg_is_in_recovery()").fetch_one(session).await?.try_get(0)
}
