//! Sends the messages and signatures of verifications, again and again until the homeserver has them.

use super::Encryption;
use super::error::EncryptionError;
use super::records::RecordKind;
use super::requests::post;
use super::unsent::{InRoom, Message};
use matrix_sdk_crypto::types::requests::AnyOutgoingRequest;
use ruma::TransactionId;
use ruma::api::client::keys::upload_signatures;
use ruma::api::client::message::send_message_event;
use serde_json::{Value, json};

/// The number of signatures that are sent at once.
const SIGNATURES_MAX: u32 = 20;

impl Encryption {
    /// The messages that wait to be sent in rooms, in their order. Those to devices are sent now.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn unsent_messages(&self) -> Result<Vec<InRoom>, EncryptionError> {
        let mut in_rooms = Vec::new();
        for message in self.0.unsent.all() {
            match message {
                Message::InRoom(message) => in_rooms.push(message),
                Message::ToDevice(request) => {
                    match self.send_to_device(&request).await {
                        Err(EncryptionError::Matrix(error)) if error.is_final_refusal() => {
                            tracing::info!(%error, "a message to a device is refused");
                        }
                        sent => sent?,
                    }
                    self.0.unsent.remove(request.txn_id.as_str());
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
        self.0.unsent.remove(&message.transaction);
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
