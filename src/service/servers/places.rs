//! Places and servers, and their ids on the chat platforms.

use crate::service::ids::{PlaceId, ServerId};
use crate::service::people::accounts::ExternalId;

/// What a platform tells about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalPlace {
    /// Its id there.
    pub id: ExternalId,
    /// The channel, if it is a thread and this is known.
    pub parent: Option<PlaceId>,
    /// The server, if it is in one and this is known; otherwise that of the channel.
    pub server: Option<ServerId>,
}
