//! What a chat platform does for the bot.

use super::view::View;
use crate::service::{MessageId, Millis, PlaceId, PlayerId, Token};
use crate::workers::DeliveryError;
use async_trait::async_trait;

/// Where a message is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Address {
    /// In a channel or a thread.
    Place(PlaceId),
    /// Directly to a person.
    Person(PlayerId),
}

/// A chat platform, to which the bot posts messages.
#[async_trait]
pub trait Platform: Send + Sync {
    /// Opens a thread from a message, or returns the thread already opened from it. Returns `None` if there can never
    /// be one, and [`DeliveryError::Gone`] if the message or its channel no longer exists.
    async fn open_thread(
        &self,
        channel: PlaceId,
        message: &MessageId,
        name: &str,
    ) -> Result<Option<PlaceId>, DeliveryError>;

    /// Adds a player to a thread without a ping.
    async fn add_member(&self, thread: PlaceId, person: PlayerId) -> Result<(), DeliveryError>;

    /// Posts a message and returns its id. Two posts with the same `nonce` (at most 25 characters) within a short time
    /// create only one message.
    async fn post(&self, to: Address, view: &View, nonce: &str) -> Result<MessageId, DeliveryError>;

    /// Searches for a message of the bot that shows this view: one with an attachment of the same name or, if the view
    /// has no attachments, one with the same text from which no thread was opened. Considers only messages since
    /// `since`, and none before the message `not_before`. Returns `None` if there is none, or if the bot may not read
    /// the messages.
    async fn find(
        &self,
        at: Address,
        view: &View,
        since: Millis,
        not_before: Option<&MessageId>,
    ) -> Result<Option<MessageId>, DeliveryError>;

    /// Posts a public answer to an interaction. Answers have no nonce, so one whose delivery was not confirmed may be
    /// posted twice.
    async fn answer(&self, token: &Token, view: &View) -> Result<(), DeliveryError>;

    /// Replaces a message of the bot with this view.
    async fn edit(&self, at: Address, message: &MessageId, view: &View) -> Result<(), DeliveryError>;

    /// Removes the buttons from a message.
    async fn remove_buttons(&self, at: Address, message: &MessageId) -> Result<(), DeliveryError>;
}
