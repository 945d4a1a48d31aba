//! Storing places and servers that platforms report.

use super::GameService;
use crate::service::ids::{PlaceId, ServerId};
use crate::service::people::accounts::{ExternalId, PlatformId};
use crate::service::servers::origin::{ExternalOrigin, Origin};
use crate::service::servers::places::ExternalPlace;
use crate::service::storage_error::StorageError;

impl GameService {
    /// Returns the server with this id on a platform, and stores it if it is new.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn server_of(&self, platform: PlatformId, server: &ExternalId) -> Result<ServerId, StorageError> {
        self.storage().server_of(platform, server).await
    }

    /// Returns the place with this id on a platform. If it is new, stores it with its parent and server.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn place_of(&self, platform: PlatformId, place: &ExternalPlace) -> Result<PlaceId, StorageError> {
        self.storage().place_of(platform, place).await
    }

    /// Returns who makes a request, and where. Stores what is new.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn origin_of(&self, platform: PlatformId, origin: &ExternalOrigin) -> Result<Origin, StorageError> {
        self.storage().origin_of(platform, origin).await
    }

    /// Gives a channel the new id that its platform has assigned to it. Running matches continue in the channel itself,
    /// because their threads stay behind. A server with the old id gets the new one and keeps its settings. Returns
    /// false and changes nothing if the channel is unknown or another one has the new id.
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

    /// Records whether a thread is locked. Returns true if that has changed.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn set_locked(&self, place: PlaceId, is_locked: bool) -> Result<bool, StorageError> {
        self.storage().set_locked(place, is_locked).await
    }
}
