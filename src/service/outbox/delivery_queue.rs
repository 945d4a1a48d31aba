//! The outbox: posts that wait to be delivered, and what came of trying.

use super::post::{Post, PostPriority};
use super::token::Token;
use crate::service::ids::{MatchId, Millis, PlaceId, PostId, ServerId};
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// A post that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuePost {
    /// Its number.
    pub id: PostId,
    /// What must be said.
    pub post: Post,
    /// How often delivering it has failed.
    pub attempts: u32,
    /// When it was made true.
    pub created_at: Millis,
    /// Whether its players have been told directly that it could not be delivered.
    pub players_notified: bool,
    /// What it answers, where posts are answers.
    pub token: Option<Token>,
}

impl DuePost {
    /// The first instant at which it could be delivered.
    pub fn first_due_at(&self) -> Millis {
        self.post.not_before().map_or(self.created_at, |at| at.max(self.created_at))
    }
}

/// A delivery that failed.
#[derive(Clone, Debug)]
pub struct DeliveryFailure<'a> {
    /// The post.
    pub id: PostId,
    /// When it is due again; never when `None`, and its token is deleted then.
    pub again_at: Option<Millis>,
    /// Whether its place refuses posts. Later posts of the match do not wait for one that was refused, and all that
    /// were are due again together.
    pub blocked: bool,
    /// What went wrong, for the log of the host.
    pub problem: &'a str,
    /// What its players are told instead; empty when nobody is told.
    pub posts: &'a [Post],
    /// When.
    pub now: Millis,
}

/// What has changed so that refused posts may get through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// Something about a server: a role, our own membership, or that we are in it.
    Server(ServerId),
    /// A channel or a thread.
    Place(PlaceId),
}

/// Stores the outbox. Every operation is one transaction.
#[async_trait]
pub trait OutboxStorage: Send + Sync {
    /// The posts of a priority that are due, the oldest first, at most `most`; and when the next one that is not due yet
    /// will be. A post is not due while an earlier one of its match waits that is as urgent, so that nothing is said in
    /// the wrong order; refused ones that wait for their next try hold nobody up. A post that cannot be read is given up.
    async fn due_posts(
        &self,
        priority: PostPriority,
        now: Millis,
        most: u32,
    ) -> Result<(Vec<DuePost>, Option<Millis>), StorageError>;

    /// Adds posts that belong to no other change.
    async fn add_posts(&self, posts: &[Post], now: Millis) -> Result<(), StorageError>;

    /// A post has been delivered. Its token is deleted.
    async fn delivered(&self, id: PostId, now: Millis) -> Result<(), StorageError>;

    /// A post was not delivered.
    async fn not_delivered(&self, failure: &DeliveryFailure<'_>) -> Result<(), StorageError>;

    /// Whether the players of a match know already that its place refuses posts: one of those that wait was refused,
    /// and they were told so.
    async fn has_notified_refusal(&self, game: MatchId) -> Result<bool, StorageError>;

    /// Makes refused posts due that a change may let through; false when there are none.
    async fn unblock(&self, changed: Changed, now: Millis) -> Result<bool, StorageError>;
}
