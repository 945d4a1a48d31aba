//! Storing places and servers.

use crate::service::ids::{PlaceId, ServerId};
use crate::service::people::accounts::{ExternalId, PlatformId};
use crate::service::servers::origin::{ExternalOrigin, Origin};
use crate::service::servers::places::ExternalPlace;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Stores places and servers. Every operation but [`PlaceStorage::origin_of`] is one transaction. Finding what is known
/// does not wait for other changes.
#[async_trait]
pub trait PlaceStorage: Send + Sync {
    /// The server with this id on a platform. Stores it the first time.
    async fn server_of(&self, platform: PlatformId, server: &ExternalId) -> Result<ServerId, StorageError>;

    /// The place with this id on a platform. Stores it the first time, with its parent and server.
    async fn place_of(&self, platform: PlatformId, place: &ExternalPlace) -> Result<PlaceId, StorageError>;

    /// Who makes a request, and where. Stores whatever is new.
    async fn origin_of(&self, platform: PlatformId, origin: &ExternalOrigin) -> Result<Origin, StorageError>;

    /// Moves a channel to another id on its platform, because the platform has replaced it. Running matches continue in
    /// the channel itself, because their threads stay behind, and the settings of a server with the old id move too.
    /// Returns whether that was done: if the channel is known, and no other one has the new id.
    async fn replace_channel(
        &self,
        platform: PlatformId,
        old: &ExternalId,
        new: &ExternalId,
    ) -> Result<bool, StorageError>;

    /// Records whether a thread is locked. Returns whether that is news.
    async fn set_locked(&self, place: PlaceId, locked: bool) -> Result<bool, StorageError>;
}
