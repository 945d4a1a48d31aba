//! Storing places and servers.

use crate::service::ids::{PlaceId, ServerId};
use crate::service::people::accounts::{ExternalId, PlatformId};
use crate::service::servers::origin::{ExternalOrigin, Origin};
use crate::service::servers::places::ExternalPlace;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Stores places and servers. Every operation but [`PlaceStorage::origin_of`] is one transaction. Looking up what is
/// already stored does not wait for other changes.
#[async_trait]
pub trait PlaceStorage: Send + Sync {
    /// Returns the server with this id on a platform, and stores it if it is new.
    async fn server_of(&self, platform: PlatformId, server: &ExternalId) -> Result<ServerId, StorageError>;

    /// Returns the place with this id on a platform. If it is new, stores it with its parent and server.
    async fn place_of(&self, platform: PlatformId, place: &ExternalPlace) -> Result<PlaceId, StorageError>;

    /// Returns who makes a request, and where. Stores what is new.
    async fn origin_of(&self, platform: PlatformId, origin: &ExternalOrigin) -> Result<Origin, StorageError>;

    /// Gives a channel the new id that its platform has assigned to it. Running matches continue in the channel itself,
    /// because their threads stay behind. A server with the old id gets the new one and keeps its settings. Returns
    /// false and changes nothing if the channel is unknown or another one has the new id.
    async fn replace_channel(
        &self,
        platform: PlatformId,
        old: &ExternalId,
        new: &ExternalId,
    ) -> Result<bool, StorageError>;

    /// Records whether a thread is locked. Returns true if that has changed.
    async fn set_locked(&self, place: PlaceId, locked: bool) -> Result<bool, StorageError>;
}
