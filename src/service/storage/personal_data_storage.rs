//! The storage trait of the export and the erasure of personal data.

use crate::service::change_set::MatchChange;
use crate::service::ids::{MatchId, Millis, PlayerId};
use crate::service::outbox::inbox::EventId;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;
use serde_json::{Map, Value};

/// The erasure of a player.
#[derive(Clone, Debug)]
pub struct Erasure {
    /// The player.
    pub player: PlayerId,
    /// The changes that end their running matches.
    pub ends: Vec<MatchChange>,
    /// Running matches that cannot be read and therefore cannot be resigned: they end without a result.
    pub unreadable: Vec<MatchId>,
    /// Whether the bot's messages about their matches and challenges are removed, where the platform can do that.
    pub removes_messages: bool,
    /// The event that asked for it. It is recorded without the player, so that a second delivery does not store them
    /// again.
    pub event: Option<EventId>,
    /// The time of the change.
    pub now: Millis,
}

/// Storage of all that is known of a person. Every operation is one transaction.
#[async_trait]
pub trait PersonalDataStorage: Send + Sync {
    /// Claims an export for a player. If one was made after `since`, returns its time instead.
    async fn claim_export(&self, player: PlayerId, now: Millis, since: Millis) -> Result<Option<Millis>, StorageError>;

    /// Releases the claim after a failed export.
    async fn release_export(&self, player: PlayerId) -> Result<(), StorageError>;

    /// Everything stored about a player except games, secrets and other players' private data: a list of rows for each
    /// kind of data.
    async fn personal_facts(&self, player: PlayerId) -> Result<Map<String, Value>, StorageError>;

    /// The matches of a player, newest first.
    async fn personal_game_ids(&self, player: PlayerId) -> Result<Vec<MatchId>, StorageError>;

    /// These matches as seen from the player's seat, each with its `moves`; matches of other players are left out.
    async fn personal_games(&self, player: PlayerId, ids: &[MatchId]) -> Result<Vec<Value>, StorageError>;

    /// Ends the running matches of a player and erases the player. Finished matches are handled first, in several
    /// transactions; everything else follows in one. [`StorageError::Conflict`] if one of the running matches has
    /// changed, or if there is a new one.
    async fn erase_person(&self, erasure: &Erasure) -> Result<(), StorageError>;
}
