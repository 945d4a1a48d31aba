//! What stands for `encryption` and `verifications` in a program that was built without the feature `encryption`. Such a
//! program has no [`Encryption`], so nothing here is ever called.

use super::api::{Event, SyncResponse};
use super::encrypted_events::{Outgoing, Unreadable};
use super::platform::MatrixPlatform;
use super::room_events::RoomEvents;
use super::rooms::Rooms;
use crate::service::{GameService, Millis, Received, StorageError};
use crate::workers::DeliveryError;
use serde_json::Value;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// The encryption of the bot's account, of which there is none.
#[derive(Clone)]
pub enum Encryption {}

/// The verifications of people's devices, of which there are none.
#[derive(Clone)]
pub enum Verifications {}

/// What begins a verification.
pub enum Begun {}

/// Why something could not be encrypted or decrypted.
#[derive(Debug, thiserror::Error)]
pub enum EncryptionError {}

impl From<EncryptionError> for DeliveryError {
    fn from(error: EncryptionError) -> DeliveryError {
        match error {}
    }
}

/// A room key.
pub struct NewKey {
    /// The room.
    pub room: String,
}

/// An encrypted file.
pub struct EncryptedFile {
    /// The file.
    pub bytes: Vec<u8>,
}

impl EncryptedFile {
    /// The field `file` of an event that shows the file.
    pub fn at(self, address: String) -> Value {
        address.into()
    }
}

impl Encryption {
    pub async fn receive(&self, _: &SyncResponse) -> Result<(Vec<NewKey>, Vec<Begun>), EncryptionError> {
        match *self {}
    }

    pub async fn commit(&self, _: Received) -> Result<(), StorageError> {
        match *self {}
    }

    pub async fn missed_changes(&self) -> Result<(), EncryptionError> {
        match *self {}
    }

    pub async fn encrypt(&self, _: &Outgoing<'_>) -> Result<Value, EncryptionError> {
        match *self {}
    }

    pub fn encrypt_file(&self, _: &[u8]) -> std::io::Result<EncryptedFile> {
        match *self {}
    }

    pub async fn remembered(&self, _: &str, _: Option<Arc<Value>>) -> Result<Option<Arc<Value>>, EncryptionError> {
        match *self {}
    }

    pub async fn decrypt(&self, _: &str, _: &Event) -> Result<Event, Unreadable> {
        match *self {}
    }

    pub async fn is_first(&self, _: &str, _: &Event) -> Result<bool, EncryptionError> {
        match *self {}
    }

    pub async fn set_aside(&self, _: &str, _: &Event) -> Result<(), EncryptionError> {
        match *self {}
    }

    pub async fn waiting_for(&self, _: &NewKey, _: Millis) -> Result<Vec<String>, EncryptionError> {
        match *self {}
    }

    pub async fn was_told(&self, _: &str, _: &str) -> Result<bool, EncryptionError> {
        match *self {}
    }

    pub async fn told(&self, _: &str, _: &str) -> Result<(), EncryptionError> {
        match *self {}
    }

    pub async fn send_requests(&self) -> Result<(), EncryptionError> {
        match *self {}
    }

    pub async fn back_up(&self) -> Result<(), EncryptionError> {
        match *self {}
    }
}

impl Verifications {
    pub fn new(encryption: Encryption, _: RoomEvents, _: Rooms, _: GameService, _: Arc<MatrixPlatform>) -> Self {
        match encryption {}
    }

    pub async fn run(&self, _: CancellationToken) {
        match *self {}
    }

    pub async fn before(&self, _: &SyncResponse) {
        match *self {}
    }

    pub async fn received(&self, _: Vec<Begun>) {
        match *self {}
    }

    pub async fn in_room(&self, _: &str, _: &Event) -> Result<(), DeliveryError> {
        match *self {}
    }
}
