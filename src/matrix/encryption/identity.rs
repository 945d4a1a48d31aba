//! The bot's identity: cross-signing keys, which sign its device. Clients give no keys to a device that its owner has
//! not signed.

use super::Encryption;
use super::error::EncryptionError;
use super::requests::post;
use crate::matrix::client::Client;
use crate::matrix::error::MatrixError;
use crate::matrix::login::account::Account;
use crate::matrix::login::oauth::LoginServer;
use matrix_sdk_crypto::UserIdentity;
use matrix_sdk_crypto::types::requests::UploadSigningKeysRequest;
use reqwest::Method;
use ruma::api::client::keys::{get_keys, upload_signatures};
use serde_json::{Value, json};
use url::Url;

/// How the bot's identity stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IdentityStatus {
    /// It has signed the bot's device.
    Signed,
    /// The account has an identity whose keys the bot does not have.
    Foreign,
    /// The homeserver wants the account's password for a new identity, and the bot has none.
    NeedsPassword,
    /// The homeserver wants the owner of the account to allow a new identity on this page.
    NeedsApproval(Url),
}

impl Encryption {
    /// Publishes the keys of the device, and learns what the homeserver knows of the bot's identity.
    pub(super) async fn publish_device(&self) -> Result<(), EncryptionError> {
        self.send_requests().await?;
        let machine = &self.0.machine;
        let (id, query) = machine.query_keys_for_users([machine.user_id()]);
        let body = json!({ "device_keys": query.device_keys });
        let response: get_keys::v3::Response = post(&self.0.client, &["keys", "query"], body).await?;
        Ok(machine.mark_request_as_sent(&id, &response).await?)
    }

    /// Makes sure that the bot's device is signed by the bot's identity, which is created the first time.
    pub(super) async fn sign_device(&self, account: &Account) -> Result<IdentityStatus, EncryptionError> {
        let machine = &self.0.machine;
        let user = machine.user_id();
        let has_keys = machine.cross_signing_status().await.is_complete();
        let published = machine.get_identity(user, None).await?.and_then(UserIdentity::own);
        if published.is_some() && !has_keys {
            return Ok(IdentityStatus::Foreign);
        }
        let device = machine.get_device(user, machine.device_id(), None).await?;
        if published.is_some() && device.is_some_and(|device| device.is_cross_signed_by_owner()) {
            return Ok(IdentityStatus::Signed);
        }
        let bootstrap = machine.bootstrap_cross_signing(false).await?;
        self.0.records.flush().await?;
        if published.is_none() && !upload_identity(&self.0.client, account, &bootstrap.upload_signing_keys_req).await? {
            // Where there is a login server, no password is taken.
            let server = LoginServer::of(&self.0.client).await?;
            let page = server.and_then(|server| server.identity_reset());
            return Ok(page.map_or(IdentityStatus::NeedsPassword, IdentityStatus::NeedsApproval));
        }
        let body = json!(bootstrap.upload_signatures_req.signed_keys);
        let _: upload_signatures::v3::Response = post(&self.0.client, &["keys", "signatures", "upload"], body).await?;
        Ok(IdentityStatus::Signed)
    }
}

/// Publishes a new identity. Homeservers may want the password for that. Returns whether they got what they wanted.
async fn upload_identity(
    client: &Client,
    account: &Account,
    keys: &UploadSigningKeysRequest,
) -> Result<bool, MatrixError> {
    let mut body = json!({
        "master_key": keys.master_key,
        "self_signing_key": keys.self_signing_key,
        "user_signing_key": keys.user_signing_key,
    });
    match upload(client, &body).await {
        Err(MatrixError::Refused { status: 401, .. }) if account.password.is_empty() => Ok(false),
        Err(MatrixError::Refused { status: 401, .. }) => {
            body["auth"] = json!({
                "type": "m.login.password",
                "identifier": { "type": "m.id.user", "user": account.user },
                "password": account.password,
            });
            match upload(client, &body).await {
                Err(MatrixError::Refused { status: 401, .. }) => Ok(false),
                uploaded => uploaded.map(|()| true),
            }
        }
        uploaded => uploaded.map(|()| true),
    }
}

async fn upload(client: &Client, body: &Value) -> Result<(), MatrixError> {
    let path = ["client", "v3", "keys", "device_signing", "upload"];
    client.json::<Value>(Method::POST, &path, &[], Some(body)).await.map(drop)
}
