//! Where a request comes from.

use crate::service::ids::{PlaceId, PlayerId, ServerId};
use crate::service::people::accounts::ExternalId;

/// Who makes a request, and where, by the ids of a platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalOrigin {
    /// The account of the requester.
    pub account: ExternalId,
    /// The server, if it is in one.
    pub server: Option<ExternalId>,
    /// The channel.
    pub channel: ExternalId,
    /// The thread, if it is in one of the channel.
    pub thread: Option<ExternalId>,
}

/// Who makes a request, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The requester.
    pub person: PlayerId,
    /// The server, if it is in one.
    pub server: Option<ServerId>,
    /// The channel.
    pub channel: PlaceId,
    /// The thread, if it is in one of the channel.
    pub thread: Option<PlaceId>,
}

impl Origin {
    /// The thread, or the channel outside of threads.
    pub fn place(&self) -> PlaceId {
        self.thread.unwrap_or(self.channel)
    }

    /// The channel of the thread; `None` outside of threads.
    pub fn parent(&self) -> Option<PlaceId> {
        self.thread.map(|_| self.channel)
    }
}
