//! The heartbeat, which detects outages of the bot.

use crate::service::game_service::GameService;
use crate::service::ids::Millis;
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;
use crate::service::time::control::Span;
use crate::service::time::heartbeat_storage::ClockCorrection;

/// The interval between recorded heartbeats, in milliseconds.
pub const HEARTBEAT_MS: i64 = 60 * 1000;
/// A gap between heartbeats of this length counts as an outage, in milliseconds. A clock jump or a suspended machine
/// looks the same and is treated the same way.
pub const OUTAGE_MS: i64 = 5 * HEARTBEAT_MS;

impl GameService {
    /// Records a heartbeat at most once a minute. After an outage, stops the clocks for its length and announces it; after
    /// the clock was set back, corrects what it has led to. Call this before anything that depends on the time, and use the
    /// instant that it returns: the clock may leap before it is read again.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn heartbeat(&self) -> Result<Millis, ServiceError> {
        let now = self.now();
        let since = now.0.saturating_sub(self.last_heartbeat().0);
        if (0..HEARTBEAT_MS).contains(&since) {
            return Ok(now);
        }
        match self.storage().last_heartbeat().await? {
            Some(last) if now.0 - last.0 >= OUTAGE_MS => {
                match self.storage().add_outage(Span { from: last, until: now }).await {
                    Ok(()) => {
                        tracing::warn!(
                            from = last.0,
                            until = now.0,
                            "the bot was down; clocks were stopped for the outage"
                        );
                        self.notify_workers();
                    }
                    // Another request has recorded and announced this outage.
                    Err(StorageError::Conflict) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            _ => {
                if let Some(ClockCorrection { ahead_ms, had_leaped }) = self.storage().record_heartbeat(now).await? {
                    tracing::warn!(
                        ahead_ms,
                        had_leaped,
                        "the clock was set back; what it had led to was corrected, and doctor tells what was not"
                    );
                    self.notify_workers();
                }
            }
        }
        self.set_last_heartbeat(now);
        Ok(now)
    }
}
