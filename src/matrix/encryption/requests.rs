//! Sends what the state machine of the encryption library wants sent, and tells it what the homeserver answered.

use super::Encryption;
use super::error::EncryptionError;
use crate::matrix::client::Client;
use crate::matrix::error::MatrixError;
use matrix_sdk_crypto::types::requests::{AnyOutgoingRequest, OutgoingRequest, ToDeviceRequest};
use reqwest::Method;
use ruma::api::IncomingResponse;
use ruma::api::client::keys::{claim_keys, get_keys, upload_keys};
use ruma::api::client::to_device::send_event_to_device;
use ruma::exports::http;
use ruma::{OwnedUserId, TransactionId};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::ops::Deref;

/// How long the homeserver may wait for the homeservers of other users, in milliseconds.
const REMOTE_WAIT_MS: u64 = 10_000;

impl Encryption {
    /// Sends what is to be sent: keys of this device, questions about the devices of others, and answers to theirs.
    ///
    /// # Errors
    /// See [`EncryptionError`]. What was not sent is sent with the next call. It is no error if the homeserver refuses
    /// what can wait for that.
    pub async fn send_requests(&self) -> Result<(), EncryptionError> {
        let _requesting = self.0.requesting.lock().await;
        // A response can lead to further requests.
        for _ in 0..3 {
            let mut requests = self.0.machine.outgoing_requests().await?;
            requests.retain(|request| !is_of_verification(request.request()));
            if requests.is_empty() {
                break;
            }
            // What is sent must be stored before, or a kill would leave keys with the homeserver that nobody has.
            self.0.records.flush().await?;
            let (mut is_all_sent, mut needed) = (true, Ok(()));
            for request in requests {
                match self.send_request(&request).await {
                    Ok(()) => continue,
                    Err(EncryptionError::Matrix(error)) if can_wait(&request) => {
                        tracing::info!(%error, "the homeserver refuses a request about keys, which is repeated later");
                    }
                    Err(error) => needed = needed.and(Err(error)),
                }
                is_all_sent = false;
            }
            needed?;
            if !is_all_sent {
                break;
            }
        }
        Ok(())
    }

    async fn send_request(&self, request: &OutgoingRequest) -> Result<(), EncryptionError> {
        let (id, machine, client) = (request.request_id(), &self.0.machine, &self.0.client);
        match request.request() {
            AnyOutgoingRequest::KeysUpload(keys) => {
                let body = json!({
                    "device_keys": keys.device_keys,
                    "one_time_keys": keys.one_time_keys,
                    "fallback_keys": keys.fallback_keys,
                });
                let response: upload_keys::v3::Response = post(client, &["keys", "upload"], without_null(body)).await?;
                machine.mark_request_as_sent(id, &response).await?;
            }
            AnyOutgoingRequest::KeysQuery(query) => {
                let body = json!({ "device_keys": query.device_keys, "timeout": REMOTE_WAIT_MS });
                let response: get_keys::v3::Response = post(client, &["keys", "query"], body).await?;
                machine.mark_request_as_sent(id, &response).await?;
            }
            AnyOutgoingRequest::KeysClaim(claim) => self.claim(id, claim).await?,
            AnyOutgoingRequest::ToDeviceRequest(to_device) => self.send_to_device(to_device).await?,
            // They are sent elsewhere, see `is_of_verification`.
            AnyOutgoingRequest::SignatureUpload(_) | AnyOutgoingRequest::RoomMessage(_) => {}
        }
        Ok(())
    }

    /// Claims one-time keys of devices of these users with which no key was exchanged yet.
    pub(super) async fn claim_missing(&self, users: &[OwnedUserId]) -> Result<(), EncryptionError> {
        let _requesting = self.0.requesting.lock().await;
        if let Some((id, claim)) = self.0.machine.get_missing_sessions(users.iter().map(Deref::deref)).await? {
            self.claim(&id, &claim).await?;
        }
        Ok(())
    }

    async fn claim(&self, id: &TransactionId, claim: &claim_keys::v3::Request) -> Result<(), EncryptionError> {
        let body = json!({ "one_time_keys": claim.one_time_keys, "timeout": REMOTE_WAIT_MS });
        let response: claim_keys::v3::Response = post(&self.0.client, &["keys", "claim"], body).await?;
        Ok(self.0.machine.mark_request_as_sent(id, &response).await?)
    }

    /// Sends messages to devices. The homeserver delivers them once, however often they are sent.
    pub(super) async fn send_to_device(&self, request: &ToDeviceRequest) -> Result<(), EncryptionError> {
        // The ratchets that encrypted them must not be used again for something else.
        self.0.records.flush().await?;
        let path = ["client", "v3", "sendToDevice", &request.event_type.to_string(), request.txn_id.as_str()];
        let body = json!({ "messages": request.messages });
        let response: Box<RawValue> = self.0.client.json(Method::PUT, &path, &[], Some(&body)).await?;
        let response: send_event_to_device::v3::Response = read(response.get().as_bytes())?;
        Ok(self.0.machine.mark_request_as_sent(&request.txn_id, &response).await?)
    }
}

/// Whether messages can be encrypted and read without it. Without new one-time keys, others use the fallback key.
fn can_wait(request: &OutgoingRequest) -> bool {
    match request.request() {
        AnyOutgoingRequest::KeysUpload(keys) => keys.device_keys.is_none(),
        AnyOutgoingRequest::KeysQuery(_) => false,
        AnyOutgoingRequest::KeysClaim(_)
        | AnyOutgoingRequest::ToDeviceRequest(_)
        | AnyOutgoingRequest::SignatureUpload(_)
        | AnyOutgoingRequest::RoomMessage(_) => true,
    }
}

/// Whether a request belongs to a verification: a message, which can be for an encrypted room, or a signature, which is
/// kept until it is sent. [`Encryption::unsent_messages`] and [`Encryption::upload_signatures`] send them.
fn is_of_verification(request: &AnyOutgoingRequest) -> bool {
    matches!(request, AnyOutgoingRequest::RoomMessage(_) | AnyOutgoingRequest::SignatureUpload(_))
}

/// Posts a body to a path of the API, and reads the response as the library does.
pub(super) async fn post<T: IncomingResponse>(client: &Client, path: &[&str], body: Value) -> Result<T, MatrixError> {
    let path = [&["client", "v3"], path].concat();
    let response: Box<RawValue> = client.json(Method::POST, &path, &[], Some(&body)).await?;
    read(response.get().as_bytes())
}

pub(super) fn read<T: IncomingResponse>(body: &[u8]) -> Result<T, MatrixError> {
    // The error could quote the response, which names people.
    let unreadable = |_| MatrixError::Unreachable("its response about keys cannot be read".to_owned());
    T::try_from_http_response(http::Response::new(body)).map_err(unreadable)
}

/// An object without the fields that have no value.
fn without_null(mut body: Value) -> Value {
    if let Some(fields) = body.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    body
}
