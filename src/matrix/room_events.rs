//! The events of rooms as they are meant: what is sent to an encrypted room is encrypted, and what is read there is
//! decrypted.

use super::api::{Event, MessagesPage, RelatedPage};
use super::client::Client;
use super::encrypted_events::{Outgoing, Unreadable};
use super::encryption::Encryption;
use super::error::MatrixError;
use super::rooms::Rooms;
use crate::workers::DeliveryError;
use serde_json::Value;
use std::sync::Arc;

/// The type of a message.
const MESSAGE: &str = "m.room.message";
/// The type of an encrypted event.
pub const ENCRYPTED: &str = "m.room.encrypted";

/// Reads and sends the events of rooms. Cheap to clone.
#[derive(Clone)]
pub struct RoomEvents {
    client: Client,
    rooms: Rooms,
    encryption: Option<Encryption>,
}

impl RoomEvents {
    /// The events of these rooms, with the encryption of the bot's device if it has one.
    pub fn new(client: Client, rooms: Rooms, encryption: Option<Encryption>) -> Self {
        RoomEvents { client, rooms, encryption }
    }

    /// The encryption of the bot's device.
    pub fn encryption(&self) -> Option<&Encryption> {
        self.encryption.as_ref()
    }

    /// Whether what is sent to a room is encrypted.
    ///
    /// # Errors
    /// See [`DeliveryError`].
    pub async fn is_encrypted(&self, room: &str) -> Result<bool, DeliveryError> {
        Ok(self.settings(room).await?.is_some())
    }

    /// How a room is encrypted. Once it was, it stays so, whatever the homeserver says later.
    async fn settings(&self, room: &str) -> Result<Option<Arc<Value>>, DeliveryError> {
        let stated = self.rooms.encryption(room).await?;
        match &self.encryption {
            Some(encryption) => Ok(encryption.remembered(room, stated).await?),
            None => Ok(stated),
        }
    }

    /// Sends a message, once for each transaction id, even if it was encrypted before a restart. Returns the id of its
    /// event.
    ///
    /// # Errors
    /// See [`DeliveryError`].
    pub async fn send(&self, room: &str, transaction: &str, content: &Value) -> Result<String, DeliveryError> {
        self.send_event(room, MESSAGE, transaction, content).await
    }

    /// Like [`RoomEvents::send`], for an event of this type.
    ///
    /// # Errors
    /// See [`DeliveryError`].
    pub async fn send_event(
        &self,
        room: &str,
        kind: &str,
        transaction: &str,
        content: &Value,
    ) -> Result<String, DeliveryError> {
        let Some(settings) = self.settings(room).await? else {
            return Ok(self.client.send_event(room, kind, transaction, content).await?);
        };
        let Some(encryption) = &self.encryption else {
            return Err(DeliveryError::Forbidden("the room is encrypted, and encryption is off".to_owned()));
        };
        let readers = self.rooms.readers(room).await?;
        let message = Outgoing { room, settings: &settings, readers: &readers, kind, transaction, content };
        let content = encryption.encrypt(&message).await?;
        Ok(self.client.send_event(room, ENCRYPTED, transaction, &content).await?)
    }

    /// Uploads a file for a room. Returns what the event that shows it says of where it is: the field `url` or, in an
    /// encrypted room, `file`.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn upload(
        &self,
        is_encrypted: bool,
        name: &str,
        content_type: &'static str,
        bytes: Vec<u8>,
    ) -> Result<(&'static str, Value), MatrixError> {
        if !is_encrypted {
            return Ok(("url", self.client.upload_file(name, content_type, bytes).await?.into()));
        }
        let Some(encryption) = &self.encryption else {
            return Err(MatrixError::Unusable("the room is encrypted, and encryption is off".to_owned()));
        };
        let unusable = |error: std::io::Error| MatrixError::Unusable(format!("a file cannot be encrypted: {error}"));
        let mut file = encryption.encrypt_file(&bytes).map_err(unusable)?;
        // Neither the name nor the type of what is encrypted concerns the homeserver.
        let address =
            self.client.upload_file("file", "application/octet-stream", std::mem::take(&mut file.bytes)).await?;
        Ok(("file", file.at(address)))
    }

    /// The event that another one contains, if it is encrypted; otherwise itself.
    ///
    /// # Errors
    /// See [`Unreadable`].
    pub async fn decrypted(&self, room: &str, event: &Event) -> Result<Event, Unreadable> {
        match &self.encryption {
            Some(encryption) if event.kind == ENCRYPTED => encryption.decrypt(room, event).await,
            _ => Ok(event.clone()),
        }
    }

    /// Like [`RoomEvents::decrypted`], with the latest edit that the homeserver has put beside the event. What cannot be
    /// read stays as it is.
    async fn read(&self, room: &str, event: Event) -> Event {
        let mut read = match self.decrypted(room, &event).await {
            Ok(read) => read,
            Err(error) => {
                tracing::debug!(%error, "an earlier event cannot be read");
                event
            }
        };
        let edit = &read.unsigned["m.relations"]["m.replace"];
        if edit["type"] == ENCRYPTED
            && let Ok(edit) = serde_json::from_value::<Event>(edit.clone())
            && let Ok(inner) = self.decrypted(room, &edit).await
        {
            let edit = &mut read.unsigned["m.relations"]["m.replace"];
            (edit["type"], edit["content"]) = (inner.kind.into(), inner.content);
        }
        read
    }

    async fn read_all(&self, room: &str, events: Vec<Event>) -> Vec<Event> {
        let mut read = Vec::with_capacity(events.len());
        for event in events {
            read.push(self.read(room, event).await);
        }
        read
    }

    /// An event of a room; `None` if it is not there.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn event(&self, room: &str, event: &str) -> Result<Option<Event>, MatrixError> {
        match self.client.event(room, event).await? {
            Some(event) => Ok(Some(self.read(room, event).await)),
            None => Ok(None),
        }
    }

    /// An event of a room and the events after it, oldest first; `None` if the room does not have it.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn event_with_next(&self, room: &str, event: &str) -> Result<Option<(Event, Vec<Event>)>, MatrixError> {
        match self.client.event_with_next(room, event).await? {
            Some((event, next)) => Ok(Some((self.read(room, event).await, self.read_all(room, next).await))),
            None => Ok(None),
        }
    }

    /// A page of the events of a room before `from`, the latest first; with a `sender` only theirs.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn messages_before(
        &self,
        room: &str,
        from: Option<&str>,
        sender: Option<&str>,
    ) -> Result<MessagesPage, MatrixError> {
        let page = self.client.messages_before(room, from, sender).await?;
        Ok(MessagesPage { chunk: self.read_all(room, page.chunk).await, ..page })
    }

    /// A page of the events that refer to an event, directly or through others. The latest first.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn related(&self, room: &str, event: &str, from: Option<&str>) -> Result<RelatedPage, MatrixError> {
        let page = self.client.related(room, event, from).await?;
        Ok(RelatedPage { chunk: self.read_all(room, page.chunk).await, ..page })
    }
}
