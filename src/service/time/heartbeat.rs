//! The heartbeat, by which an outage of the bot is noticed.

use crate::service::game_service::{GameService, ServiceError};
use crate::service::storage::StorageError;
use crate::service::time::control::Span;

/// So often the program keeps that it is there, in milliseconds.
pub const HEARTBEAT_MS: i64 = 60 * 1000;
/// When nothing was kept for so long, the program was not there, in milliseconds. A clock that leaps, or a machine that
/// sleeps, looks the same and is the same.
pub const OUTAGE_MS: i64 = 5 * HEARTBEAT_MS;

impl GameService {
    /// Keeps that the program is there, once in a while; when it was not, that is kept and said, and the clocks stood
    /// still. Whatever depends on the time comes after this.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn heartbeat(&self) -> Result<(), ServiceError> {
        let now = self.now();
        let since = now.0.saturating_sub(self.last_heartbeat().0);
        if (0..HEARTBEAT_MS).contains(&since) {
            return Ok(());
        }
        match self.storage().last_heartbeat().await? {
            Some(last) if now.0 - last.0 >= OUTAGE_MS => {
                match self.storage().add_outage(Span { from: last, until: now }).await {
                    Ok(()) => {
                        tracing::warn!(
                            from = last.0,
                            until = now.0,
                            "the program was not there; the clocks stood still"
                        );
                        self.notify_workers();
                    }
                    // Another request has recorded and announced it.
                    Err(StorageError::Conflict) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            _ => self.storage().record_heartbeat(now).await?,
        }
        self.set_last_heartbeat(now);
        Ok(())
    }
}
