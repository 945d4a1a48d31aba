//! The storage trait of what was posted where a match is played.

use crate::service::ids::{LocationId, MessageId, Millis, PlaceId};
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// The message that shows a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedBoard {
    /// The place where it was posted.
    pub place: PlaceId,
    /// The message id.
    pub message: MessageId,
    /// When it was posted.
    pub at: Millis,
}

/// Storage of the locations of matches. Every operation is one transaction.
#[async_trait]
pub trait LocationStorage: Send + Sync {
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

    /// The latest posted board.
    async fn posted_board(&self, location: LocationId) -> Result<Option<PostedBoard>, StorageError>;

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
}
