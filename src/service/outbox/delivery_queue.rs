//! The delivery queue: claimed posts, delivery failures, and the storage trait of the outbox.

use super::post::{Post, PostPriority};
use super::token::Token;
use crate::service::ids::{LocationId, Millis, PlaceId, PostId, ServerId};
use crate::service::lease::{Lease, LeaseEnd, LeaseHolder};
use crate::service::people::accounts::PlatformId;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

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

/// Storage of the outbox. Every operation is one transaction.
#[async_trait]
pub trait OutboxStorage: Send + Sync {
    /// Claims the due posts of a platform, by priority and oldest first: of each priority in `limits` at most that many.
    /// Also returns when the next post of any priority becomes due or a lease ends. To preserve the order, a post is
    /// not due while an earlier post for the same location of a match with the same or a more urgent priority is
    /// waiting or in progress, unless that one was refused and waits for its next attempt. A post that cannot be read
    /// is abandoned.
    async fn claim_posts(
        &self,
        platform: PlatformId,
        limits: &[(PostPriority, u32)],
        lease: Lease,
        now: Millis,
    ) -> Result<(Vec<DuePost>, Option<Millis>), StorageError>;

    /// Extends the lease of a claimed post to `until`. [`StorageError::Conflict`] if the lease is lost.
    async fn renew_post(&self, id: PostId, holder: LeaseHolder, until: Millis) -> Result<(), StorageError>;

    /// Makes a claimed post due again. Does nothing if the lease is lost.
    async fn release_post(&self, id: PostId, holder: LeaseHolder) -> Result<(), StorageError>;

    /// Adds posts that are not part of another change: a row for each destination. A post for a match goes to each of
    /// its locations, and one for a person to one of their platforms, preferably one on which the match is played.
    async fn add_posts(&self, posts: &[Post], now: Millis) -> Result<(), StorageError>;

    /// Records that a post was delivered, and deletes its token and its lease. [`StorageError::Conflict`] if the lease
    /// is lost.
    async fn mark_delivered(&self, id: PostId, holder: LeaseHolder, now: Millis) -> Result<(), StorageError>;

    /// Records a failed delivery attempt. [`StorageError::Conflict`] if the lease is lost; then nothing is stored.
    async fn record_delivery_failure(&self, failure: &DeliveryFailure<'_>) -> Result<(), StorageError>;

    /// Whether the players of a match were already notified that a location refuses posts: a waiting post was refused,
    /// and they were notified of that.
    async fn has_notified_refusal(&self, location: LocationId) -> Result<bool, StorageError>;

    /// Makes the refused posts due that a change may let through. Returns false if there are none.
    async fn unblock(&self, changed: Changed, now: Millis) -> Result<bool, StorageError>;
}
