//! What the library of the encryption stores, as records.

use super::inbound_sessions;
use super::records::{Change, RecordKind, Records, RecordsError};
use super::store_key::{StoreKey, WrongKey};
use crate::service::{GameService, Millis, SealedStorage, StorageError};
use async_trait::async_trait;
use matrix_sdk_common::cross_process_lock::CrossProcessLockGeneration;
use matrix_sdk_crypto::olm::{
    InboundGroupSession, OlmMessageHash, OutboundGroupSession, PickledAccount, PickledCrossSigningIdentity,
    PickledOutboundGroupSession, PickledSession, PrivateCrossSigningIdentity, SenderDataType, StaticAccountData,
};
use matrix_sdk_crypto::store::types::{
    BackupDecryptionKey, BackupKeys, Changes, DehydratedDeviceKey, PendingChanges, RoomKeyCounts, RoomKeyWithheldEntry,
    RoomPendingKeyBundleDetails, RoomSettings, StoredRoomKeyBundleData, TrackedUser,
};
use matrix_sdk_crypto::store::{CryptoStore, CryptoStoreError};
use matrix_sdk_crypto::vodozemac::Curve25519PublicKey;
use matrix_sdk_crypto::{Account, DeviceData, GossipRequest, SecretInfo, Session, UserIdentityData};
use ruma::events::secret::request::SecretName;
use ruma::{DeviceId, OwnedDeviceId, OwnedTransactionId, RoomId, TransactionId, UserId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::{PoisonError, RwLock};
use tokio::sync::Mutex;
use zeroize::Zeroizing;

/// The number of Olm sessions kept for each device, the most recently used ones. A device can start any number of them.
const OLM_SESSIONS_MAX: usize = 50;
/// What the check record says.
const CHECK: &str = "the store key is the right one";
/// The id of the check record, which any key finds.
const CHECK_ID: &str = "0";

/// What belongs to the bot's device alone.
const OF_DEVICE: [RecordKind; 5] = [
    RecordKind::Account,
    RecordKind::OlmSessions,
    RecordKind::OutboundGroupSession,
    RecordKind::OlmHash,
    RecordKind::Ciphertext,
];

/// What shows whether a key is the one with which the stored keys are sealed.
pub struct SealedCheck(Vec<u8>);

impl SealedCheck {
    /// Reads it; `None` if no keys are stored.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn read(stored: &dyn SealedStorage) -> std::result::Result<Option<SealedCheck>, StorageError> {
        Ok(stored.sealed_record(RecordKind::Check.word(), CHECK_ID).await?.map(SealedCheck))
    }

    /// Opens it.
    ///
    /// # Errors
    /// [`WrongKey`] if the keys are sealed with another key.
    pub fn open(&self, key: &StoreKey) -> std::result::Result<(), WrongKey> {
        key.open(RecordKind::Check.word(), CHECK_ID, &self.0).map(drop)
    }
}

/// The store of the encryption's library, in the bot's database.
#[derive(Debug)]
pub struct KeyStore {
    records: Records,
    /// What does not change of the account, once it is known.
    account: RwLock<Option<StaticAccountData>>,
    /// Held while records are changed that were read before.
    changing: Mutex<()>,
}

/// Who holds a lock of the library.
#[derive(Serialize, Deserialize)]
struct Lock {
    holder: String,
    until: Millis,
    generation: CrossProcessLockGeneration,
}

/// What is stored of the backup.
#[derive(Default, Serialize, Deserialize)]
struct Backup {
    decryption_key: Option<BackupDecryptionKey>,
    version: Option<String>,
}

type Result<T> = std::result::Result<T, CryptoStoreError>;

impl From<RecordsError> for CryptoStoreError {
    fn from(error: RecordsError) -> CryptoStoreError {
        CryptoStoreError::backend(error)
    }
}

impl KeyStore {
    /// Opens the store for the owner with this generation. The first key that opens it is the one that belongs to it.
    ///
    /// # Errors
    /// [`RecordsError::WrongKey`] if it belongs to another key; otherwise if storage fails.
    pub async fn open(
        service: GameService,
        key: StoreKey,
        generation: i64,
    ) -> std::result::Result<KeyStore, RecordsError> {
        let records = Records::new(service, key, generation);
        if records.get::<String>(RecordKind::Check, CHECK_ID).await?.is_none() {
            let check = records.set(RecordKind::Check, CHECK_ID.to_owned(), CHECK)?;
            records.store(vec![check]).await?;
        }
        Ok(KeyStore { records, account: RwLock::default(), changing: Mutex::default() })
    }

    /// The records of the store.
    pub fn records(&self) -> &Records {
        &self.records
    }

    /// Deletes what belongs to the bot's device, so that it can begin as another one. The bot keeps its cross-signing
    /// identity, the keys to what others have written, and what it knows of their devices.
    ///
    /// # Errors
    /// If storage fails, or another process is the owner.
    pub async fn begin_new_device(&self) -> std::result::Result<(), RecordsError> {
        let _changing = self.changing.lock().await;
        self.records.clear(&OF_DEVICE).await?;
        *self.account.write().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }

    /// Deletes the sessions with which the bot encrypts, so that it begins new ones.
    ///
    /// # Errors
    /// If storage fails, or another process is the owner.
    pub async fn discard_outbound_group_sessions(&self) -> std::result::Result<(), RecordsError> {
        self.records.clear(&[RecordKind::OutboundGroupSession]).await
    }

    /// What does not change of the account, if the account was loaded or stored before.
    pub fn get_static_account(&self) -> Option<StaticAccountData> {
        self.account.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn account(&self) -> Result<StaticAccountData> {
        self.get_static_account().ok_or(CryptoStoreError::AccountUnset)
    }

    fn know(&self, account: &Account) {
        let known = Some(account.static_data().clone());
        *self.account.write().unwrap_or_else(PoisonError::into_inner) = known;
    }

    /// The record that belongs to these parts.
    async fn get<T: DeserializeOwned>(&self, kind: RecordKind, parts: &[&str]) -> Result<Option<T>> {
        Ok(self.records.get(kind, &self.records.id(kind, parts)).await?)
    }

    /// A change of the record that belongs to these parts.
    fn set<T: Serialize + ?Sized>(&self, kind: RecordKind, parts: &[&str], value: &T) -> Result<Change> {
        Ok(self.records.set(kind, self.records.id(kind, parts), value)?)
    }

    /// A change that deletes the record that belongs to these parts.
    fn unset(&self, kind: RecordKind, parts: &[&str]) -> Change {
        Records::unset(kind, self.records.id(kind, parts))
    }

    async fn all<T: DeserializeOwned>(&self, kind: RecordKind) -> Result<Vec<T>> {
        self.all_in(kind, "").await
    }

    async fn all_in<T: DeserializeOwned>(&self, kind: RecordKind, group: &str) -> Result<Vec<T>> {
        let records = self.records.list(kind, group, "", u32::MAX).await?;
        Ok(records.into_iter().map(|(_, value)| value).collect())
    }

    async fn store(&self, changes: Vec<Change>) -> Result<()> {
        Ok(self.records.store(changes).await?)
    }

    /// The changes of the Olm sessions, by the device that they are with.
    async fn olm_sessions(&self, sessions: Vec<Session>) -> Result<Vec<Change>> {
        let mut by_device: BTreeMap<String, BTreeMap<String, PickledSession>> = BTreeMap::new();
        for session in sessions {
            let pickled = session.pickle().await;
            let device = by_device.entry(pickled.sender_key.to_base64()).or_default();
            device.insert(session.session_id().to_owned(), pickled);
        }
        let mut changes = Vec::new();
        for (device, changed) in by_device {
            let stored = self.get::<BTreeMap<String, PickledSession>>(RecordKind::OlmSessions, &[&device]).await?;
            let mut sessions = stored.unwrap_or_default();
            sessions.extend(changed);
            while sessions.len() > OLM_SESSIONS_MAX {
                let oldest = sessions.iter().min_by_key(|(_, session)| session.last_use_time);
                let Some(oldest) = oldest.map(|(id, _)| id.clone()) else { break };
                sessions.remove(&oldest);
            }
            changes.push(self.set(RecordKind::OlmSessions, &[&device], &sessions)?);
        }
        Ok(changes)
    }

    /// The changes of the devices, by their user.
    async fn devices(&self, changed: Vec<DeviceData>, deleted: Vec<DeviceData>) -> Result<Vec<Change>> {
        let mut by_user: HashMap<_, Vec<(OwnedDeviceId, Option<DeviceData>)>> = HashMap::new();
        let changed = changed.into_iter().map(|device| (device, true));
        for (device, stays) in changed.chain(deleted.into_iter().map(|device| (device, false))) {
            let (user, id) = (device.user_id().to_owned(), device.device_id().to_owned());
            by_user.entry(user).or_default().push((id, stays.then_some(device)));
        }
        let mut changes = Vec::new();
        for (user, changed) in by_user {
            let mut devices = self.get_user_devices(&user).await?;
            for (id, device) in changed {
                match device {
                    Some(device) => devices.insert(id, device),
                    None => devices.remove(&id),
                };
            }
            changes.push(self.set(RecordKind::Devices, &[user.as_str()], &devices)?);
        }
        Ok(changes)
    }

    /// The changes of secrets, of requests for them, and of the backup's keys.
    async fn secrets(&self, all: &mut Changes) -> Result<Vec<Change>> {
        let mut changes = Vec::new();
        for request in &all.key_requests {
            changes.push(self.set(RecordKind::SecretRequest, &[request.request_id.as_str()], request)?);
            changes.push(self.set(RecordKind::RequestedSecret, &[&request.info.as_key()], &request.request_id)?);
        }
        let mut inbox: BTreeMap<String, Vec<Zeroizing<String>>> = BTreeMap::new();
        for item in all.secrets.drain(..) {
            let name = item.secret_name;
            if !inbox.contains_key(name.as_str()) {
                inbox.insert(name.to_string(), self.get_secrets_from_inbox(&name).await?);
            }
            inbox.entry(name.to_string()).or_default().push(item.secret);
        }
        for (name, secrets) in inbox {
            let secrets: Vec<&str> = secrets.iter().map(|secret| secret.as_str()).collect();
            changes.push(self.set(RecordKind::SecretInbox, &[&name], &secrets)?);
        }
        let (key, version) = (all.backup_decryption_key.take(), all.backup_version.take());
        if key.is_some() || version.is_some() {
            let stored: Backup = self.get(RecordKind::Backup, &[]).await?.unwrap_or_default();
            let backup = Backup { decryption_key: key.or(stored.decryption_key), version: version.or(stored.version) };
            changes.push(self.set(RecordKind::Backup, &[], &backup)?);
        }
        if let Some(key) = &all.dehydrated_device_pickle_key {
            changes.push(self.set(RecordKind::DehydratedDeviceKey, &[], key)?);
        }
        Ok(changes)
    }

    /// The changes that belong to rooms, except sessions.
    fn rooms(&self, all: &Changes) -> Result<Vec<Change>> {
        let mut changes = Vec::new();
        for (room, sessions) in &all.withheld_session_info {
            for (session, entry) in sessions {
                let id = self.records.id_in(RecordKind::Withheld, &[room.as_str()], session);
                changes.push(self.records.set(RecordKind::Withheld, id, entry)?);
            }
        }
        for (room, settings) in &all.room_settings {
            changes.push(self.set(RecordKind::RoomSettings, &[room.as_str()], settings)?);
        }
        for bundle in &all.received_room_key_bundles {
            let parts = [bundle.bundle_data.room_id.as_str(), bundle.sender_user.as_str()];
            changes.push(self.set(RecordKind::KeyBundle, &parts, bundle)?);
        }
        for room in &all.room_key_backups_fully_downloaded {
            changes.push(self.set(RecordKind::DownloadedRoom, &[room.as_str()], &true)?);
        }
        for (room, details) in &all.rooms_pending_key_bundle {
            changes.push(match details {
                Some(details) => self.set(RecordKind::PendingKeyBundle, &[room.as_str()], details)?,
                None => self.unset(RecordKind::PendingKeyBundle, &[room.as_str()]),
            });
        }
        Ok(changes)
    }
}

#[async_trait]
impl CryptoStore for KeyStore {
    type Error = CryptoStoreError;

    async fn load_account(&self) -> Result<Option<Account>> {
        let Some(pickled) = self.get::<PickledAccount>(RecordKind::Account, &[]).await? else { return Ok(None) };
        let account = Account::from_pickle(pickled)?;
        self.know(&account);
        Ok(Some(account))
    }

    async fn load_identity(&self) -> Result<Option<PrivateCrossSigningIdentity>> {
        let pickled: Option<PickledCrossSigningIdentity> = self.get(RecordKind::PrivateIdentity, &[]).await?;
        let identity = pickled.map(PrivateCrossSigningIdentity::from_pickle).transpose();
        identity.map_err(|_| CryptoStoreError::UnpicklingError)
    }

    async fn save_changes(&self, mut all: Changes) -> Result<()> {
        let _changing = self.changing.lock().await;
        let mut changes = self.olm_sessions(std::mem::take(&mut all.sessions)).await?;
        changes.extend(inbound_sessions::changes(&self.records, &all.inbound_group_sessions).await?);
        for session in &all.outbound_group_sessions {
            let pickled = session.pickle().await;
            changes.push(self.set(RecordKind::OutboundGroupSession, &[session.room_id().as_str()], &pickled)?);
        }
        if let Some(identity) = &all.private_identity {
            changes.push(self.set(RecordKind::PrivateIdentity, &[], &identity.pickle().await)?);
        }
        let devices = std::mem::take(&mut all.devices);
        changes.extend(self.devices([devices.new, devices.changed].concat(), devices.deleted).await?);
        for identity in all.identities.new.iter().chain(&all.identities.changed) {
            changes.push(self.set(RecordKind::Identity, &[identity.user_id().as_str()], identity)?);
        }
        for hash in &all.message_hashes {
            changes.push(self.set(RecordKind::OlmHash, &[&hash.sender_key, &hash.hash], &true)?);
        }
        changes.extend(self.secrets(&mut all).await?);
        changes.extend(self.rooms(&all)?);
        if let Some(position) = &all.next_batch_token {
            changes.push(self.set(RecordKind::NextBatch, &[], position)?);
        }
        self.store(changes).await
    }

    async fn save_pending_changes(&self, changes: PendingChanges) -> Result<()> {
        let Some(account) = changes.account else { return Ok(()) };
        self.store(vec![self.set(RecordKind::Account, &[], &account.pickle())?]).await?;
        self.know(&account);
        Ok(())
    }

    async fn save_inbound_group_sessions(&self, sessions: Vec<InboundGroupSession>, _: Option<&str>) -> Result<()> {
        self.store(inbound_sessions::changes(&self.records, &sessions).await?).await
    }

    async fn get_sessions(&self, sender_key: &str) -> Result<Option<Vec<Session>>> {
        let sessions: Option<BTreeMap<String, PickledSession>> =
            self.get(RecordKind::OlmSessions, &[sender_key]).await?;
        let Some(sessions) = sessions else { return Ok(None) };
        let own = self.get_own_device().await?.as_device_keys().clone();
        let sessions = sessions.into_values().map(|pickled| Session::from_pickle(own.clone(), pickled));
        Ok(Some(sessions.collect::<std::result::Result<_, _>>().map_err(CryptoStoreError::backend)?))
    }

    async fn get_inbound_group_session(
        &self,
        room_id: &RoomId,
        session_id: &str,
    ) -> Result<Option<InboundGroupSession>> {
        inbound_sessions::get(&self.records, room_id.as_str(), session_id).await
    }

    async fn get_withheld_info(&self, room_id: &RoomId, session_id: &str) -> Result<Option<RoomKeyWithheldEntry>> {
        let id = self.records.id_in(RecordKind::Withheld, &[room_id.as_str()], session_id);
        Ok(self.records.get(RecordKind::Withheld, &id).await?)
    }

    async fn get_withheld_sessions_by_room_id(&self, room_id: &RoomId) -> Result<Vec<RoomKeyWithheldEntry>> {
        self.all_in(RecordKind::Withheld, &self.records.group(RecordKind::Withheld, &[room_id.as_str()])).await
    }

    async fn get_inbound_group_sessions(&self) -> Result<Vec<InboundGroupSession>> {
        inbound_sessions::all(&self.records, "").await
    }

    async fn inbound_group_session_counts(&self, backup_version: Option<&str>) -> Result<RoomKeyCounts> {
        let total = self.records.count(RecordKind::InboundGroupSession).await?;
        let to_back_up = self.records.count(RecordKind::ToBackUp).await?;
        let backed_up = backup_version.map_or(0, |_| total.saturating_sub(to_back_up));
        Ok(RoomKeyCounts { total, backed_up })
    }

    async fn get_inbound_group_sessions_by_room_id(&self, room_id: &RoomId) -> Result<Vec<InboundGroupSession>> {
        let room = self.records.group(RecordKind::InboundGroupSession, &[room_id.as_str()]);
        inbound_sessions::all(&self.records, &room).await
    }

    async fn get_inbound_group_sessions_for_device_batch(
        &self,
        curve_key: Curve25519PublicKey,
        sender_data_type: SenderDataType,
        after_session_id: Option<String>,
        limit: usize,
    ) -> Result<Vec<InboundGroupSession>> {
        let after = after_session_id.as_deref();
        inbound_sessions::of_device(&self.records, curve_key, sender_data_type, after, limit).await
    }

    async fn inbound_group_sessions_for_backup(&self, _: &str, limit: usize) -> Result<Vec<InboundGroupSession>> {
        inbound_sessions::to_back_up(&self.records, limit).await
    }

    async fn mark_inbound_group_sessions_as_backed_up(
        &self,
        _: &str,
        room_and_session_ids: &[(&RoomId, &str)],
    ) -> Result<()> {
        let mut sessions = Vec::new();
        for (room, session) in room_and_session_ids {
            if let Some(session) = inbound_sessions::get(&self.records, room.as_str(), session).await? {
                session.mark_as_backed_up();
                sessions.push(session);
            }
        }
        self.store(inbound_sessions::changes(&self.records, &sessions).await?).await
    }

    async fn reset_backup_state(&self) -> Result<()> {
        inbound_sessions::forget_backup(&self.records).await
    }

    async fn load_backup_keys(&self) -> Result<BackupKeys> {
        let backup: Backup = self.get(RecordKind::Backup, &[]).await?.unwrap_or_default();
        Ok(BackupKeys { decryption_key: backup.decryption_key, backup_version: backup.version })
    }

    async fn load_dehydrated_device_pickle_key(&self) -> Result<Option<DehydratedDeviceKey>> {
        self.get(RecordKind::DehydratedDeviceKey, &[]).await
    }

    async fn delete_dehydrated_device_pickle_key(&self) -> Result<()> {
        self.store(vec![self.unset(RecordKind::DehydratedDeviceKey, &[])]).await
    }

    async fn get_outbound_group_session(&self, room_id: &RoomId) -> Result<Option<OutboundGroupSession>> {
        let pickled: Option<PickledOutboundGroupSession> =
            self.get(RecordKind::OutboundGroupSession, &[room_id.as_str()]).await?;
        let Some(pickled) = pickled else { return Ok(None) };
        let StaticAccountData { device_id, identity_keys, .. } = self.account()?;
        Ok(Some(OutboundGroupSession::from_pickle(device_id, identity_keys, pickled)?))
    }

    async fn load_tracked_users(&self) -> Result<Vec<TrackedUser>> {
        self.all(RecordKind::TrackedUser).await
    }

    async fn save_tracked_users(&self, users: &[(&UserId, bool)]) -> Result<()> {
        let change = |(user, dirty): &(&UserId, bool)| {
            let tracked = TrackedUser { user_id: (*user).to_owned(), dirty: *dirty };
            self.set(RecordKind::TrackedUser, &[user.as_str()], &tracked)
        };
        self.store(users.iter().map(change).collect::<Result<_>>()?).await
    }

    async fn get_device(&self, user_id: &UserId, device_id: &DeviceId) -> Result<Option<DeviceData>> {
        Ok(self.get_user_devices(user_id).await?.remove(device_id))
    }

    async fn get_user_devices(&self, user_id: &UserId) -> Result<HashMap<OwnedDeviceId, DeviceData>> {
        Ok(self.get(RecordKind::Devices, &[user_id.as_str()]).await?.unwrap_or_default())
    }

    async fn get_own_device(&self) -> Result<DeviceData> {
        let StaticAccountData { user_id, device_id, .. } = self.account()?;
        self.get_device(&user_id, &device_id).await?.ok_or(CryptoStoreError::AccountUnset)
    }

    async fn get_user_identity(&self, user_id: &UserId) -> Result<Option<UserIdentityData>> {
        self.get(RecordKind::Identity, &[user_id.as_str()]).await
    }

    async fn is_message_known(&self, message_hash: &OlmMessageHash) -> Result<bool> {
        let known: Option<bool> =
            self.get(RecordKind::OlmHash, &[&message_hash.sender_key, &message_hash.hash]).await?;
        Ok(known.is_some())
    }

    async fn get_outgoing_secret_requests(&self, request_id: &TransactionId) -> Result<Option<GossipRequest>> {
        self.get(RecordKind::SecretRequest, &[request_id.as_str()]).await
    }

    async fn get_secret_request_by_info(&self, secret_info: &SecretInfo) -> Result<Option<GossipRequest>> {
        let request: Option<OwnedTransactionId> =
            self.get(RecordKind::RequestedSecret, &[&secret_info.as_key()]).await?;
        match request {
            Some(request) => self.get_outgoing_secret_requests(&request).await,
            None => Ok(None),
        }
    }

    async fn get_unsent_secret_requests(&self) -> Result<Vec<GossipRequest>> {
        let requests: Vec<GossipRequest> = self.all(RecordKind::SecretRequest).await?;
        Ok(requests.into_iter().filter(|request| !request.sent_out).collect())
    }

    async fn delete_outgoing_secret_requests(&self, request_id: &TransactionId) -> Result<()> {
        let Some(request) = self.get_outgoing_secret_requests(request_id).await? else { return Ok(()) };
        let request_record = self.unset(RecordKind::SecretRequest, &[request_id.as_str()]);
        let secret_record = self.unset(RecordKind::RequestedSecret, &[&request.info.as_key()]);
        self.store(vec![request_record, secret_record]).await
    }

    async fn get_secrets_from_inbox(&self, secret_name: &SecretName) -> Result<Vec<Zeroizing<String>>> {
        let secrets: Option<Vec<String>> = self.get(RecordKind::SecretInbox, &[secret_name.as_str()]).await?;
        Ok(secrets.unwrap_or_default().into_iter().map(Zeroizing::new).collect())
    }

    async fn delete_secrets_from_inbox(&self, secret_name: &SecretName) -> Result<()> {
        self.store(vec![self.unset(RecordKind::SecretInbox, &[secret_name.as_str()])]).await
    }

    async fn get_room_settings(&self, room_id: &RoomId) -> Result<Option<RoomSettings>> {
        self.get(RecordKind::RoomSettings, &[room_id.as_str()]).await
    }

    async fn get_received_room_key_bundle_data(
        &self,
        room_id: &RoomId,
        user_id: &UserId,
    ) -> Result<Option<StoredRoomKeyBundleData>> {
        self.get(RecordKind::KeyBundle, &[room_id.as_str(), user_id.as_str()]).await
    }

    async fn get_pending_key_bundle_details_for_room(
        &self,
        room_id: &RoomId,
    ) -> Result<Option<RoomPendingKeyBundleDetails>> {
        self.get(RecordKind::PendingKeyBundle, &[room_id.as_str()]).await
    }

    async fn get_all_rooms_pending_key_bundles(&self) -> Result<Vec<RoomPendingKeyBundleDetails>> {
        self.all(RecordKind::PendingKeyBundle).await
    }

    async fn has_downloaded_all_room_keys(&self, room_id: &RoomId) -> Result<bool> {
        Ok(self.get::<bool>(RecordKind::DownloadedRoom, &[room_id.as_str()]).await?.is_some())
    }

    async fn get_custom_value(&self, key: &str) -> Result<Option<Vec<u8>>> {
        self.get(RecordKind::CustomValue, &[key]).await
    }

    async fn set_custom_value(&self, key: &str, value: Vec<u8>) -> Result<()> {
        self.store(vec![self.set(RecordKind::CustomValue, &[key], &value)?]).await
    }

    async fn remove_custom_value(&self, key: &str) -> Result<()> {
        self.store(vec![self.unset(RecordKind::CustomValue, &[key])]).await
    }

    async fn try_take_leased_lock(
        &self,
        lease_duration_ms: u32,
        key: &str,
        holder: &str,
    ) -> Result<Option<CrossProcessLockGeneration>> {
        let _changing = self.changing.lock().await;
        let now = self.records.service().now();
        let generation = match self.get::<Lock>(RecordKind::Lock, &[key]).await? {
            None => 1,
            Some(lock) if lock.holder == holder => lock.generation,
            Some(lock) if lock.until < now => lock.generation + 1,
            Some(_) => return Ok(None),
        };
        let lock = Lock { holder: holder.to_owned(), until: now.plus(lease_duration_ms.into()), generation };
        self.store(vec![self.set(RecordKind::Lock, &[key], &lock)?]).await?;
        Ok(Some(generation))
    }

    async fn next_batch_token(&self) -> Result<Option<String>> {
        self.get(RecordKind::NextBatch, &[]).await
    }

    async fn close(&self) -> Result<()> {
        Ok(())
    }

    async fn reopen(&self) -> Result<()> {
        Ok(())
    }

    async fn get_size(&self) -> Result<Option<usize>> {
        Ok(None)
    }
}
