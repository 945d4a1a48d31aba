//! Which sessions may still be used: after a fail-over, those from before it are closed.

use sqlx::pool::PoolConnectionMetadata;
use sqlx::postgres::PgConnection;
use sqlx::{Error, Row};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The maximum age of a session that is used again.
const AGE_MAX: Duration = Duration::from_secs(30 * 60);
/// How long a session that is used again may have been idle: what lies between may have forgotten an older one.
const IDLE_MAX: Duration = Duration::from_secs(10 * 60);
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

    /// Whether an idle session may be used: not if it is old. If it is lost, or its server does not answer or is a standby,
    /// there has been a fail-over, and the other sessions may be with the wrong server, too.
    pub async fn is_usable(&self, session: &mut PgConnection, used: &PoolConnectionMetadata) -> bool {
        let is_old = used.age >= AGE_MAX || used.idle_for >= IDLE_MAX;
        if is_old || used.age >= self.0.lock().unwrap_or_else(PoisonError::into_inner).elapsed() {
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
