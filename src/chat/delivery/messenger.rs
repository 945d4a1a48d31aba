//! Delivers messages to a chat platform.

use crate::chat::view::View;
use crate::service::{Millis, PlaceId, PlayerId, Token};
use crate::workers::DeliveryError;
use async_trait::async_trait;

/// Delivers messages to a chat platform.
#[async_trait]
pub trait Messenger: Send + Sync {
    /// Opens a thread from a message, or returns the thread already opened from it. Returns `None` if there can never
    /// be one, and [`DeliveryError::Gone`] if the message or its channel no longer exists.
    async fn open_thread(&self, channel: PlaceId, message: u64, name: &str) -> Result<Option<PlaceId>, DeliveryError>;

    /// Adds a player to a thread without a ping.
    async fn add_member(&self, thread: PlaceId, person: PlayerId) -> Result<(), DeliveryError>;

    /// Posts a message and returns its id. Two posts with the same `nonce` (at most 25 characters) within a short time
    /// create only one message.
    async fn post(&self, place: PlaceId, view: &View, nonce: &str) -> Result<u64, DeliveryError>;

    /// Searches for a message of the bot that shows this view: one with an attachment of the same name or, if the view
    /// has no attachments, one with the same text from which no thread was opened. Considers only messages since
    /// `since` with an id of at least `not_before`. Returns `None` if there is none, or if the bot may not read the
    /// messages.
    async fn find(
        &self,
        place: PlaceId,
        view: &View,
        since: Millis,
        not_before: Option<u64>,
    ) -> Result<Option<u64>, DeliveryError>;

    /// Posts a public answer to an interaction. Answers have no nonce, so one whose delivery was not confirmed may be
    /// posted twice.
    async fn answer(&self, token: &Token, view: &View) -> Result<(), DeliveryError>;

    /// Returns the direct message channel of a player.
    async fn direct(&self, person: PlayerId) -> Result<PlaceId, DeliveryError>;

    /// Replaces a message of the bot with this view.
    async fn change(&self, place: PlaceId, message: u64, view: &View) -> Result<(), DeliveryError>;

    /// Removes the buttons from a message.
    async fn remove_buttons(&self, place: PlaceId, message: u64) -> Result<(), DeliveryError>;
}
