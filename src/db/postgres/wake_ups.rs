//! Messages between the processes over one database.

use sqlx::Error;
use sqlx::postgres::{PgListener, PgPool};
use std::sync::Arc;
use tokio::sync::Mutex;

/// The channel of PostgreSQL on which processes wake one another.
const CHANNEL: &str = "tablero";

/// Sends and receives messages. Cheap to clone.
#[derive(Clone)]
pub(super) struct WakeUps {
    /// What marks the messages of this process.
    sender: Arc<str>,
    /// The connection that listens, once one does.
    listener: Arc<Mutex<Option<PgListener>>>,
}

impl WakeUps {
    /// For a process that has just connected.
    pub fn new() -> WakeUps {
        let sender = format!("{:016x}", getrandom::u64().unwrap_or_else(|_| u64::from(std::process::id())));
        WakeUps { sender: sender.into(), listener: Arc::default() }
    }

    /// The mark of this process, and the channel.
    pub fn message(&self) -> (&'static str, &str) {
        (CHANNEL, &self.sender)
    }

    /// Gives the connection back that listens. The pool must be closing, which ends [`WakeUps::wait`].
    pub async fn stop(&self) {
        *self.listener.lock().await = None;
    }

    /// Waits for a message of another process.
    pub async fn wait(&self, pool: &PgPool) -> Result<(), Error> {
        let mut listener = self.listener.lock().await;
        if listener.is_none() {
            let mut new = PgListener::connect_with(pool).await?;
            new.listen(CHANNEL).await?;
            *listener = Some(new);
        }
        let Some(listening) = listener.as_mut() else { return Ok(()) };
        loop {
            match listening.recv().await {
                Ok(message) if message.payload() != &*self.sender => return Ok(()),
                Ok(_) => {}
                Err(error) => {
                    *listener = None;
                    return Err(error);
                }
            }
        }
    }
}

impl std::fmt::Debug for WakeUps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WakeUps").field("sender", &self.sender).finish_non_exhaustive()
    }
}
