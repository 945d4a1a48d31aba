//! Wakes the workers of all processes that share a storage.

use crate::service::game_service::GameService;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often workers look for work of which no message came.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Changes within this time are told together.
const GATHER: Duration = Duration::from_millis(10);
/// The wait after a failure.
const WAIT: Duration = Duration::from_secs(1);

/// Tells other processes of changes in this one, and wakes the workers here when others tell of theirs. Cheap to clone.
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
        if !self.service.storage().is_shared() {
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
            if let Err(error) = self.service.storage().wake_others().await {
                tracing::warn!(%error, "other processes could not be told of a change; they will find it");
            }
        }
    }

    async fn hear(&self) {
        loop {
            match self.service.storage().wait_for_others().await {
                Ok(()) => self.service.wake_workers(),
                Err(error) => {
                    tracing::warn!(%error, "no messages come from other processes; trying again");
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
