//! What is to be sent for verifications, and what begins one.

use matrix_sdk_crypto::types::requests::{OutgoingVerificationRequest, RoomMessageRequest, ToDeviceRequest};
use ruma::events::{AnyToDeviceEvent, MessageLikeEventContent};
use ruma::serde::Raw;
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};

/// The number of messages that wait.
const MESSAGES_MAX: usize = 200;
/// The longest id of a verification, in bytes.
const ID_MAX: usize = 255;

/// A verification that a device has begun by a message to the bot's device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The user.
    pub user: String,
    /// Its id.
    pub id: String,
    /// When the device asked, in milliseconds since 1970, if it says so. Untrusted.
    pub asked_at: Option<i64>,
}

impl Begun {
    /// What a message to the device begins.
    pub fn read(message: &Value) -> Option<Begun> {
        let kind = message["type"].as_str()?;
        let begins = matches!(kind, "m.key.verification.request" | "m.key.verification.start");
        let (user, id) = (message["sender"].as_str()?, message["content"]["transaction_id"].as_str()?);
        let asked_at = message["content"]["timestamp"].as_i64();
        (begins && id.len() <= ID_MAX).then(|| Begun { user: user.to_owned(), id: id.to_owned(), asked_at })
    }

    pub(super) fn of(message: &Raw<AnyToDeviceEvent>) -> Option<Begun> {
        Begun::read(&serde_json::from_str(message.json().get()).ok()?)
    }
}

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

    pub fn all(&self) -> Vec<Message> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn remove(&self, transaction: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|message| message.transaction() != transaction);
    }
}

impl From<OutgoingVerificationRequest> for Message {
    fn from(request: OutgoingVerificationRequest) -> Self {
        match request {
            OutgoingVerificationRequest::ToDevice(request) => request.into(),
            OutgoingVerificationRequest::InRoom(request) => InRoom::from(&*request).into(),
        }
    }
}
