//! Storing people and their names.

use crate::service::ids::PlayerId;
use crate::service::people::accounts::{ExternalId, PlatformId};
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Stores people and their names. What people change themselves is a [`Change`](crate::service::Change).
#[async_trait]
pub trait PeopleStorage: Send + Sync {
    /// Returns the person with this account. If the account is new, stores it and a new person. Storing waits for other
    /// changes; finding a known account does not.
    async fn person_of(&self, platform: PlatformId, account: &ExternalId) -> Result<PlayerId, StorageError>;

    /// Stores a player's display name (see [`display_name`](crate::service::people::display_name::display_name)), and
    /// their locale if known.
    async fn update_player(&self, id: PlayerId, name: &str, locale: Option<&str>) -> Result<(), StorageError>;

    /// The key that signs links to the pages of matches. Stores `drawn` as the key if there is none yet.
    async fn board_link_key(&self, drawn: &[u8]) -> Result<Vec<u8>, StorageError>;
}
