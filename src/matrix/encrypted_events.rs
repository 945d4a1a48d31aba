//! Events of encrypted rooms: what is to be sent there, and why one cannot be read.

use crate::workers::DeliveryError;
use serde_json::Value;

/// The content of an event for an encrypted room.
pub struct Outgoing<'a> {
    /// The id of the room.
    pub room: &'a str,
    /// The content of the room's `m.room.encryption`. Untrusted.
    pub settings: &'a Value,
    /// The users whose devices may read it: the members, and those who are invited if they may read what came before.
    pub readers: &'a [String],
    /// The type of the event.
    pub kind: &'a str,
    /// The transaction with which it is sent.
    pub transaction: &'a str,
    /// The content.
    pub content: &'a Value,
}

/// Why an event cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// Its key has not come yet.
    #[error("the key of an event has not come yet")]
    NoKey,
    /// The device that sent its key is not known.
    #[error("the device of an event is not known")]
    UnknownDevice,
    /// It is not what it says it is.
    #[error("an event cannot be decrypted")]
    Invalid,
    /// Its key could not be read.
    #[error(transparent)]
    Failed(#[from] DeliveryError),
}
