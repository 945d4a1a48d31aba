//! Storing the people that platforms report.

use super::GameService;
use crate::service::ids::PlayerId;
use crate::service::people::accounts::{ExternalId, PlatformId};
use crate::service::storage_error::StorageError;

impl GameService {
    /// Returns the person with this account. If the account is new, stores it and a new person.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn person_of(&self, platform: PlatformId, account: &ExternalId) -> Result<PlayerId, StorageError> {
        self.storage().person_of(platform, account).await
    }

    /// Stores the display name of a player, and their locale if known.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn update_player(&self, id: PlayerId, name: &str, locale: Option<&str>) -> Result<(), StorageError> {
        self.storage().update_player(id, name, locale).await
    }
}
