//! Places and servers, and their ids on the chat platforms.

use crate::service::ids::{PlaceId, ServerId};
use crate::service::people::accounts::{ExternalId, PlatformId};
use crate::service::servers::origin::{ExternalOrigin, Origin};
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// What a platform tells about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalPlace {
    /// Its id there.
    pub id: ExternalId,
    /// The channel, if it is a thread and this is known.
    pub parent: Option<PlaceId>,
    /// The server, if it is in one and this is known; otherwise that of the channel.
    pub server: Option<ServerId>,
}

/// Storage of places and servers. Every operation but [`PlaceStorage::origin_of`] is one transaction. Reads do not wait
/// for other changes.
#[async_trait]
pub trait PlaceStorage: Send + Sync {
    /// The server with this id on a platform. Stores it the first time.
    ///
    /// # Errors
    /// If storage fails.
    async fn server_of(&self, platform: PlatformId, server: &ExternalId) -> Result<ServerId, StorageError>;

    /// The place with this id on a platform. Stores it the first time, with its parent and server.
    ///
    /// # Errors
    /// If storage fails.
    async fn place_of(&self, platform: PlatformId, place: &ExternalPlace) -> Result<PlaceId, StorageError>;

    /// Who makes a request, and where. Stores whatever is new.
    ///
    /// # Errors
    /// If storage fails.
    async fn origin_of(&self, platform: PlatformId, origin: &ExternalOrigin) -> Result<Origin, StorageError>;

    /// The server with this id on a platform, if it is stored.
    ///
    /// # Errors
    /// If storage fails.
    async fn find_server(&self, platform: PlatformId, server: &ExternalId) -> Result<Option<ServerId>, StorageError>;

    /// The place with this id on a platform, if it is stored.
    ///
    /// # Errors
    /// If storage fails.
    async fn find_place(&self, platform: PlatformId, place: &ExternalId) -> Result<Option<PlaceId>, StorageError>;

    /// Moves a channel to another id on its platform, because the platform has replaced it. Running matches continue in
    /// the channel itself, because their threads stay behind, and the settings of a server with the old id move too.
    /// Returns whether that was done: if the channel is known, and no other one has the new id.
    ///
    /// # Errors
    /// If storage fails.
    async fn replace_channel(
        &self,
        platform: PlatformId,
        old: &ExternalId,
        new: &ExternalId,
    ) -> Result<bool, StorageError>;

    /// Records whether a thread is locked. Returns whether that is news.
    ///
    /// # Errors
    /// If storage fails.
    async fn set_locked(&self, place: PlaceId, locked: bool) -> Result<bool, StorageError>;

    /// Whether a thread was locked when its platform last reported on it.
    ///
    /// # Errors
    /// If storage fails.
    async fn is_locked(&self, place: PlaceId) -> Result<bool, StorageError>;

    /// The threads of a channel in which running matches are played that have no other channel, such as the posts of a
    /// forum.
    ///
    /// # Errors
    /// If storage fails.
    async fn threads_played_in(&self, channel: PlaceId) -> Result<Vec<PlaceId>, StorageError>;

    /// The ids of places on a platform; those that are not on it are left out.
    ///
    /// # Errors
    /// If storage fails.
    async fn places_on(
        &self,
        platform: PlatformId,
        places: &[PlaceId],
    ) -> Result<Vec<(PlaceId, ExternalId)>, StorageError>;
}
