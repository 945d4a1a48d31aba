//! Who does not play with whom.

use super::challenge::ChallengeError;
use crate::service::game_service::{GameService, ServiceError};
use crate::service::ids::PlayerId;

/// Somebody can block so many others.
pub const BLOCKS_MAX: usize = 100;

/// Why somebody cannot be blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// Nobody blocks themselves.
    #[error("nobody blocks themselves")]
    Self_,
    /// Bots do not challenge anybody.
    #[error("bots do not challenge anybody")]
    Bot,
    /// There are as many as there can be.
    #[error("more than {BLOCKS_MAX} people cannot be blocked")]
    TooMany,
}

impl GameService {
    /// Whom somebody does not play with, in the order of their numbers.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn blocked(&self, player: PlayerId) -> Result<Vec<PlayerId>, ServiceError> {
        let mut blocked = self.storage().blocked_people(player).await?;
        blocked.sort_unstable();
        Ok(blocked)
    }

    /// Somebody does not want to play with another any more. Games that go on are not touched.
    ///
    /// # Errors
    /// [`BlockError::Self_`], [`BlockError::TooMany`].
    pub async fn block(&self, player: PlayerId, other: PlayerId) -> Result<(), ServiceError> {
        if player == other {
            return Err(BlockError::Self_.into());
        }
        let known = self.storage().blocked_people(player).await?;
        if known.len() >= BLOCKS_MAX && !known.contains(&other) {
            return Err(BlockError::TooMany.into());
        }
        Ok(self.storage().set_block(player, other, true).await?)
    }

    /// Somebody wants to play with another again.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<(), ServiceError> {
        Ok(self.storage().set_block(player, other, false).await?)
    }

    /// Fails when one of two does not want to play with the other; which one, nobody is told.
    pub(in crate::service) async fn check_blocks(&self, one: PlayerId, other: PlayerId) -> Result<(), ServiceError> {
        if self.storage().is_blocked(one, other).await? { Err(ChallengeError::Blocked.into()) } else { Ok(()) }
    }
}
