//! The boards that were posted.

use crate::service::ids::{MessageId, Millis, PlaceId};

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
