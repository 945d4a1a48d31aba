//! The storage trait of servers.

use super::server_settings::ServerSettings;
use crate::service::ids::{PlayerId, ServerId};
use crate::service::people::preferences::Preferences;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// Storage of servers. Every operation is one transaction.
#[async_trait]
pub trait ServerStorage: Send + Sync {
    /// The settings of a server.
    async fn server_settings(&self, server: ServerId) -> Result<ServerSettings, StorageError>;

    /// The settings of a server, or the usual ones without a server, and the preferences of a player.
    async fn settings_and_preferences(
        &self,
        server: Option<ServerId>,
        player: PlayerId,
    ) -> Result<(ServerSettings, Preferences), StorageError>;
}
