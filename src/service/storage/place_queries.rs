//! Reading places and servers.

use crate::service::ids::{PlaceId, PlayerId, ServerId};
use crate::service::people::accounts::{ExternalId, PlatformId};
use crate::service::people::preferences::Preferences;
use crate::service::servers::server_settings::ServerSettings;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Reads places and servers, their ids on the platforms, and settings. Every operation is one transaction.
#[async_trait]
pub trait PlaceQueries: Send + Sync {
    /// The server with this id on a platform, if it is stored.
    async fn find_server(&self, platform: PlatformId, server: &ExternalId) -> Result<Option<ServerId>, StorageError>;

    /// The place with this id on a platform, if it is stored.
    async fn find_place(&self, platform: PlatformId, place: &ExternalId) -> Result<Option<PlaceId>, StorageError>;

    /// The ids of places on a platform. Places elsewhere are left out.
    async fn places_on(
        &self,
        platform: PlatformId,
        places: &[PlaceId],
    ) -> Result<Vec<(PlaceId, ExternalId)>, StorageError>;

    /// Whether a thread was locked when its platform last reported on it.
    async fn is_locked(&self, place: PlaceId) -> Result<bool, StorageError>;

    /// The threads of a channel in which running matches are played that have no other channel, such as the posts of a
    /// forum.
    async fn threads_played_in(&self, channel: PlaceId) -> Result<Vec<PlaceId>, StorageError>;

    /// The settings of a server.
    async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, StorageError>;

    /// The settings of a server, or the default settings without a server, and the preferences of a player.
    async fn settings_and_preferences(
        &self,
        server: Option<ServerId>,
        player: PlayerId,
    ) -> Result<(ServerSettings, Preferences), StorageError>;
}
