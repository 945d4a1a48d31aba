//! The storage trait of the bot's sessions on platforms.

use crate::service::people::accounts::PlatformId;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;
use std::fmt;

/// A session of the bot on a platform.
#[derive(Clone, PartialEq, Eq)]
pub struct PlatformSession {
    /// The account to which it belongs, as the front end of the platform writes it.
    pub account: String,
    /// The device.
    pub device: String,
    /// The access token. A secret.
    pub token: String,
}

impl fmt::Debug for PlatformSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlatformSession").field("account", &self.account).finish_non_exhaustive()
    }
}

/// Storage of the bot's sessions. Every operation is one transaction.
#[async_trait]
pub trait SessionStorage: Send + Sync {
    /// The session on a platform.
    async fn session(&self, platform: PlatformId) -> Result<Option<PlatformSession>, StorageError>;

    /// Stores the session on a platform in place of an earlier one.
    async fn set_session(&self, platform: PlatformId, session: &PlatformSession) -> Result<(), StorageError>;
}
