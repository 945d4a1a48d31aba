//! What delivers messages to a chat platform, and why it may fail.

use crate::chat::view::View;
use crate::service::{Millis, PlaceId, PlayerId, ServiceError, StorageError, Token};
use async_trait::async_trait;
use std::time::Duration;

/// Why a message could not be delivered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    /// It may work later; the platform may have said when.
    #[error("{why}")]
    Later {
        /// What happened.
        why: String,
        /// Not before this time has passed.
        after: Option<Duration>,
    },
    /// We lack a permission, or the person takes no messages: it works again when somebody changes that.
    #[error("{0}")]
    Forbidden(String),
    /// The channel, the thread or the message does not exist any more.
    #[error("{0}")]
    Gone(String),
    /// It will never work.
    #[error("{0}")]
    Never(String),
}

impl DeliveryError {
    /// Whether trying again soon may help.
    pub fn is_transient(&self) -> bool {
        matches!(self, DeliveryError::Later { .. })
    }
}

/// What is damaged stays damaged; everything else that concerns the store may pass.
impl From<ServiceError> for DeliveryError {
    fn from(error: ServiceError) -> DeliveryError {
        match error {
            ServiceError::Storage(StorageError::Failed(_) | StorageError::Unwritable(_) | StorageError::Conflict) => {
                DeliveryError::Later { why: error.to_string(), after: None }
            }
            _ => DeliveryError::Never(error.to_string()),
        }
    }
}

/// What delivers messages to a chat platform.
#[async_trait]
pub trait Messenger: Send + Sync {
    /// Opens a thread from a message, or finds the one that was opened from it before. `None` when there cannot be
    /// one, for good. [`Trouble::Gone`] when the message or its channel does not exist any more.
    async fn open_thread(&self, channel: PlaceId, message: u64, name: &str) -> Result<Option<PlaceId>, DeliveryError>;

    /// Makes somebody a member of a thread, without a ping.
    async fn add_member(&self, thread: PlaceId, person: PlayerId) -> Result<(), DeliveryError>;

    /// Posts a message. Two with the same `nonce` (at most 25 characters) in a short time are one.
    /// Returns the number of the message.
    async fn post(&self, place: PlaceId, view: &View, nonce: &str) -> Result<u64, DeliveryError>;

    /// Looks for a message of ours that shows what this view shows: an attachment of the same name, or without
    /// attachments the same text, where no thread was opened from it. It is not older than `since` nor than the message
    /// with the number `not_before`. `None` when there is none, or when we may not look.
    async fn find(
        &self,
        place: PlaceId,
        view: &View,
        since: Millis,
        not_before: Option<u64>,
    ) -> Result<Option<u64>, DeliveryError>;

    /// Answers an interaction, for everybody there to see. There is no nonce for answers: one whose arrival was not
    /// told may be posted twice.
    async fn answer(&self, token: &Token, view: &View) -> Result<(), DeliveryError>;

    /// Where a person is written to directly.
    async fn direct(&self, person: PlayerId) -> Result<PlaceId, DeliveryError>;

    /// Makes a message of ours into this one.
    async fn change(&self, place: PlaceId, message: u64, view: &View) -> Result<(), DeliveryError>;

    /// Takes the buttons off a message.
    async fn retire(&self, place: PlaceId, message: u64) -> Result<(), DeliveryError>;
}
