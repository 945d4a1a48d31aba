//! Storing places and servers that platforms report.

use super::GameService;
use crate::service::ids::{PlaceId, ServerId};
use crate::service::people::accounts::{ExternalId, PlatformId};
use crate::service::servers::origin::{ExternalOrigin, Origin};
use crate::service::servers::places::ExternalPlace;
use crate::service::storage_error::StorageError;

impl GameService {
    /// The server with this id on a platform. Stores it the first time.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn server_of(&self, platform: PlatformId, server: &ExternalId) -> Result<ServerId, StorageError> {
        self.storage().server_of(platform, server).await
    }

    /// The place with this id on a platform. Stores it the first time, with its parent and server.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn place_of(&self, platform: PlatformId, place: &ExternalPlace) -> Result<PlaceId, StorageError> {
        self.storage().place_of(platform, place).await
    }

    /// Who makes a request, and where. Stores whatever is new.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn origin_of(&self, platform: PlatformId, origin: &ExternalOrigin) -> Result<Origin, StorageError> {
        self.storage().origin_of(platform, origin).await
    }

    /// Moves a channel to another id on its platform, because the platform has replaced it. Running matches continue in
    /// the channel itself, because their threads stay behind, and the settings of a server with the old id move too.
    /// Returns whether that was done: if the channel is known, and no other one has the new id.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn replace_channel(
        &self,
        platform: PlatformId,
        old: &ExternalId,
        new: &ExternalId,
    ) -> Result<bool, StorageError> {
        self.storage().replace_channel(platform, old, new).await
    }

    /// Records whether a thread is locked. Returns whether that is news.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn set_locked(&self, place: PlaceId, is_locked: bool) -> Result<bool, StorageError> {
        self.storage().set_locked(place, is_locked).await
    }
}
