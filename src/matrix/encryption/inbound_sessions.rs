//! The sessions with which others encrypt: one record each, and records by which those of a device and those to back up
//! are found.

use super::records::{Change, RecordKind, Records};
use matrix_sdk_crypto::olm::{InboundGroupSession, PickledInboundGroupSession, SenderDataType};
use matrix_sdk_crypto::store::CryptoStoreError;
use matrix_sdk_crypto::vodozemac::Curve25519PublicKey;

/// How many sessions are read at once when all of them are changed.
const PAGE: u32 = 200;

/// All that can be known of the device that has created a session.
const SENDER_DATA_TYPES: [SenderDataType; 5] = [
    SenderDataType::UnknownDevice,
    SenderDataType::DeviceInfo,
    SenderDataType::VerificationViolation,
    SenderDataType::SenderUnverified,
    SenderDataType::SenderVerified,
];

/// The room and the id of a session.
type Found = (String, String);

type Result<T> = std::result::Result<T, CryptoStoreError>;

/// What the ids of the sessions of a device begin with.
fn device_parts(device: Curve25519PublicKey, known: SenderDataType) -> [String; 2] {
    [device.to_base64(), (known as u8).to_string()]
}

/// The changes that store sessions.
pub(super) async fn changes(records: &Records, sessions: &[InboundGroupSession]) -> Result<Vec<Change>> {
    let mut changes = Vec::new();
    for session in sessions {
        let (room, id) = (session.room_id().as_str(), session.session_id());
        let found: Found = (room.to_owned(), id.to_owned());
        let record = records.id_in(RecordKind::InboundGroupSession, &[room], id);
        changes.push(records.set(RecordKind::InboundGroupSession, record.clone(), &session.pickle().await)?);
        changes.push(match session.backed_up() {
            true => Records::unset(RecordKind::ToBackUp, record),
            false => records.set(RecordKind::ToBackUp, record, &found)?,
        });
        for known in SENDER_DATA_TYPES {
            let device = device_parts(session.sender_key(), known);
            let record = records.id_in(RecordKind::DeviceSession, &device.each_ref().map(String::as_str), id);
            changes.push(match known == session.sender_data_type() {
                true => records.set(RecordKind::DeviceSession, record, &found)?,
                false => Records::unset(RecordKind::DeviceSession, record),
            });
        }
    }
    Ok(changes)
}

/// Reads a session.
pub(super) async fn get(records: &Records, room: &str, session: &str) -> Result<Option<InboundGroupSession>> {
    let id = records.id_in(RecordKind::InboundGroupSession, &[room], session);
    let pickled: Option<PickledInboundGroupSession> = records.get(RecordKind::InboundGroupSession, &id).await?;
    Ok(pickled.map(InboundGroupSession::from_pickle).transpose()?)
}

/// Reads the sessions of a group, or all.
pub(super) async fn all(records: &Records, group: &str) -> Result<Vec<InboundGroupSession>> {
    Ok(page(records, group, "", u32::MAX).await?.into_iter().map(|(_, session)| session).collect())
}

/// Reads the sessions that a device has created, of which this much is known.
pub(super) async fn of_device(
    records: &Records,
    device: Curve25519PublicKey,
    known: SenderDataType,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<InboundGroupSession>> {
    let device = device_parts(device, known);
    let device = device.each_ref().map(String::as_str);
    let group = records.group(RecordKind::DeviceSession, &device);
    let after = after.map(|session| records.id_in(RecordKind::DeviceSession, &device, session));
    found(records, RecordKind::DeviceSession, &group, after.as_deref().unwrap_or_default(), limit).await
}

/// Reads sessions that are not in the backup.
pub(super) async fn to_back_up(records: &Records, limit: usize) -> Result<Vec<InboundGroupSession>> {
    found(records, RecordKind::ToBackUp, "", "", limit).await
}

/// Stores that no session is in the backup.
pub(super) async fn forget_backup(records: &Records) -> Result<()> {
    let mut after = String::new();
    loop {
        let sessions = page(records, "", &after, PAGE).await?;
        let Some((last, _)) = sessions.last() else { return Ok(()) };
        after.clone_from(last);
        let sessions: Vec<_> = sessions.into_iter().map(|(_, session)| session).collect();
        sessions.iter().for_each(InboundGroupSession::reset_backup_state);
        records.store(changes(records, &sessions).await?).await?;
    }
}

async fn page(records: &Records, group: &str, after: &str, limit: u32) -> Result<Vec<(String, InboundGroupSession)>> {
    let pickled: Vec<(String, PickledInboundGroupSession)> =
        records.list(RecordKind::InboundGroupSession, group, after, limit).await?;
    pickled.into_iter().map(|(id, pickled)| Ok((id, InboundGroupSession::from_pickle(pickled)?))).collect()
}

/// Reads the sessions to which records of another kind lead.
async fn found(
    records: &Records,
    kind: RecordKind,
    group: &str,
    after: &str,
    limit: usize,
) -> Result<Vec<InboundGroupSession>> {
    let limit = u32::try_from(limit).unwrap_or(u32::MAX);
    let leads: Vec<(String, Found)> = records.list(kind, group, after, limit).await?;
    let mut sessions = Vec::with_capacity(leads.len());
    for (_, (room, session)) in leads {
        sessions.extend(get(records, &room, &session).await?);
    }
    Ok(sessions)
}
