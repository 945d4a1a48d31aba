//! The bot's sessions on platforms.

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
