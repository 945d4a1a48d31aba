//! Verifications between two processes. The one that owns the keys stores the state of each verification; the host's
//! command, which is another process, reads it and stores orders.

use super::key_store::KeyStore;
use super::records::{RecordKind, Records, RecordsError};
use super::store_key::StoreKey;
use crate::service::{GameService, Millis};
use serde::{Deserialize, Serialize};

/// How long a verification can take, in milliseconds. Clients give up then, too.
pub const VERIFICATION_MS: i64 = 10 * 60 * 1000;
/// How old an order can be that is still carried out, in milliseconds.
const ORDER_MS: i64 = 60 * 1000;
/// The number of records that are read.
const RECORDS_MAX: u32 = 1_000;

/// The verification of a user: one that is open, or the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// The user.
    pub user: String,
    /// The device of the user, once it is known.
    pub device: Option<String>,
    /// Its id: that of the event or of the message to the device with which it began.
    pub id: String,
    /// The room in which the devices talk; `None` if they do so directly.
    pub room: Option<String>,
    /// The direct room of the user.
    pub told_in: String,
    /// When it began.
    pub begun_at: Millis,
    /// Whether the host has begun it, and not the user.
    pub is_by_host: bool,
    /// Whether the host wants to show a QR code.
    pub has_code: bool,
    /// How far it is.
    pub stage: Stage,
}

/// How far a verification is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// The user has asked for it, and the host has not answered.
    Asked,
    /// The devices agree on how to do it.
    Connecting,
    /// The host compares emoji, each with its name.
    Emoji(Vec<(String, String)>),
    /// The host compares numbers, because the other device has no emoji.
    Numbers([u16; 3]),
    /// The host shows a QR code: lines of text.
    Code(Vec<String>),
    /// The other device has scanned the code, and the host has to say whether it says so.
    Scanned,
    /// The host has confirmed, and the user not yet.
    Confirmed,
    /// Both have confirmed, and the homeserver gets the signature.
    Signing,
    /// It has ended.
    Ended(Ending),
}

/// How a verification ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// The bot has signed the identity of the user.
    Signed,
    /// The device is verified. The user has no identity that could be signed.
    DeviceAlone,
    /// The host has refused it.
    Rejected,
    /// The other side has ended it, with this code.
    ByUser(String),
    /// The keys do not fit, or the other device did not keep to the protocol.
    Failed(String),
    /// Nobody has answered in time.
    TimeOver,
    /// The user has begun another one.
    Replaced,
    /// The bot was restarted meanwhile.
    Restarted,
    /// The bot has no identity with which it could sign.
    CannotSign,
    /// The host wants to begin one with a user who has no direct room with the bot.
    NoRoom,
    /// The host wants to begin one with a user who has no identity.
    NoIdentity,
}

impl Verification {
    /// Whether it has not ended.
    pub fn is_open(&self) -> bool {
        !matches!(self.stage, Stage::Ended(_))
    }
}

/// What the host wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// To accept a verification, and to show a QR code if it is true.
    Accept(bool),
    /// To begin one, and to show a QR code if it is true.
    Begin(bool),
    /// To say that both sides show the same, or that the other device has scanned the code.
    Confirm,
    /// To say that it is not so, or to refuse the verification.
    Reject,
}

/// An answer of the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The user that it concerns.
    pub user: String,
    /// The verification that it is about. Empty if it is to begin.
    pub id: String,
    /// What the host wants.
    pub answer: Answer,
    /// When.
    at: Millis,
}

/// Where the owner of the keys and the host's command leave records for each other.
pub struct HostMailbox(Records);

impl HostMailbox {
    /// The mailbox of the process that owns these records.
    pub(super) fn new(records: Records) -> HostMailbox {
        HostMailbox(records)
    }

    /// The mailbox for the host's command. `generation` is the ownership of the process that owns the keys now.
    ///
    /// # Errors
    /// [`RecordsError::WrongKey`] if the store key is not that of the process; otherwise if storage fails.
    pub async fn of_host(service: GameService, key: StoreKey, generation: i64) -> Result<HostMailbox, RecordsError> {
        Ok(HostMailbox(KeyStore::open(service, key, generation).await?.records().clone()))
    }

    /// The verifications, the oldest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub async fn verifications(&self) -> Result<Vec<Verification>, RecordsError> {
        let records = self.0.list(RecordKind::Verification, "", "", RECORDS_MAX).await?;
        let mut all: Vec<Verification> = records.into_iter().map(|(_, verification)| verification).collect();
        all.sort_by_key(|verification| verification.begun_at);
        Ok(all)
    }

    /// The verification of a user.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn verification(&self, user: &str) -> Result<Option<Verification>, RecordsError> {
        self.0.read(RecordKind::Verification, &[user]).await
    }

    /// Stores the verification of a user, replacing an earlier one.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn show(&self, verification: &Verification) -> Result<(), RecordsError> {
        self.0.write(RecordKind::Verification, &[&verification.user], verification).await
    }

    /// Deletes the verification of a user.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn clear(&self, user: &str) -> Result<(), RecordsError> {
        self.0.remove(RecordKind::Verification, &[user]).await
    }

    /// Stores an order of the host.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub async fn order(&self, user: &str, id: &str, answer: Answer) -> Result<(), RecordsError> {
        let at = self.0.service().now();
        let order = Order { user: user.to_owned(), id: id.to_owned(), answer, at };
        self.0.write(RecordKind::VerificationOrder, &[user], &order).await
    }

    /// Takes the orders of the host. Old ones were meant for a process that has ended, and are dropped.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn take_orders(&self) -> Result<Vec<Order>, RecordsError> {
        let records: Vec<(String, Order)> = self.0.list(RecordKind::VerificationOrder, "", "", RECORDS_MAX).await?;
        if records.is_empty() {
            return Ok(Vec::new());
        }
        let taken = records.iter().map(|(id, _)| Records::unset(RecordKind::VerificationOrder, id.clone()));
        self.0.store(taken.collect()).await?;
        let not_before = self.0.service().now().plus(-ORDER_MS);
        Ok(records.into_iter().map(|(_, order)| order).filter(|order| order.at >= not_before).collect())
    }
}
