//! The delivery queue: due posts, delivery failures, and the storage trait of the outbox.

use super::post::{Post, PostPriority};
use super::token::Token;
use crate::service::ids::{MatchId, Millis, PlaceId, PostId, ServerId};
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// A post that is due.
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
}

impl DuePost {
    /// The earliest time at which it could have been delivered.
    pub fn first_due_at(&self) -> Millis {
        self.post.not_before().map_or(self.created_at, |at| at.max(self.created_at))
    }
}

/// A failed delivery attempt.
#[derive(Clone, Debug)]
pub struct DeliveryFailure<'a> {
    /// The post.
    pub id: PostId,
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
    /// The due posts of a priority, oldest first, at most `limit`, and when the next one becomes due. To preserve the
    /// order, a post is not due while an earlier post of its match with the same or a more urgent priority is waiting,
    /// unless that one was refused and waits for its next attempt. A post that cannot be read is abandoned.
    async fn due_posts(
        &self,
        priority: PostPriority,
        now: Millis,
        limit: u32,
    ) -> Result<(Vec<DuePost>, Option<Millis>), StorageError>;

    /// Adds posts that are not part of another change.
    async fn add_posts(&self, posts: &[Post], now: Millis) -> Result<(), StorageError>;

    /// Records that a post was delivered, and deletes its token.
    async fn mark_delivered(&self, id: PostId, now: Millis) -> Result<(), StorageError>;

    /// Records a failed delivery attempt.
    async fn record_delivery_failure(&self, failure: &DeliveryFailure<'_>) -> Result<(), StorageError>;

    /// Whether the players of a match were already notified that its place refuses posts: a waiting post was refused,
    /// and they were notified of that.
    async fn has_notified_refusal(&self, game: MatchId) -> Result<bool, StorageError>;

    /// Makes the refused posts due that a change may let through. Returns false if there are none.
    async fn unblock(&self, changed: Changed, now: Millis) -> Result<bool, StorageError>;
}
