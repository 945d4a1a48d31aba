//! The connection to Matrix.

use super::secret::Secret;
use serde::Deserialize;
use std::path::PathBuf;

/// `[matrix]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Matrix {
    /// The address of the homeserver; without one, the bot does not use Matrix.
    pub homeserver: Option<String>,
    /// The bot's access token. The environment variable `MATRIX_TOKEN` overrides it.
    pub token: Secret,
    /// The file that contains the access token.
    pub token_file: Option<PathBuf>,
    /// The bot's user, for a login with a password instead of an access token.
    pub user: String,
    /// The password. The environment variable `MATRIX_PASSWORD` overrides it.
    pub password: Secret,
    /// The file that contains the password.
    pub password_file: Option<PathBuf>,
    /// The users and homeservers that may invite the bot; if empty, anyone may.
    pub inviters: Vec<String>,
}

impl Matrix {
    /// Whether an access token or a password is there.
    pub fn can_log_in(&self) -> bool {
        !self.token.expose().is_empty() || !(self.user.is_empty() || self.password.expose().is_empty())
    }
}
