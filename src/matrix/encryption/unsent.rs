//! What is to be sent for verifications: messages in rooms and to devices, and signatures. It is sent again until the
//! homeserver has it.

use super::Encryption;
use super::error::EncryptionError;
use super::records::RecordKind;
use super::requests::post;
use matrix_sdk_crypto::types::requests::{AnyOutgoingRequest, RoomMessageRequest, ToDeviceRequest};
use ruma::TransactionId;
use ruma::api::client::keys::upload_signatures;
use ruma::api::client::message::send_message_event;
use ruma::events::MessageLikeEventContent;
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};

/// The number of messages that wait.
const MESSAGES_MAX: usize = 200;
/// The number of signatures that are sent at once.
const SIGNATURES_MAX: u32 = 20;

/// A message in a room.
#[derive(Clone, Debug)]
pub struct InRoom {
    /// The transaction with which it is sent.
    pub transaction: String,
    /// The room.
    pub room: String,
    /// The type of the event.
    pub kind: String,
    /// Its content.
    pub content: Value,
}

impl From<&RoomMessageRequest> for InRoom {
    fn from(request: &RoomMessageRequest) -> InRoom {
        InRoom {
            transaction: request.txn_id.to_string(),
            room: request.room_id.to_string(),
            kind: request.content.event_type().to_string(),
            content: json!(request.content),
        }
    }
}

/// A message.
#[derive(Clone, Debug)]
pub(super) enum Message {
    InRoom(InRoom),
    ToDevice(Box<ToDeviceRequest>),
}

impl Message {
    fn transaction(&self) -> &str {
        match self {
            Message::InRoom(message) => &message.transaction,
            Message::ToDevice(request) => request.txn_id.as_str(),
        }
    }
}

impl From<InRoom> for Message {
    fn from(message: InRoom) -> Message {
        Message::InRoom(message)
    }
}

impl From<ToDeviceRequest> for Message {
    fn from(request: ToDeviceRequest) -> Message {
        Message::ToDevice(Box::new(request))
    }
}

/// Messages that wait, in their order.
#[derive(Default)]
pub(super) struct Unsent(Mutex<Vec<Message>>);

impl Unsent {
    /// Adds messages. If too many wait, the homeserver takes none, and they come too late.
    pub fn extend<M: Into<Message>>(&self, messages: impl IntoIterator<Item = M>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(messages.into_iter().map(Into::into));
        all.truncate(MESSAGES_MAX);
    }

    fn all(&self) -> Vec<Message> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn remove(&self, transaction: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|message| message.transaction() != transaction);
    }
}

impl Encryption {
    /// The messages that wait to be sent in rooms, in their order. Those to devices are sent now.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn unsent_messages(&self) -> Result<Vec<InRoom>, EncryptionError> {
        let mut in_rooms = Vec::new();
        for message in self.unsent().all() {
            match message {
                Message::InRoom(message) => in_rooms.push(message),
                Message::ToDevice(request) => {
                    self.send_to_device(&request).await?;
                    self.unsent().remove(request.txn_id.as_str());
                }
            }
        }
        for request in self.0.machine.outgoing_requests().await? {
            if let AnyOutgoingRequest::RoomMessage(message) = request.request() {
                in_rooms.push(InRoom::from(&**message));
            }
        }
        Ok(in_rooms)
    }

    /// A message was sent in a room, or cannot be sent.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn sent(&self, message: &InRoom, event: &str) -> Result<(), EncryptionError> {
        self.unsent().remove(&message.transaction);
        let response = json!({ "event_id": event }).to_string();
        let response: send_message_event::v3::Response = super::requests::read(response.as_bytes())?;
        let id = <&TransactionId>::from(message.transaction.as_str());
        Ok(self.0.machine.mark_request_as_sent(id, &response).await?)
    }

    /// Keeps the signatures that the library wants sent, so that a kill does not lose them.
    pub(super) async fn keep_signatures(&self) -> Result<(), EncryptionError> {
        for request in self.0.machine.outgoing_requests().await? {
            if let AnyOutgoingRequest::SignatureUpload(signature) = request.request() {
                self.keep_signature(request.request_id(), signature).await?;
            }
        }
        Ok(())
    }

    pub(super) async fn keep_signature(
        &self,
        id: &TransactionId,
        signature: &upload_signatures::v3::Request,
    ) -> Result<(), EncryptionError> {
        let kept = (id.to_string(), json!(signature.signed_keys));
        Ok(self.0.records.write(RecordKind::Signature, &[id.as_str()], &kept).await?)
    }

    /// Gives the homeserver the signatures that it does not have yet.
    ///
    /// # Errors
    /// See [`EncryptionError`]. What was not sent is sent with the next call.
    pub async fn upload_signatures(&self) -> Result<(), EncryptionError> {
        let kept: Vec<(String, (String, Value))> =
            self.0.records.list(RecordKind::Signature, "", "", SIGNATURES_MAX).await?;
        for (_, (id, body)) in kept {
            let uploaded = post(&self.0.client, &["keys", "signatures", "upload"], body).await;
            let response: upload_signatures::v3::Response = match uploaded {
                // The user has other keys by now.
                Err(error) if error.is_final_refusal() => upload_signatures::v3::Response::new(),
                uploaded => uploaded?,
            };
            self.0.machine.mark_request_as_sent(<&TransactionId>::from(id.as_str()), &response).await?;
            self.0.records.remove(RecordKind::Signature, &[&id]).await?;
        }
        Ok(())
    }
}
