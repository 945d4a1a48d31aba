//! Which process uses the keys. A ratchet must not turn in two places, so one process at a time owns them, by a lease that
//! it renews. Each owner has a number, and the storage takes changes only from the latest one.

use super::records::RecordKind;
use crate::service::{Claimant, GameService, LEASE_MS, Ownership, RENEW_MS, SealedChanges, StorageError};
use std::time::{Duration, Instant};
use strum::IntoEnumIterator;

/// The ownership of the keys, from [`Owner::wait`] on until [`Owner::keep`] returns.
pub struct Owner {
    service: GameService,
    claimant: Claimant,
    generation: i64,
}

impl Owner {
    /// Waits until this process can own the keys.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn wait(service: &GameService) -> Result<Owner, StorageError> {
        let claimant = Claimant::new();
        loop {
            match service.sealed().own_records(claimant.id(), service.now()).await? {
                Ownership::Mine { generation, .. } => {
                    return Ok(Owner { service: service.clone(), claimant, generation });
                }
                Ownership::Others { until } => {
                    let left = u64::try_from(until.0 - service.now().0).unwrap_or_default();
                    tokio::time::sleep(Duration::from_millis(left.clamp(50, LEASE_MS.unsigned_abs()))).await;
                }
            }
        }
    }

    /// The number of the ownership.
    pub fn generation(&self) -> i64 {
        self.generation
    }

    /// Renews the ownership until it is lost: to another process, because this one was too slow, or because the storage
    /// cannot be reached.
    pub async fn keep(&self) {
        let mut renewed = Instant::now();
        loop {
            tokio::time::sleep(Duration::from_millis(RENEW_MS.unsigned_abs())).await;
            match self.service.sealed().own_records(self.claimant.id(), self.service.now()).await {
                Ok(Ownership::Mine { generation, .. }) if generation == self.generation => renewed = Instant::now(),
                Ok(_) => return,
                Err(error) => {
                    tracing::warn!(%error, "the ownership of the keys for encryption could not be renewed");
                    if renewed.elapsed() >= Duration::from_millis(LEASE_MS.unsigned_abs()) {
                        return;
                    }
                }
            }
        }
    }

    /// Deletes all keys, whichever store key they were sealed with. The bot then begins as a new device.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn delete_keys(&self) -> Result<(), StorageError> {
        let cleared = RecordKind::iter().map(RecordKind::word).collect();
        let now = self.service.now();
        let changes = SealedChanges { generation: self.generation, now, cleared, changes: Vec::new() };
        self.service.sealed().store_sealed(&changes).await
    }

    /// Lets another process own the keys at once.
    pub async fn release(&self) {
        if let Err(error) = self.service.sealed().release_records(self.generation).await {
            tracing::info!(%error, "another process has to wait before it can use the keys for encryption");
        }
    }
}
