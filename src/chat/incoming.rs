//! What a user did on a platform.

use crate::chat::request::{RequestContext, Requester};
use crate::service::{Address, MessageId, PlayerId};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Who did something, and where.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// The user.
    pub requester: Requester,
    /// Where it was done.
    pub context: RequestContext,
    /// Whether these are the direct messages of the user with the bot.
    pub is_direct: bool,
    /// The message to which an answer replies: the user's own, or the one to which they reacted.
    pub message: MessageId,
    /// The platform's id of the event. If the platform delivers it again, the answer is posted only once.
    pub event: String,
}

impl Incoming {
    /// The user.
    pub fn person(&self) -> PlayerId {
        self.requester.id
    }

    /// Where everyone there sees the answer.
    pub fn public_address(&self) -> Address {
        if self.is_direct { Address::Person(self.person()) } else { Address::Place(self.context.id) }
    }

    /// The nonce of the answer with this number.
    pub fn nonce(&self, number: u8) -> String {
        nonce(&self.event, number)
    }
}

/// The nonce of the answer with this number to an event.
pub(super) fn nonce(event: &str, number: u8) -> String {
    let mut hasher = DefaultHasher::new();
    event.hash(&mut hasher);
    format!("r{:016x}-{number}", hasher.finish())
}
