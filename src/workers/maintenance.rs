//! Upkeep of the store: prunes what has served its purpose, a slice at a time.

use crate::service::game_service::GameService;
use crate::service::service_error::ServiceError;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How often the store is pruned.
const PRUNE_EVERY: Duration = Duration::from_secs(60 * 60);
/// How soon it is tried again to remove copies of deleted data, while that has not worked.
const PURGE_AGAIN: Duration = Duration::from_secs(60);
/// The pause after each slice, in which others write.
const BETWEEN_SLICES: Duration = Duration::from_millis(50);

/// The worker that keeps the store small. Cheap to clone.
#[derive(Clone)]
pub struct MaintenanceWorker {
    desk: GameService,
}

impl MaintenanceWorker {
    /// Upkeep of the store behind this desk.
    pub fn new(desk: GameService) -> Self {
        MaintenanceWorker { desk }
    }

    /// Works until it is told to stop; a slice that is under way then is finished.
    pub async fn run(&self, stop: CancellationToken) {
        loop {
            let wait = match stop.run_until_cancelled(self.tick()).await {
                None => return,
                Some(Ok(true)) => PRUNE_EVERY,
                Some(Ok(false)) => PURGE_AGAIN,
                Some(Err(error)) => {
                    tracing::error!(%error, "the store could not be pruned; it is tried again in an hour");
                    PRUNE_EVERY
                }
            };
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = stop.cancelled() => return,
            }
        }
    }

    /// Does all that there is to do; returns whether no copies of deleted data are left.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn tick(&self) -> Result<bool, ServiceError> {
        while self.desk.storage().prune(self.desk.now()).await? {
            tokio::time::sleep(BETWEEN_SLICES).await;
        }
        while self.desk.storage().shrink().await? {
            tokio::time::sleep(BETWEEN_SLICES).await;
        }
        Ok(self.desk.storage().purge_deleted().await?)
    }
}
