//! A message or a reaction as it arrives.

use super::texts::Language;
use crate::service::{EventId, PlaceId, PlayerId};

/// What is known of a message or a reaction before it is read. Nothing is stored about its author and where it is
/// unless it turns out to be meant for the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The author, if they are stored.
    pub person: Option<PlayerId>,
    /// Where it was written, if that is stored.
    pub place: Option<PlaceId>,
    /// Whether these are the direct messages of the author with the bot.
    pub is_direct: bool,
    /// The language of the author's client.
    pub language: Language,
    /// The platform's event.
    pub event: EventId,
}
