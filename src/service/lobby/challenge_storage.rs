//! The storage trait of challenges.

use super::challenge::Challenge;
use crate::service::ids::{ChallengeId, Millis, PlayerId};
use crate::service::people::accounts::PlatformId;
use crate::service::storage_error::StorageError;
use crate::service::time::control::Span;
use async_trait::async_trait;

/// Storage of challenges. Every operation is one transaction.
#[async_trait]
pub trait ChallengeStorage: Send + Sync {
    /// Loads a challenge.
    async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StorageError>;

    /// The open challenges between two players, oldest first.
    async fn open_challenges_between(
        &self,
        one: PlayerId,
        other: PlayerId,
        now: Millis,
    ) -> Result<Vec<Challenge>, StorageError>;

    /// The open challenges to or by a player, oldest first, at most `limit`.
    async fn open_challenges_of(
        &self,
        player: PlayerId,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<Challenge>, StorageError>;

    /// The open challenges that were made on a platform within a time, where the bot can post.
    async fn open_challenges_made(&self, platform: PlatformId, within: Span) -> Result<Vec<ChallengeId>, StorageError>;
}
