//! Wakes the workers of all processes that share a storage.

use crate::service::game_service::GameService;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often workers check for work even without a message.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// How long the relay waits after a change, so that one message covers several changes.
const GATHER: Duration = Duration::from_millis(10);
/// The wait after a failure.
const WAIT: Duration = Duration::from_secs(1);

/// Notifies other processes of changes in this one, and wakes the local workers when another process sends a
/// notification. Cheap to clone.
#[derive(Clone)]
pub struct WakeUpRelay {
    service: GameService,
}

impl WakeUpRelay {
    /// A relay for the workers of this game service.
    pub fn new(service: GameService) -> Self {
        WakeUpRelay { service }
    }

    /// Runs until `stop` is cancelled. Does nothing if no other process can use the storage.
    pub async fn run(&self, stop: CancellationToken) {
        if !self.service.work().is_shared() {
            return stop.cancelled().await;
        }
        stop.run_until_cancelled(async { tokio::join!(self.tell(), self.hear(), self.look()) }).await;
    }

    async fn tell(&self) {
        let mut changed = self.service.changed_here().subscribe();
        // Its sender lives in the game service.
        while changed.changed().await.is_ok() {
            tokio::time::sleep(GATHER).await;
            changed.mark_unchanged();
            if let Err(error) = self.service.work().wake_others().await {
                tracing::warn!(%error, "could not notify other processes of a change; they will find it within seconds");
            }
        }
    }

    async fn hear(&self) {
        loop {
            match self.service.work().wait_for_others().await {
                Ok(()) => self.service.wake_workers(),
                Err(error) => {
                    tracing::warn!(%error, "cannot receive notifications from other processes; trying again");
                    tokio::time::sleep(WAIT).await;
                }
            }
        }
    }

    async fn look(&self) {
        let mut looks = tokio::time::interval(LOOK_EVERY);
        loop {
            looks.tick().await;
            self.service.wake_workers();
        }
    }
}
