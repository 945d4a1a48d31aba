//! The bot's sessions on platforms.

use crate::service::ids::Millis;
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
    /// What another access token is had for when this one ends; `None` if it does not end. A secret.
    pub refresh_token: Option<String>,
    /// When the access token ends, if that is known.
    pub expires_at: Option<Millis>,
    /// The bot's id at the login server of the platform; `None` if the session does not come from one.
    pub client_id: Option<String>,
}

impl fmt::Debug for PlatformSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlatformSession").field("account", &self.account).finish_non_exhaustive()
    }
}
