//! The heartbeat, which detects outages of the bot.

use crate::service::game_service::GameService;
use crate::service::ids::Millis;
use crate::service::service_error::ServiceError;
use crate::service::storage::upkeep_storage::ClockCorrection;
use crate::service::storage_error::StorageError;
use crate::service::time::control::Span;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// The interval between recorded heartbeats, in milliseconds.
pub const HEARTBEAT_MS: i64 = 60 * 1000;
/// A gap between heartbeats of this length counts as an outage, in milliseconds. A clock jump or a suspended machine
/// looks the same and is treated the same way.
pub const OUTAGE_MS: i64 = 5 * HEARTBEAT_MS;
/// How long a heartbeat that lies ahead is believed to be that of another process that still runs.
const ABANDONED: Duration = Duration::from_millis(3 * HEARTBEAT_MS as u64);

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
            Some(last) if self.is_of_another_process(last, now) => {}
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

    /// Whether a heartbeat that lies ahead was recorded by another process, whose clock is ahead of this one: then nothing
    /// is recorded, because each of the two would undo what the other records. It is not if this process has recorded it
    /// itself, so that its own clock was set back, or if nobody has recorded another one for some minutes.
    fn is_of_another_process(&self, last: Millis, now: Millis) -> bool {
        let mut ahead = self.heartbeat_ahead.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.storage().is_shared() || last <= now || last <= self.last_heartbeat() {
            *ahead = None;
            return false;
        }
        match *ahead {
            Some((seen, since)) if seen == last => since.elapsed() < ABANDONED,
            _ => {
                if last.0 - now.0 >= OUTAGE_MS {
                    let ahead_ms = last.0 - now.0;
                    tracing::warn!(ahead_ms, "the clock of another process is ahead: set the clocks of all machines");
                }
                *ahead = Some((last, Instant::now()));
                true
            }
        }
    }
}
