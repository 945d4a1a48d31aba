//! The recovery key: with it the bot's identity and the backup of its room keys can be read from the homeserver again when
//! the database is lost.

use super::Encryption;
use super::error::EncryptionError;
use crate::matrix::error::MatrixError;
use matrix_sdk_crypto::secret_storage::{AesHmacSha2EncryptedData, SecretStorageKey};
use matrix_sdk_crypto::store::types::{BackupDecryptionKey, CrossSigningKeyExport};
use matrix_sdk_crypto::types::RoomKeyBackupInfo;
use reqwest::Method;
use ruma::api::client::backup::add_backup_keys;
use ruma::events::EventContentFromType;
use ruma::events::secret::request::SecretName;
use ruma::events::secret_storage::key::{
    SecretStorageEncryptionAlgorithm, SecretStorageKeyEventContent, SecretStorageV1AesHmacSha2Properties,
};
use ruma::serde::Base64;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// The type of the account's data that names the key in use.
const DEFAULT_KEY: &str = "m.secret_storage.default_key";
/// What the types of the account's data with descriptions of keys begin with.
const KEY: &str = "m.secret_storage.key.";
/// The secret with the key of the backup.
const BACKUP: SecretName = SecretName::RecoveryKey;
/// The number of requests with room keys that are sent to the backup at once.
const BACKUP_REQUESTS_MAX: usize = 10;

/// The recovery key does not open the account's secret storage. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the recovery key is not the one of the bot's account: set the right one as matrix.recovery_key, or in \
     MATRIX_RECOVERY_KEY. Nothing was changed"
)]
pub struct WrongRecoveryKey;

/// A new recovery key, in groups of four characters.
pub fn new_recovery_key() -> String {
    SecretStorageKey::new().to_base58()
}

/// Secrets that the homeserver stores encrypted with the recovery key.
pub(super) struct Recovery<'a> {
    encryption: &'a Encryption,
    key: SecretStorageKey,
}

impl Encryption {
    /// Opens the account's secret storage with the recovery key, or creates it with this key if there is none. `None` if
    /// the key is wrong.
    pub(super) async fn recovery(&self, key: &str) -> Result<Option<Recovery<'_>>, EncryptionError> {
        let key = match self.account_data(DEFAULT_KEY).await?["key"].as_str() {
            Some(id) => {
                let content = self.account_data(&format!("{KEY}{id}")).await?;
                stored_key(key, id, content)
            }
            None => self.create_storage(key).await?,
        };
        Ok(key.map(|key| Recovery { encryption: self, key }))
    }

    /// Creates the secret storage with this key. `None` if the text is not a recovery key.
    async fn create_storage(&self, key: &str) -> Result<Option<SecretStorageKey>, EncryptionError> {
        let Some(key) = new_key(key) else { return Ok(None) };
        let id = key.key_id().to_owned();
        self.set_account_data(&format!("{KEY}{id}"), &json!(key.event_content())).await?;
        self.set_account_data(DEFAULT_KEY, &json!({ "key": id })).await?;
        Ok(Some(key))
    }

    /// Sends room keys that are not in the backup yet, if there is one.
    ///
    /// # Errors
    /// See [`EncryptionError`]. What was not sent is sent with the next call.
    pub async fn back_up(&self) -> Result<(), EncryptionError> {
        let backup = self.0.machine.backup_machine();
        for _ in 0..BACKUP_REQUESTS_MAX {
            let Some((id, request)) = backup.backup().await? else { break };
            self.0.records.flush().await?;
            let body = json!({ "rooms": request.rooms });
            let path = ["client", "v3", "room_keys", "keys"];
            let query = [("version", request.version.as_str())];
            let response: Box<RawValue> = self.0.client.json(Method::PUT, &path, &query, Some(&body)).await?;
            let response: add_backup_keys::v3::Response = super::requests::read(response.get().as_bytes())?;
            self.0.machine.mark_request_as_sent(&id, &response).await?;
        }
        Ok(())
    }

    async fn account_data(&self, kind: &str) -> Result<Value, MatrixError> {
        Ok(self.0.client.account_data(self.0.machine.user_id().as_str(), kind).await?.unwrap_or_default())
    }

    async fn set_account_data(&self, kind: &str, content: &Value) -> Result<(), MatrixError> {
        self.0.client.set_account_data(self.0.machine.user_id().as_str(), kind, content).await
    }
}

impl Recovery<'_> {
    /// Reads the bot's identity, if it is stored and the bot does not have it. Returns false if what is stored is not the
    /// identity that the account has.
    pub async fn restore_identity(&self) -> Result<bool, EncryptionError> {
        let machine = &self.encryption.0.machine;
        if machine.cross_signing_status().await.is_complete() {
            return Ok(true);
        }
        let export = CrossSigningKeyExport {
            master_key: self.read(&SecretName::CrossSigningMasterKey).await?,
            self_signing_key: self.read(&SecretName::CrossSigningSelfSigningKey).await?,
            user_signing_key: self.read(&SecretName::CrossSigningUserSigningKey).await?,
        };
        if export.master_key.is_none() {
            return Ok(true);
        }
        Ok(machine.import_cross_signing_keys(export).await.is_ok())
    }

    /// Stores the bot's identity, if it is not stored yet.
    pub async fn store_identity(&self) -> Result<(), EncryptionError> {
        let Some(export) = self.encryption.0.machine.export_cross_signing_keys().await? else { return Ok(()) };
        for (name, secret) in [
            (SecretName::CrossSigningMasterKey, &export.master_key),
            (SecretName::CrossSigningSelfSigningKey, &export.self_signing_key),
            (SecretName::CrossSigningUserSigningKey, &export.user_signing_key),
        ] {
            if let Some(secret) = secret
                && self.read(&name).await?.as_ref() != Some(secret)
            {
                self.write(&name, secret.clone()).await?;
            }
        }
        Ok(())
    }

    /// Continues the account's backup of room keys, or starts one. If the secrets don't include the backup's key,
    /// another client made the backup, and the bot leaves it alone.
    pub async fn begin_backup(&self) -> Result<(), EncryptionError> {
        let machine = &self.encryption.0.machine;
        let path = ["client", "v3", "room_keys", "version"];
        let client = &self.encryption.0.client;
        let present = match client.json::<Value>(Method::GET, &path, &[], None).await {
            Err(error) if error.code() == Some("M_NOT_FOUND") => None,
            present => Some(present?),
        };
        let stored = self.read(&BACKUP).await?;
        let stored = stored.and_then(|key| BackupDecryptionKey::from_base64(&key).ok());
        let (key, version) = match (present, stored) {
            (Some(present), Some(key)) => {
                let version = present["version"].as_str().unwrap_or_default().to_owned();
                let is_ours = serde_json::from_value::<RoomKeyBackupInfo>(present)
                    .is_ok_and(|info| key.backup_key_matches(&info));
                if !is_ours {
                    tracing::warn!("the homeserver has a backup of room keys with another key, which is left alone");
                    return Ok(());
                }
                (key, version)
            }
            (Some(_), None) => {
                tracing::warn!("another client keeps the backup of the account's room keys; it is left alone");
                return Ok(());
            }
            (None, _) => {
                let key = BackupDecryptionKey::new();
                let mut info = key.to_backup_info();
                machine
                    .backup_machine()
                    .sign_backup(&mut info)
                    .await
                    .map_err(|_| EncryptionError::Failed("the backup of room keys could not be signed".to_owned()))?;
                self.write(&BACKUP, key.to_base64()).await?;
                let created: Value = client.json(Method::POST, &path, &[], Some(&json!(info))).await?;
                (key, created["version"].as_str().unwrap_or_default().to_owned())
            }
        };
        let public = key.megolm_v1_public_key();
        public.set_version(version.clone());
        machine.backup_machine().save_decryption_key(Some(key), Some(version)).await?;
        machine.backup_machine().enable_backup_v1(public).await?;
        Ok(())
    }

    async fn read(&self, name: &SecretName) -> Result<Option<String>, EncryptionError> {
        let content = self.encryption.account_data(name.as_str()).await?;
        let encrypted = content["encrypted"][self.key.key_id()].clone();
        let Ok(encrypted) = serde_json::from_value::<AesHmacSha2EncryptedData>(encrypted) else { return Ok(None) };
        let secret = self.key.decrypt(&encrypted, name).ok();
        Ok(secret.and_then(|secret| String::from_utf8(secret).ok()))
    }

    async fn write(&self, name: &SecretName, secret: String) -> Result<(), EncryptionError> {
        let encrypted = self.key.encrypt(secret.into_bytes(), name);
        let content = json!({ "encrypted": { self.key.key_id(): encrypted } });
        Ok(self.encryption.set_account_data(name.as_str(), &content).await?)
    }
}

/// The key that the account has, if the text is this key.
fn stored_key(text: &str, id: &str, content: Value) -> Option<SecretStorageKey> {
    let content = serde_json::value::to_raw_value(&content).ok()?;
    let content = SecretStorageKeyEventContent::from_parts(&format!("{KEY}{id}"), &content).ok()?;
    SecretStorageKey::from_account_data(text, content).ok()
}

/// The key of a text, as a new one for an account.
fn new_key(text: &str) -> Option<SecretStorageKey> {
    let id = SecretStorageKey::new().key_id().to_owned();
    let content = |iv, mac| {
        let properties = SecretStorageV1AesHmacSha2Properties::new(iv, mac);
        SecretStorageKeyEventContent::new(id.clone(), SecretStorageEncryptionAlgorithm::V1AesHmacSha2(properties))
    };
    let key = SecretStorageKey::from_account_data(text, content(None, None)).ok()?;
    // What lets clients tell whether a key is the right one: zeros, encrypted under an empty name.
    let check = key.encrypt(vec![0; 32], &SecretName::from(""));
    let content = content(Some(Base64::new(check.iv.to_vec())), Some(Base64::new(check.mac.to_vec())));
    SecretStorageKey::from_account_data(text, content).ok()
}
