//! What the encryption stores: values that are sealed before they reach the database.

use super::store_key::{StoreKey, WrongKey};
use crate::service::{GameService, PlatformId, Received, RecordChange, SealedChanges, StorageError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{Mutex, MutexGuard};

/// The length of the part of an id that names the group.
const GROUP_LEN: usize = 32;

/// The kinds of records. Their words are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr, strum::EnumIter)]
#[strum(serialize_all = "kebab-case")]
pub enum RecordKind {
    /// What shows whether the store key is the right one.
    Check,
    /// The bot's device.
    Account,
    /// The private keys of the bot's cross-signing identity.
    PrivateIdentity,
    /// The Olm sessions with a device.
    OlmSessions,
    /// The hash of an Olm message that was received.
    OlmHash,
    /// A Megolm session with which others encrypt.
    InboundGroupSession,
    /// Which inbound sessions a device has created, by how much is known of it.
    DeviceSession,
    /// Which inbound sessions are not in the backup.
    ToBackUp,
    /// The Megolm session with which the bot encrypts in a room.
    OutboundGroupSession,
    /// The devices of a user.
    Devices,
    /// The cross-signing identity of a user.
    Identity,
    /// A user whose devices the bot follows.
    TrackedUser,
    /// A request for a secret.
    SecretRequest,
    /// Which request asks for a secret.
    RequestedSecret,
    /// Secrets that were received.
    SecretInbox,
    /// Why a device does not share a session.
    Withheld,
    /// The keys of the backup.
    Backup,
    /// The key of the dehydrated device.
    DehydratedDeviceKey,
    /// How a room is encrypted.
    RoomSettings,
    /// Where the keys of a room's past are.
    KeyBundle,
    /// A room whose past is still to be read with such keys.
    PendingKeyBundle,
    /// A room of which the backup has no more keys.
    DownloadedRoom,
    /// A value of the library's user.
    CustomValue,
    /// Who holds a lock of the library.
    Lock,
    /// The position up to which the library has read.
    NextBatch,
    /// What was encrypted for a transaction, to be sent again as it is.
    Ciphertext,
    /// How a room is encrypted, once it is.
    EncryptedRoom,
    /// The event in which a message was seen first.
    SeenMessage,
    /// The events that wait for a key.
    WaitingEvents,
    /// That a user was told in a room that the bot cannot read them.
    ToldUser,
    /// How far the keys have been used.
    Progress,
    /// The verification of a user.
    Verification,
    /// What the host wants in a verification.
    VerificationOrder,
    /// A signature that the homeserver does not have yet.
    Signature,
}

impl RecordKind {
    /// The word that is stored.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// Why a record could not be read or stored.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// Another process owns the records now. Nothing was stored, and nothing will be.
    #[error("another process has taken over the bot's encryption keys")]
    NotOwner,
    /// The store key is not the one with which the record was sealed.
    #[error(transparent)]
    WrongKey(#[from] WrongKey),
    /// What a record says makes no sense. The text of it is left out, because it is secret.
    #[error("a record of the kind {0} cannot be read")]
    Unreadable(&'static str),
    /// The system has no randomness.
    #[error("the system gives no random numbers: {0}")]
    Random(#[from] getrandom::Error),
    /// The storage has failed.
    #[error(transparent)]
    Storage(StorageError),
}

/// The records of one owner. Cheap to clone; the clones share what is held back.
#[derive(Clone)]
pub struct Records(Arc<Inner>);

struct Inner {
    service: GameService,
    key: StoreKey,
    generation: i64,
    /// Whether another process has become the owner.
    is_lost: AtomicBool,
    held: Mutex<Held>,
}

/// Changes that are not stored yet. Whatever is read takes them into account.
#[derive(Default)]
struct Held {
    is_holding: bool,
    changes: BTreeMap<(RecordKind, String), Option<Vec<u8>>>,
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("generation", &self.0.generation).finish_non_exhaustive()
    }
}

/// A change of a record, with its sealed value; `None` deletes it.
pub type Change = ((RecordKind, String), Option<Vec<u8>>);

impl Records {
    /// The records as this generation of owners sees them.
    pub fn new(service: GameService, key: StoreKey, generation: i64) -> Records {
        let held = Mutex::default();
        Records(Arc::new(Inner { service, key, generation, is_lost: AtomicBool::new(false), held }))
    }

    /// The service that stores them.
    pub fn service(&self) -> &GameService {
        &self.0.service
    }

    /// The id of the record that belongs to these parts; of none, if there is only one record.
    pub fn id(&self, kind: RecordKind, parts: &[&str]) -> String {
        self.0.key.hidden_id(kind.word(), parts)
    }

    /// What the ids of a group begin with.
    pub fn group(&self, kind: RecordKind, parts: &[&str]) -> String {
        let mut group = self.id(kind, parts);
        group.truncate(GROUP_LEN);
        group
    }

    /// The id of an item in a group.
    pub fn id_in(&self, kind: RecordKind, group: &[&str], item: &str) -> String {
        self.group(kind, group) + &self.group(kind, &[item])
    }

    /// A change that sets a record to a value.
    ///
    /// # Errors
    /// If the value has no JSON form, or the system has no randomness.
    pub fn set<T: Serialize + ?Sized>(&self, kind: RecordKind, id: String, value: &T) -> Result<Change, RecordsError> {
        let value = serde_json::to_vec(value).map_err(|_| RecordsError::Unreadable(kind.word()))?;
        let sealed = self.0.key.seal(kind.word(), &id, &value)?;
        Ok(((kind, id), Some(sealed)))
    }

    /// A change that deletes a record.
    pub fn unset(kind: RecordKind, id: String) -> Change {
        ((kind, id), None)
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If it cannot be read, or another process is the owner.
    pub async fn get<T: DeserializeOwned>(&self, kind: RecordKind, id: &str) -> Result<Option<T>, RecordsError> {
        let held = self.held().await?.changes.get(&(kind, id.to_owned())).cloned();
        let sealed = match held {
            Some(held) => held,
            None => self.checked(self.0.service.sealed().sealed_record(kind.word(), id).await)?,
        };
        sealed.map(|sealed| self.open(kind, id, &sealed)).transpose()
    }

    /// Reads the records of a kind whose ids begin with `prefix` and are greater than `after`, in the order of their
    /// ids, at most `limit`.
    ///
    /// # Errors
    /// If one cannot be read, or another process is the owner.
    pub async fn list<T: DeserializeOwned>(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<(String, T)>, RecordsError> {
        let held: Vec<(String, Option<Vec<u8>>)> = {
            let held = self.held().await?;
            let within = |id: &String| id.starts_with(prefix) && id.as_str() > after;
            let changes = held.changes.iter().filter(|((of, id), _)| *of == kind && within(id));
            changes.map(|((_, id), value)| (id.clone(), value.clone())).collect()
        };
        // As many records more may be deleted among those that are found.
        let reach = u32::try_from(held.len()).unwrap_or(u32::MAX).saturating_add(limit);
        let found = self.0.service.sealed().sealed_records(kind.word(), prefix, after, reach).await;
        let mut records: BTreeMap<String, Vec<u8>> =
            self.checked(found)?.into_iter().map(|record| (record.id, record.value)).collect();
        for (id, value) in held {
            match value {
                Some(value) => records.insert(id, value),
                None => records.remove(&id),
            };
        }
        let opened = records.into_iter().take(limit as usize).map(|(id, sealed)| {
            let value = self.open(kind, &id, &sealed)?;
            Ok((id, value))
        });
        opened.collect()
    }

    /// The number of records of a kind. What is held back is stored first.
    ///
    /// # Errors
    /// If storage fails, or another process is the owner.
    pub async fn count(&self, kind: RecordKind) -> Result<usize, RecordsError> {
        self.flush().await?;
        let count = self.checked(self.0.service.sealed().count_sealed(kind.word()).await)?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    /// Reads the record of these parts.
    ///
    /// # Errors
    /// As [`Records::get`].
    pub async fn read<T: DeserializeOwned>(&self, kind: RecordKind, parts: &[&str]) -> Result<Option<T>, RecordsError> {
        self.get(kind, &self.id(kind, parts)).await
    }

    /// Sets the record of these parts.
    ///
    /// # Errors
    /// As [`Records::set`] and [`Records::store`].
    pub async fn write<T: Serialize + ?Sized>(
        &self,
        kind: RecordKind,
        parts: &[&str],
        value: &T,
    ) -> Result<(), RecordsError> {
        self.store(vec![self.set(kind, self.id(kind, parts), value)?]).await
    }

    /// Deletes the record of these parts.
    ///
    /// # Errors
    /// As [`Records::store`].
    pub async fn remove(&self, kind: RecordKind, parts: &[&str]) -> Result<(), RecordsError> {
        self.store(vec![Records::unset(kind, self.id(kind, parts))]).await
    }

    /// Stores changes, all or none. While changes are held back, these are held back too.
    ///
    /// # Errors
    /// If storage fails, or another process is the owner; then nothing has changed.
    pub async fn store(&self, changes: Vec<Change>) -> Result<(), RecordsError> {
        let mut held = self.held().await?;
        if held.is_holding {
            held.changes.extend(changes);
            return Ok(());
        }
        let changes = changes.into_iter().collect();
        self.checked(self.0.service.sealed().store_sealed(&self.sealed(&changes, &[])).await)
    }

    /// Deletes all records of some kinds at once.
    ///
    /// # Errors
    /// If storage fails, or another process is the owner; then nothing has changed.
    pub async fn clear(&self, kinds: &[RecordKind]) -> Result<(), RecordsError> {
        let mut held = self.held().await?;
        let cleared = self.sealed(&BTreeMap::new(), kinds);
        self.checked(self.0.service.sealed().store_sealed(&cleared).await)?;
        held.changes.retain(|(kind, _), _| !kinds.contains(kind));
        Ok(())
    }

    /// Holds back all changes from now on, until [`Records::commit_with`].
    ///
    /// # Errors
    /// If another process is the owner.
    pub async fn hold(&self) -> Result<(), RecordsError> {
        self.held().await?.is_holding = true;
        Ok(())
    }

    /// Stores what is held back, without a position. Nothing that depends on a change may leave the process before.
    ///
    /// # Errors
    /// If storage fails, or another process is the owner; then the changes are still held back.
    pub async fn flush(&self) -> Result<(), RecordsError> {
        let mut held = self.held().await?;
        if !held.changes.is_empty() {
            let changes = self.sealed(&held.changes, &[]);
            self.checked(self.0.service.sealed().store_sealed(&changes).await)?;
            held.changes.clear();
        }
        Ok(())
    }

    /// Stores what was received together with all that is held back, and holds back nothing more.
    ///
    /// # Errors
    /// If storage fails, or another process is the owner; then nothing is stored, and the changes are still held back.
    pub async fn commit_with(&self, platform: PlatformId, received: Received) -> Result<(), RecordsError> {
        let mut held = self.held().await?;
        let received = Received { sealed: Some(self.sealed(&held.changes, &[])), ..received };
        self.checked(self.0.service.delivery().store_received(platform, &received).await)?;
        *held = Held::default();
        Ok(())
    }

    /// What is held back, unless another process is the owner.
    async fn held(&self) -> Result<MutexGuard<'_, Held>, RecordsError> {
        let held = self.0.held.lock().await;
        if self.0.is_lost.load(Ordering::Acquire) { Err(RecordsError::NotOwner) } else { Ok(held) }
    }

    /// The result of the storage. A conflict means that another process is the owner.
    fn checked<T>(&self, result: Result<T, StorageError>) -> Result<T, RecordsError> {
        result.map_err(|error| match error {
            StorageError::Conflict => {
                self.0.is_lost.store(true, Ordering::Release);
                RecordsError::NotOwner
            }
            error => RecordsError::Storage(error),
        })
    }

    fn sealed(
        &self,
        changes: &BTreeMap<(RecordKind, String), Option<Vec<u8>>>,
        cleared: &[RecordKind],
    ) -> SealedChanges {
        let change = |((kind, id), value): (&(RecordKind, String), &Option<Vec<u8>>)| RecordChange {
            kind: kind.word(),
            id: id.clone(),
            value: value.clone(),
        };
        SealedChanges {
            generation: self.0.generation,
            now: self.0.service.now(),
            cleared: cleared.iter().map(|kind| kind.word()).collect(),
            changes: changes.iter().map(change).collect(),
        }
    }

    fn open<T: DeserializeOwned>(&self, kind: RecordKind, id: &str, sealed: &[u8]) -> Result<T, RecordsError> {
        let value = self.0.key.open(kind.word(), id, sealed)?;
        serde_json::from_slice(&value).map_err(|_| RecordsError::Unreadable(kind.word()))
    }
}
