//! The maintenance worker: prunes obsolete rows of the database in batches, returns free pages, and removes copies of
//! deleted data.

use crate::service::game_service::GameService;
use crate::service::service_error::ServiceError;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The interval between prunings.
const PRUNE_EVERY: Duration = Duration::from_secs(60 * 60);
/// The interval between attempts to remove copies of deleted data, until one succeeds.
const PURGE_AGAIN: Duration = Duration::from_secs(60);
/// The pause after each batch, in which other writers get their turn.
const BETWEEN_SLICES: Duration = Duration::from_millis(50);

/// The maintenance worker of the database. Cheap to clone.
#[derive(Clone)]
pub struct MaintenanceWorker {
    service: GameService,
}

impl MaintenanceWorker {
    /// A worker for the storage of this game service.
    pub fn new(service: GameService) -> Self {
        MaintenanceWorker { service }
    }

    /// Runs until `stop` is cancelled; a batch in progress is finished first.
    pub async fn run(&self, stop: CancellationToken) {
        loop {
            let wait = match stop.run_until_cancelled(self.tick()).await {
                None => return,
                Some(Ok(true)) => PRUNE_EVERY,
                Some(Ok(false)) => PURGE_AGAIN,
                Some(Err(error)) => {
                    tracing::error!(%error, "the database could not be pruned; trying again in an hour");
                    PRUNE_EVERY
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = stop.cancelled() => return,
            }
        }
    }

    /// Runs all maintenance that is due. Returns whether no copies of deleted data are left.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn tick(&self) -> Result<bool, ServiceError> {
        let now = self.service.heartbeat().await?;
        while self.service.upkeep().prune(now).await? {
            tokio::time::sleep(BETWEEN_SLICES).await;
        }
        while self.service.upkeep().shrink().await? {
            tokio::time::sleep(BETWEEN_SLICES).await;
        }
        Ok(self.service.upkeep().purge_deleted().await?)
    }
}
