//! The delivery queue: claimed posts and delivery failures.

use super::post::Post;
use super::token::Token;
use crate::service::ids::{Millis, PlaceId, PostId, ServerId};
use crate::service::lease::{Lease, LeaseEnd, LeaseHolder};

/// A post that was due and has been claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuePost {
    /// Its id.
    pub id: PostId,
    /// The post.
    pub post: Post,
    /// The number of failed delivery attempts.
    pub attempts: u32,
    /// When it was stored.
    pub created_at: Millis,
    /// Whether its players were notified directly that it could not be delivered.
    pub players_notified: bool,
    /// The interaction token, if it can only be sent as an interaction response.
    pub token: Option<Token>,
    /// The number of the location of its match to which it goes. If it goes to a person, that is the location to which
    /// it goes if they accept no direct messages.
    pub location: Option<u32>,
    /// The lease of its claim.
    pub lease: Lease,
    /// When the lease ends, as of its last renewal.
    pub lease_end: LeaseEnd,
}

impl DuePost {
    /// Whether another worker may have claimed it by now.
    pub fn may_be_lost(&self, now: Millis) -> bool {
        self.lease_end.get() <= now
    }

    /// The earliest time at which it could have been delivered.
    pub fn first_due_at(&self) -> Millis {
        self.post.first_due_at(self.created_at)
    }
}

/// A failed delivery attempt.
#[derive(Clone, Debug)]
pub struct DeliveryFailure<'a> {
    /// The post.
    pub id: PostId,
    /// The holder of its lease, which ends with the attempt.
    pub holder: LeaseHolder,
    /// When it is due again; `None` abandons it and deletes its token.
    pub again_at: Option<Millis>,
    /// Whether its place refused it. Later posts of the match do not wait for refused ones, and all refused posts of
    /// the match share the next attempt.
    pub blocked: bool,
    /// The error, for the operator.
    pub problem: &'a str,
    /// The posts that notify its players instead, if any.
    pub posts: &'a [Post],
    /// When the attempt failed.
    pub now: Millis,
}

/// A change after which refused posts may be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// In a server: a role, the bot's own membership, or the bot's presence in it.
    Server(ServerId),
    /// In a channel or thread.
    Place(PlaceId),
}
