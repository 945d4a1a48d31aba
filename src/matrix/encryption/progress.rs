//! How far the keys have been used, which the homeserver remembers too. A database that knows of less than the homeserver
//! was restored from a backup: its ratchets have turned since, and would give the same keys to other messages.

use super::error::EncryptionError;
use super::records::{RecordKind, Records};
use crate::matrix::client::Client;
use ruma::{OwnedDeviceId, OwnedUserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// The type of the account's data that remembers it.
const ACCOUNT_DATA: &str = "tablero.progress";
/// How often the homeserver is told at most.
const TELL_EVERY: Duration = Duration::from_secs(60);

/// How far the keys of a device have been used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Used {
    /// The number of the ownership.
    generation: i64,
    /// The number of messages that were encrypted in it.
    messages: u64,
}

/// Remembers how far the keys of this device have been used.
pub(super) struct Progress {
    client: Client,
    user: OwnedUserId,
    device: OwnedDeviceId,
    used: Mutex<(Used, Option<Instant>)>,
}

impl Progress {
    pub(super) fn new(client: Client, user: OwnedUserId, device: OwnedDeviceId, generation: i64) -> Progress {
        Progress { client, user, device, used: Mutex::new((Used { generation, messages: 0 }, None)) }
    }

    /// Whether the stored keys are an earlier state of what was used: they have been used further, as the homeserver
    /// knows, or the database is a copy, which does not know who has owned it.
    pub(super) async fn was_set_back(&self, records: &Records) -> Result<bool, EncryptionError> {
        let stored: Used = records.read(RecordKind::Progress, &[]).await?.unwrap_or_default();
        let present = self.used().generation;
        if stored.generation >= present {
            return Ok(true);
        }
        Ok(self.told().await?.is_some_and(|told| told > stored))
    }

    /// Whether the bot has used keys of this device, as far as the homeserver knows.
    pub(super) async fn is_known(&self) -> Result<bool, EncryptionError> {
        Ok(self.told().await?.is_some())
    }

    /// What the homeserver was told of this device.
    async fn told(&self) -> Result<Option<Used>, EncryptionError> {
        let told = self.client.account_data(self.user.as_str(), ACCOUNT_DATA).await?.unwrap_or_default();
        let is_of_device = told["device"] == self.device.as_str();
        Ok(is_of_device.then(|| serde_json::from_value(told["used"].clone()).unwrap_or_default()))
    }

    /// Stores that another message is encrypted, and tells the homeserver now and then.
    pub(super) async fn advance(&self, records: &Records) -> Result<(), EncryptionError> {
        let (used, is_due) = {
            let mut state = self.used.lock().unwrap_or_else(PoisonError::into_inner);
            state.0.messages += 1;
            let is_due = state.1.is_none_or(|at| at.elapsed() >= TELL_EVERY);
            (state.0, is_due)
        };
        records.write(RecordKind::Progress, &[], &used).await?;
        if is_due && let Err(error) = self.tell(records, used).await {
            tracing::info!(%error, "the homeserver could not be told how far the keys have been used");
        }
        Ok(())
    }

    /// Stores that the keys are used from now on in this ownership, and tells the homeserver.
    pub(super) async fn publish(&self, records: &Records) -> Result<(), EncryptionError> {
        let used = self.used();
        records.write(RecordKind::Progress, &[], &used).await?;
        self.tell(records, used).await
    }

    /// Tells the homeserver. It must not know of more than is stored: that would look like a restored backup.
    async fn tell(&self, records: &Records, used: Used) -> Result<(), EncryptionError> {
        records.flush().await?;
        let content = json!({ "device": self.device, "used": used });
        self.client.set_account_data(self.user.as_str(), ACCOUNT_DATA, &content).await?;
        self.used.lock().unwrap_or_else(PoisonError::into_inner).1 = Some(Instant::now());
        Ok(())
    }

    fn used(&self) -> Used {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).0
    }
}
