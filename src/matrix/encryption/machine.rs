//! The bot's device: what it sends to encrypted rooms, and what it can read there.

use super::error::EncryptionError;
use super::progress::Progress;
use super::records::{RecordKind, Records, RecordsError};
use super::unsent::{Begun, Unsent};
use crate::matrix::api::{Event, SyncResponse};
use crate::matrix::client::Client;
use crate::matrix::encrypted_events::{Outgoing, Unreadable};
use crate::matrix::places::MATRIX;
use crate::matrix::rooms::MEGOLM;
use crate::service::{Millis, Received, StorageError};
use crate::workers::DeliveryError;
use futures_util::future::BoxFuture;
use matrix_sdk_common::deserialized_responses::{VerificationLevel, VerificationState};
use matrix_sdk_crypto::store::types::RoomKeyInfo;
use matrix_sdk_crypto::{
    CollectStrategy, DecryptionSettings, EncryptionSettings, EncryptionSyncChanges, MegolmError, OlmMachine,
    TrustRequirement,
};
use ruma::events::room::encryption::RoomEncryptionEventContent;
use ruma::events::room::history_visibility::HistoryVisibility;
use ruma::{EventEncryptionAlgorithm, OwnedUserId, RoomId, UserId};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long the end of a session may take.
const CLOSING_MAX: Duration = Duration::from_secs(2);
/// The number of events that wait for one key.
const WAITING_MAX: usize = 20;
/// The id of an event that waits, and when it was sent.
type Waiting = (String, i64);

/// The encryption of the bot's account. Cheap to clone.
#[derive(Clone)]
pub struct Encryption(pub(super) Arc<Device>);

/// The device of the session, its keys, and the homeserver that carries its messages.
pub(super) struct Device {
    /// As a trait object: the compiler would look through all types of the library again, for each method that holds
    /// the device, to see that they can be shared between threads.
    pub(super) machine: Box<dyn Deref<Target = OlmMachine> + Send + Sync>,
    pub(super) records: Records,
    pub(super) client: Client,
    progress: Progress,
    /// Whether only devices that their owner has signed get the keys of rooms.
    pub(super) only_signed: bool,
    /// Held while requests of the machine are on their way, because each is sent once.
    pub(super) requesting: tokio::sync::Mutex<()>,
    /// Held while something is encrypted for a room, so that events leave in the order of their numbers.
    rooms: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    /// What is to be sent for verifications.
    pub(super) unsent: Unsent,
    /// How rooms are encrypted, as it is stored.
    encrypted_rooms: tokio::sync::Mutex<HashMap<String, Arc<Value>>>,
}

/// A room key that has just come: of this room, for the messages of this session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewKey {
    /// The room.
    pub room: String,
    /// The session.
    pub session: String,
}

impl From<RoomKeyInfo> for NewKey {
    fn from(info: RoomKeyInfo) -> Self {
        NewKey { room: info.room_id.to_string(), session: info.session_id }
    }
}

impl Encryption {
    /// The device of a machine, which sends its requests with this client.
    pub(super) fn new(
        machine: OlmMachine,
        records: Records,
        client: Client,
        progress: Progress,
        only_signed: bool,
    ) -> Self {
        let (requesting, rooms, unsent, encrypted_rooms) = Default::default();
        Encryption(Arc::new(Device {
            machine: Box::new(Box::new(machine)),
            records,
            client,
            progress,
            only_signed,
            requesting,
            rooms,
            unsent,
            encrypted_rooms,
        }))
    }

    /// Takes what a sync brings for this device: keys, changed devices, and how many one-time keys are left. Nothing of it
    /// is stored until [`Encryption::commit`], or until something is sent. Returns the room keys that have come, and the
    /// verifications that have begun.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn receive(&self, response: &SyncResponse) -> Result<(Vec<NewKey>, Vec<Begun>), EncryptionError> {
        self.0.records.hold().await?;
        let to_device = response.to_device.events.iter().cloned();
        let changed = serde_json::from_value(response.device_lists.clone()).unwrap_or_default();
        let counts = serde_json::from_value(response.device_one_time_keys_count.clone()).unwrap_or_default();
        let fallback: Option<Vec<_>> =
            serde_json::from_value(response.device_unused_fallback_key_types.clone()).unwrap_or_default();
        let changes = EncryptionSyncChanges {
            // What is no event is left out by the machine.
            to_device_events: to_device.filter_map(|event| serde_json::from_value(event).ok()).collect(),
            changed_devices: &changed,
            one_time_keys_counts: &counts,
            unused_fallback_keys: fallback.as_deref(),
            next_batch_token: None,
        };
        let (messages, keys) = self.0.machine.receive_sync_changes(changes, &decryption_settings()).await?;
        self.keep_signatures().await?;
        let begun = messages.iter().filter_map(|message| Begun::of(message.as_raw()));
        Ok((keys.into_iter().map(NewKey::from).collect(), begun.collect()))
    }

    /// Stores what was received in rooms, together with what [`Encryption::receive`] has changed.
    ///
    /// # Errors
    /// If storage fails; then nothing is stored.
    pub async fn commit(&self, received: Received) -> Result<(), StorageError> {
        self.0.records.commit_with(MATRIX, received).await.map_err(|error| match error {
            RecordsError::Storage(error) => error,
            _ => StorageError::Conflict,
        })
    }

    /// Tells the homeserver at the end of the session how far the keys have been used, if it can be reached soon.
    pub async fn close(&self) {
        match tokio::time::timeout(CLOSING_MAX, self.0.progress.publish(&self.0.records)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::info!(%error, "the homeserver was not told how far the keys have been used"),
            Err(_) => tracing::info!("the homeserver was not told in time how far the keys have been used"),
        }
    }

    /// The homeserver has forgotten the position: devices may have changed unnoticed.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn missed_changes(&self) -> Result<(), EncryptionError> {
        Ok(self.0.machine.mark_all_tracked_users_as_dirty().await?)
    }

    /// Encrypts the content of an event for all devices of the readers of a room. For a transaction that was encrypted
    /// before, the result is the same: homeservers would take it twice otherwise, and a ratchet turns only once.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub fn encrypt<'a>(&'a self, message: &'a Outgoing<'a>) -> BoxFuture<'a, Result<Value, EncryptionError>> {
        // The futures of the library are large, and too deep for the compiler to see in all that sends.
        Box::pin(self.encrypted(message))
    }

    async fn encrypted(&self, message: &Outgoing<'_>) -> Result<Value, EncryptionError> {
        let room_lock = self.room_lock(message.room);
        let _encrypting = room_lock.lock().await;
        let id = [message.room, message.kind, message.transaction];
        if let Some(content) = self.0.records.read(RecordKind::Ciphertext, &id).await? {
            return Ok(content);
        }
        let room = <&RoomId>::try_from(message.room).map_err(|_| EncryptionError::UnknownAlgorithm)?;
        let settings = self.settings(message)?;
        // Homeservers can list anything as a member.
        let readers: Vec<OwnedUserId> = message.readers.iter().filter_map(|user| UserId::parse(user).ok()).collect();
        self.0.machine.update_tracked_users(readers.iter().map(Deref::deref)).await?;
        self.send_requests().await?;
        self.claim_missing(&readers).await?;
        for request in self.0.machine.share_room_key(room, readers.iter().map(Deref::deref), settings).await? {
            self.send_to_device(&request).await?;
        }
        let content = serde_json::from_value(message.content.clone())
            .map_err(|error| EncryptionError::Failed(error.to_string()))?;
        let encrypted = self.0.machine.encrypt_room_event_raw(room, message.kind, &content).await?;
        let encrypted = json!(encrypted.content);
        self.0.records.write(RecordKind::Ciphertext, &id, &encrypted).await?;
        self.0.progress.advance(&self.0.records).await?;
        self.0.records.flush().await?;
        Ok(encrypted)
    }

    /// How a room is encrypted: as its state says or, if it says nothing any more, as it said before.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn remembered(
        &self,
        room: &str,
        stated: Option<Arc<Value>>,
    ) -> Result<Option<Arc<Value>>, EncryptionError> {
        let mut known = self.0.encrypted_rooms.lock().await;
        if let Some(stated) = stated {
            if known.get(room) != Some(&stated) {
                self.0.records.write(RecordKind::EncryptedRoom, &[room], &*stated).await?;
                known.insert(room.to_owned(), Arc::clone(&stated));
            }
            return Ok(Some(stated));
        }
        if let Some(known) = known.get(room) {
            return Ok(Some(Arc::clone(known)));
        }
        let stored: Option<Value> = self.0.records.read(RecordKind::EncryptedRoom, &[room]).await?;
        Ok(stored.map(|stored| Arc::clone(known.entry(room.to_owned()).or_insert(Arc::new(stored)))))
    }

    fn settings(&self, message: &Outgoing<'_>) -> Result<EncryptionSettings, EncryptionError> {
        if message.settings["algorithm"] != MEGOLM {
            return Err(EncryptionError::UnknownAlgorithm);
        }
        let strategy = match self.0.only_signed {
            true => CollectStrategy::IdentityBasedStrategy,
            false => CollectStrategy::AllDevices,
        };
        let content: RoomEncryptionEventContent = serde_json::from_value(message.settings.clone())
            .unwrap_or_else(|_| RoomEncryptionEventContent::new(EventEncryptionAlgorithm::MegolmV1AesSha2));
        Ok(EncryptionSettings::new(content, HistoryVisibility::Joined, strategy))
    }

    /// The event that an encrypted one contains.
    ///
    /// # Errors
    /// See [`Unreadable`].
    pub fn decrypt<'a>(&'a self, room: &'a str, event: &'a Event) -> BoxFuture<'a, Result<Event, Unreadable>> {
        Box::pin(self.decrypted(room, event))
    }

    async fn decrypted(&self, room: &str, event: &Event) -> Result<Event, Unreadable> {
        match self.decrypt_once(room, event).await {
            // Perhaps the device is new, or its user has just come into the room.
            Err(Unreadable::UnknownDevice) => {
                let sender = UserId::parse(&event.sender).map_err(|_| Unreadable::Invalid)?;
                let tracked = self.0.machine.update_tracked_users([&*sender]).await;
                tracked.map_err(EncryptionError::from).map_err(DeliveryError::from)?;
                self.send_requests().await.map_err(DeliveryError::from)?;
                self.decrypt_once(room, event).await
            }
            decrypted => decrypted,
        }
    }

    async fn decrypt_once(&self, room: &str, event: &Event) -> Result<Event, Unreadable> {
        let room_id = <&RoomId>::try_from(room).map_err(|_| Unreadable::Invalid)?;
        let raw = json!({
            "type": event.kind,
            "event_id": event.event_id,
            "sender": event.sender,
            "origin_server_ts": event.origin_server_ts,
            "content": event.content,
        });
        let raw = serde_json::from_value(raw).map_err(|_| Unreadable::Invalid)?;
        let decrypted = match self.0.machine.decrypt_room_event(&raw, room_id, &decryption_settings()).await {
            Ok(decrypted) => decrypted,
            Err(MegolmError::Store(error)) => return Err(DeliveryError::from(EncryptionError::from(error)).into()),
            Err(MegolmError::MissingRoomKey(_) | MegolmError::Decryption(_)) => return Err(Unreadable::NoKey),
            Err(error) => {
                tracing::info!(%error, "an encrypted event is refused");
                return Err(Unreadable::Invalid);
            }
        };
        // An identity that nobody has compared is enough, and so is a device that its owner has not signed. But the
        // device must be known, and belong to the sender: what the homeserver says of the sender proves nothing.
        match &decrypted.encryption_info.verification_state {
            VerificationState::Unverified(VerificationLevel::MismatchedSender) => return Err(Unreadable::Invalid),
            VerificationState::Unverified(VerificationLevel::None(_)) => return Err(Unreadable::UnknownDevice),
            VerificationState::Unverified(_) | VerificationState::Verified => {}
        }
        let inner: Event = decrypted.event.deserialize_as_unchecked().map_err(|_| Unreadable::Invalid)?;
        // State is never encrypted, so nothing that is encrypted can be state.
        Ok(Event { kind: inner.kind, content: inner.content, state_key: None, ..event.clone() })
    }

    /// Whether an event is the first with its message: a homeserver could show an old one again as something new.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn is_first(&self, room: &str, event: &Event) -> Result<bool, EncryptionError> {
        let ciphertext = event.content["ciphertext"].as_str().unwrap_or_default();
        let id = [room, ciphertext];
        match self.0.records.read::<String>(RecordKind::SeenMessage, &id).await? {
            Some(first) => Ok(first == event.event_id),
            None => {
                self.0.records.write(RecordKind::SeenMessage, &id, &event.event_id).await?;
                Ok(true)
            }
        }
    }

    /// Puts an event aside until its key comes.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn set_aside(&self, room: &str, event: &Event) -> Result<(), EncryptionError> {
        let id = [room, event.content["session_id"].as_str().unwrap_or_default()];
        let mut waiting: Vec<Waiting> = self.0.records.read(RecordKind::WaitingEvents, &id).await?.unwrap_or_default();
        if waiting.len() < WAITING_MAX && waiting.iter().all(|(known, _)| *known != event.event_id) {
            waiting.push((event.event_id.clone(), event.origin_server_ts));
            self.0.records.write(RecordKind::WaitingEvents, &id, &waiting).await?;
        }
        Ok(())
    }

    /// The events that were put aside until this key came, in order. What is older than `since` is forgotten.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn waiting_for(&self, key: &NewKey, since: Millis) -> Result<Vec<String>, EncryptionError> {
        let id = [&*key.room, &*key.session];
        let Some(waiting) = self.0.records.read::<Vec<Waiting>>(RecordKind::WaitingEvents, &id).await? else {
            return Ok(Vec::new());
        };
        self.0.records.remove(RecordKind::WaitingEvents, &id).await?;
        Ok(waiting.into_iter().filter(|(_, at)| *at >= since.0).map(|(event, _)| event).collect())
    }

    /// Whether a user was told in a room that the bot cannot read them.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn was_told(&self, room: &str, user: &str) -> Result<bool, EncryptionError> {
        Ok(self.0.records.read::<bool>(RecordKind::ToldUser, &[room, user]).await?.is_some())
    }

    /// A user was told in a room that the bot cannot read them.
    ///
    /// # Errors
    /// See [`EncryptionError`].
    pub async fn told(&self, room: &str, user: &str) -> Result<(), EncryptionError> {
        Ok(self.0.records.write(RecordKind::ToldUser, &[room, user], &true).await?)
    }

    fn room_lock(&self, room: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut rooms = self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(rooms.entry(room.to_owned()).or_default())
    }
}

fn decryption_settings() -> DecryptionSettings {
    DecryptionSettings { sender_device_trust_requirement: TrustRequirement::Untrusted }
}
