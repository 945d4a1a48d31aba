//! Beginning a session with the keys of the bot's device.

use super::Encryption;
use super::error::EncryptionError;
use super::identity::IdentityStatus;
use super::key_store::KeyStore;
use super::progress::Progress;
use super::records::RecordsError;
use super::recovery::WrongRecoveryKey;
use super::store_key::{StoreKey, StoreKeyError};
use crate::matrix::client::Client;
use crate::matrix::error::MatrixError;
use crate::matrix::login::account::Account;
use crate::service::GameService;
use matrix_sdk_crypto::OlmMachine;
use matrix_sdk_crypto::store::{CryptoStore, CryptoStoreError};
use reqwest::Method;
use ruma::{DeviceId, OwnedDeviceId, UserId};
use serde_json::{Value, json};
use std::sync::Arc;

/// Why encryption cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// There is no store key.
    #[error(transparent)]
    StoreKey(#[from] StoreKeyError),
    /// The keys are sealed with another store key, or cannot be read or stored.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// The keys of the device are not here, and the bot cannot log in as another device.
    #[error(
        "the present keys of the bot's device are not in this database, which was restored or is new, and an access \
         token is for one device only: log in again as the bot, and set the new access token as matrix.token or in \
         MATRIX_TOKEN"
    )]
    NoKeys,
    /// The keys of the device are not here, and only the host can log the bot in as another device.
    #[error(
        "the present keys of the bot's device are not in this database, which was restored or is new: stop the bot and \
         run `tablero matrix login`, which makes a new device"
    )]
    MustLogIn,
    /// Another client has keys for the device of the access token.
    #[error(
        "another client uses the device of the access token, with keys of its own: log in again as the bot, as \
         docs/matrix.md says, and set the new access token as matrix.token or in MATRIX_TOKEN"
    )]
    OthersDevice,
    /// The access token belongs to no device.
    #[error(
        "the access token belongs to no device, and only devices can encrypt: docs/matrix.md says how to get another"
    )]
    NoDevice,
    /// The recovery key is another one.
    #[error(transparent)]
    WrongRecoveryKey(#[from] WrongRecoveryKey),
    /// The homeserver did not do its part.
    #[error(transparent)]
    Matrix(#[from] MatrixError),
    /// Something failed.
    #[error(transparent)]
    Encryption(#[from] EncryptionError),
}

impl OpeningError {
    /// Whether the same may succeed later without a change by the host.
    pub fn is_passing(&self) -> bool {
        match self {
            OpeningError::StoreKey(_)
            | OpeningError::Records(RecordsError::WrongKey(_))
            | OpeningError::WrongRecoveryKey(_)
            | OpeningError::NoKeys
            | OpeningError::MustLogIn
            | OpeningError::OthersDevice
            | OpeningError::NoDevice => false,
            OpeningError::Matrix(error) => error.is_passing(),
            OpeningError::Records(_) | OpeningError::Encryption(_) => true,
        }
    }

    /// Whether the bot has never encrypted with this account, so that it can do without.
    pub fn is_dispensable(&self) -> bool {
        matches!(self, OpeningError::OthersDevice | OpeningError::NoDevice)
    }
}

impl From<CryptoStoreError> for OpeningError {
    fn from(error: CryptoStoreError) -> Self {
        OpeningError::Encryption(error.into())
    }
}

/// What a session needs to begin with encryption.
pub struct Opening<'a> {
    /// Where the keys are stored.
    pub service: &'a GameService,
    /// The homeserver, with the session's access token.
    pub client: &'a Client,
    /// The bot's account.
    pub account: &'a Account,
    /// The user id of the bot.
    pub user: &'a str,
    /// The device of the session.
    pub device: Option<&'a str>,
    /// Seals what is stored.
    pub key: StoreKey,
    /// The number of this process's ownership.
    pub generation: i64,
    /// Whether only devices that their owner has signed get the keys of rooms.
    pub only_signed: bool,
    /// The recovery key of the account; empty without one.
    pub recovery_key: &'a str,
}

/// How encryption begins.
pub enum Opened {
    /// With the device of the session.
    Ready(Encryption),
    /// The database does not have the keys of this device, so the bot must log in as a new one.
    MustBeNew,
}

impl Opening<'_> {
    /// Whether the homeserver knows keys of the device.
    async fn is_published(&self, user: &UserId, device: &DeviceId) -> Result<bool, MatrixError> {
        let body = json!({ "device_keys": { user.as_str(): [device] } });
        let path = ["client", "v3", "keys", "query"];
        let known: Value = self.client.json(Method::POST, &path, &[], Some(&body)).await?;
        Ok(known["device_keys"][user.as_str()][device.as_str()].is_object())
    }

    /// Opens the keys, publishes those that are new, and has the device signed.
    ///
    /// # Errors
    /// See [`OpeningError`].
    pub async fn open(self) -> Result<Opened, OpeningError> {
        let (Ok(user), Some(device)) = (UserId::parse(self.user), self.device) else {
            return Err(OpeningError::NoDevice);
        };
        let device = OwnedDeviceId::from(device);
        let store = KeyStore::open(self.service.clone(), self.key.clone(), self.generation).await?;
        let store = Arc::new(store);
        let records = store.records().clone();
        let stored = store.load_account().await?;
        let progress = Progress::new(self.client.clone(), user.clone(), device.clone(), self.generation);
        let is_usable = match &stored {
            Some(account) if account.device_id() != device || account.user_id() != user => {
                tracing::info!("the bot is another device now, with keys of its own");
                store.begin_new_device().await?;
                true
            }
            // A homeserver deletes the keys of a device whose session ends.
            Some(account) if account.shared() && !self.is_published(&user, &device).await? => false,
            // A ratchet that has turned since a backup was made must not turn there again.
            Some(_) => !progress.was_set_back(&records).await?,
            // Clients would not believe that this device has other keys now.
            None => !self.is_published(&user, &device).await?,
        };
        if !is_usable {
            return match self.account.token.is_empty() {
                true if self.account.password.is_empty() => Err(OpeningError::MustLogIn),
                true => Ok(Opened::MustBeNew),
                false if progress.is_known().await? => Err(OpeningError::NoKeys),
                false => Err(OpeningError::OthersDevice),
            };
        }
        store.discard_outbound_group_sessions().await?;
        progress.publish(&records).await?;
        let machine = OlmMachine::with_store(&user, &device, store, None).await?;
        let encryption = Encryption::new(machine, records, self.client.clone(), progress, self.only_signed);
        encryption.publish_device().await?;
        let recovery = match self.recovery_key {
            "" => None,
            key => Some(encryption.recovery(key).await?.ok_or(WrongRecoveryKey)?),
        };
        if let Some(recovery) = &recovery
            && !recovery.restore_identity().await?
        {
            tracing::warn!(
                "the identity that the homeserver stores for the recovery key is not the account's any more"
            );
        }
        match encryption.sign_device(self.account).await? {
            IdentityStatus::Signed => {
                if let Some(recovery) = &recovery {
                    recovery.store_identity().await?;
                    recovery.begin_backup().await?;
                }
            }
            IdentityStatus::NeedsApproval(page) => tracing::warn!(
                "the bot's device is not signed, so clients that exclude insecure devices do not let it read: the \
                 homeserver wants your approval for that; log in at {page} as the bot, allow a new identity, and start \
                 the bot again within a few minutes"
            ),
            IdentityStatus::NeedsPassword => tracing::warn!(
                "the bot's device is not signed, so clients that exclude insecure devices do not let it read: the \
                 homeserver wants the password for that; set matrix.user and matrix.password instead of matrix.token"
            ),
            IdentityStatus::Foreign => tracing::warn!(
                "the bot's device is not signed, so clients that exclude insecure devices do not let it read: the \
                 account's identity was created elsewhere; set its recovery key as matrix.recovery_key, or verify this session there"
            ),
        }
        Ok(Opened::Ready(encryption))
    }
}
