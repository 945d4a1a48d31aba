//! Reading what was received from platforms and what was delivered to them.

use crate::service::ids::{LocationId, MessageId};
use crate::service::outbox::address::Address;
use crate::service::outbox::inbox::{EventId, EventOutcome};
use crate::service::outbox::pending_event::PendingEvent;
use crate::service::outbox::platform_session::PlatformSession;
use crate::service::outbox::stored_action::StoredAction;
use crate::service::people::accounts::PlatformId;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Reads what was received from platforms and what was delivered to them. Every operation is one transaction.
#[async_trait]
pub trait DeliveryQueries: Send + Sync {
    /// The outcome of a recorded event; `None` if it is not recorded.
    async fn event_outcome(&self, event: &EventId) -> Result<Option<EventOutcome>, StorageError>;

    /// The actions of a message and its address; `None` if it has none.
    async fn stored_actions(
        &self,
        platform: PlatformId,
        message: &MessageId,
    ) -> Result<Option<(Address, Vec<StoredAction>)>, StorageError>;

    /// The latest message with actions at any of these addresses; `None` if there is none.
    async fn latest_action_message(
        &self,
        platform: PlatformId,
        addresses: &[Address],
    ) -> Result<Option<MessageId>, StorageError>;

    /// The session on a platform.
    async fn session(&self, platform: PlatformId) -> Result<Option<PlatformSession>, StorageError>;

    /// How far the events of a platform have been received; `None` before the first.
    async fn sync_position(&self, platform: PlatformId) -> Result<Option<String>, StorageError>;

    /// The pending events of a platform, in the order in which they were received.
    async fn pending_events(&self, platform: PlatformId) -> Result<Vec<PendingEvent>, StorageError>;

    /// Whether a refused post is waiting at a location and the players of the match were notified of that.
    async fn has_notified_refusal(&self, location: LocationId) -> Result<bool, StorageError>;
}
