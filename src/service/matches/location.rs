//! Where a match is played.

use crate::rules::Seat;
use crate::service::ids::{LocationId, MessageId, PlaceId, ServerId};
use crate::service::outbox::delivery_mode::DeliveryMode;

/// Where a match is played on a chat platform.
#[derive(Clone, Debug)]
pub struct MatchLocation {
    /// Its id.
    pub id: LocationId,
    /// The channel of the challenge.
    pub channel: PlaceId,
    /// The message from which the thread is opened: the challenge, or the announcement of the match.
    pub message: Option<MessageId>,
    /// The place where boards are posted: the thread once it is open, else the channel. `None` until that is decided.
    pub place: Option<PlaceId>,
    /// The thread of that channel in which the match was requested, if any; the two threads link to each other.
    pub origin: Option<PlaceId>,
    /// The server of the channel, if any.
    pub server: Option<ServerId>,
    /// The delivery mode of that channel.
    pub delivery_mode: DeliveryMode,
    /// The language code for public messages there.
    pub language: String,
    /// The seat whose player is notified here. `None` if the match has no other location: then both are.
    pub seat: Option<Seat>,
    /// The message that shows the analysis of the match, and its place.
    pub analysis_message: Option<(PlaceId, MessageId)>,
    /// The note that the engine is thinking, and its place, while it is shown.
    pub thinking_note: Option<(PlaceId, MessageId)>,
}

impl MatchLocation {
    /// Whether the player of a seat is notified here.
    pub fn notifies(&self, seat: Seat) -> bool {
        self.seat.is_none_or(|own| own == seat)
    }
}
