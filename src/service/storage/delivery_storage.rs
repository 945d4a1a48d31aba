//! Storing what is delivered to platforms and what is received from them.

use crate::service::ids::{LocationId, MessageId, Millis, PlaceId, PostId};
use crate::service::lease::{Lease, LeaseHolder};
use crate::service::outbox::delivery_queue::{Changed, DeliveryFailure, DuePost};
use crate::service::outbox::inbox::InboxEvent;
use crate::service::outbox::pending_event::Received;
use crate::service::outbox::platform_session::PlatformSession;
use crate::service::outbox::post::{Post, PostPriority};
use crate::service::outbox::posted_board::PostedBoard;
use crate::service::outbox::stored_action::{ActionMessage, StoredAction};
use crate::service::people::accounts::PlatformId;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Claims posts, and stores the results of deliveries and what platforms send. Every operation is one transaction.
#[async_trait]
pub trait DeliveryStorage: Send + Sync {
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

    /// Makes refused posts due that the platform may accept after a change. Returns false if there are none.
    async fn unblock(&self, changed: Changed, now: Millis) -> Result<bool, StorageError>;

    /// Sets the message from which the thread of a match is opened.
    async fn set_match_message(&self, location: LocationId, message: &MessageId) -> Result<(), StorageError>;

    /// Sets the place where the boards of a match are posted.
    async fn set_match_place(&self, location: LocationId, place: PlaceId) -> Result<(), StorageError>;

    /// Records the latest posted board; returns the previous one if it was another message.
    async fn replace_posted_board(
        &self,
        location: LocationId,
        board: PostedBoard,
    ) -> Result<Option<PostedBoard>, StorageError>;

    /// Sets the message that shows the analysis of a match.
    async fn set_analysis_message(
        &self,
        location: LocationId,
        place: PlaceId,
        message: &MessageId,
    ) -> Result<(), StorageError>;

    /// Sets the note that the engine is thinking, and its place; `None` if none is shown.
    async fn set_thinking_note(
        &self,
        location: LocationId,
        note: Option<&(PlaceId, MessageId)>,
    ) -> Result<(), StorageError>;

    /// Replaces the actions of a message, and records the event that led to the message unless it is recorded already.
    /// The actions can be deleted after `expires_at`.
    async fn store_actions(
        &self,
        message: &ActionMessage,
        actions: &[StoredAction],
        expires_at: Millis,
        event: Option<&InboxEvent>,
    ) -> Result<(), StorageError>;

    /// Records an event that changes nothing else, unless it is recorded already.
    async fn record_event(&self, event: &InboxEvent) -> Result<(), StorageError>;

    /// Replaces the session on a platform.
    async fn set_session(&self, platform: PlatformId, session: &PlatformSession) -> Result<(), StorageError>;

    /// Stores the position on a platform, adds the events received before it to the pending ones, and removes those
    /// that were handled. [`StorageError::Conflict`] if what the encryption stores is not of the present generation; then
    /// nothing is stored.
    async fn store_received(&self, platform: PlatformId, received: &Received) -> Result<(), StorageError>;
}
