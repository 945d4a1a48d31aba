//! Operations for blocking players.

use crate::service::change_set::{BlockChange, Change};
use crate::service::game_service::GameService;
use crate::service::ids::PlayerId;
use crate::service::lobby::blocks::{BLOCKS_MAX, BlockError};
use crate::service::lobby::challenge::ChallengeError;
use crate::service::service_error::ServiceError;

impl GameService {
    /// The players that a player has blocked, sorted by id.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn blocked(&self, player: PlayerId) -> Result<Vec<PlayerId>, ServiceError> {
        let mut blocked = self.storage().blocked_people(player).await?;
        blocked.sort_unstable();
        Ok(blocked)
    }

    /// Blocks a player for another. Running matches are not affected.
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
        Ok(self.apply(vec![Change::Block(BlockChange { player, other, is_blocked: true })]).await?)
    }

    /// Unblocks a player for another.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn unblock(&self, player: PlayerId, other: PlayerId) -> Result<(), ServiceError> {
        Ok(self.apply(vec![Change::Block(BlockChange { player, other, is_blocked: false })]).await?)
    }

    /// Fails if either player has blocked the other. The error does not reveal which one.
    pub(in crate::service) async fn check_blocks(&self, one: PlayerId, other: PlayerId) -> Result<(), ServiceError> {
        if self.storage().is_blocked(one, other).await? { Err(ChallengeError::Blocked.into()) } else { Ok(()) }
    }
}
