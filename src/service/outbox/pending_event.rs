//! What a platform has sent and the bot has not handled yet.

use crate::service::ids::Millis;
use crate::service::sealed_records::SealedChanges;

/// What is pending in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::Display, strum::EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum PendingKind {
    /// An event. Only its id is stored: the platform still has what was written.
    Event,
    /// The events before a position of the platform that it has left out.
    Gap,
    /// An invitation to the room.
    Invitation,
    /// The room may be the successor of another one, whose games continue here then.
    Successor,
}

/// Which event is pending: a room has each at most once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PendingKey {
    /// The platform's id of the room.
    pub room: String,
    /// What it is.
    pub kind: PendingKind,
    /// The platform's id of what it is about: the event, the position, or the earlier room. Empty for an invitation.
    pub subject: String,
}

/// Something that could not be handled when it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingEvent {
    /// What it is.
    pub key: PendingKey,
    /// The platform's id of the user who sent an invitation; other kinds do not store who sent them.
    pub sender: Option<String>,
    /// Whether an invitation is to a conversation of two.
    pub is_direct: bool,
    /// When it was received.
    pub received_at: Millis,
}

/// A change of what has been received from a platform.
#[derive(Clone, Debug, Default)]
pub struct Received {
    /// The new position; `None` if it stays.
    pub position: Option<String>,
    /// What is pending from now on, in the order in which it was received. What is pending already is skipped.
    pub added: Vec<PendingEvent>,
    /// What is handled.
    pub removed: Vec<PendingKey>,
    /// What the platform's encryption stores with it.
    pub sealed: Option<SealedChanges>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_were_stored() {
        use PendingKind::{Event, Gap, Invitation, Successor};
        for (kind, word) in [(Event, "event"), (Gap, "gap"), (Invitation, "invitation"), (Successor, "successor")] {
            assert_eq!((kind.to_string().as_str(), word.parse()), (word, Ok(kind)));
        }
        assert!("rumour".parse::<PendingKind>().is_err());
    }
}
