//! Why a request to the game service failed.

use crate::service::links::link::LinkError;
use crate::service::lobby::blocks::BlockError;
use crate::service::lobby::challenge::ChallengeError;
use crate::service::matches::conditional_moves::ConditionalMovesError;
use crate::service::matches::state::PlayError;
use crate::service::people::personal_data::PrivacyError;
use crate::service::people::schedule::PreferenceError;
use crate::service::request_limits::LimitError;
use crate::service::servers::server_settings::ServerError;
use crate::service::storage_error::StorageError;

/// Why a request to the game service failed.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// An error about a challenge.
    #[error(transparent)]
    Challenge(#[from] ChallengeError),
    /// An error about a match.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// An error about conditional moves.
    #[error(transparent)]
    ConditionalMoves(#[from] ConditionalMovesError),
    /// An error about preferences, schedules or vacations.
    #[error(transparent)]
    Preference(#[from] PreferenceError),
    /// An error about blocking a player.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// An error about links between accounts.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// An error about server settings.
    #[error(transparent)]
    Server(#[from] ServerError),
    /// An error about personal data.
    #[error(transparent)]
    Privacy(#[from] PrivacyError),
    /// There were too many such requests in the last minute.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl ServiceError {
    /// Whether the storage has failed, so that asking it for more will probably fail too.
    pub fn is_failure(&self) -> bool {
        matches!(
            self,
            ServiceError::Storage(StorageError::Failed(_) | StorageError::Unwritable(_) | StorageError::Interrupted(_))
        )
    }

    /// Whether the request concerns other players only: it is their challenge, their match or their turn.
    pub fn is_about_others(&self) -> bool {
        matches!(
            self,
            ServiceError::Challenge(ChallengeError::NotForYou | ChallengeError::NotYours)
                | ServiceError::Play(PlayError::NotAPlayer | PlayError::NotYourTurn)
        )
    }
}
