//! The account of the bot, as it is configured, and why it cannot log in.

use crate::matrix::error::MatrixError;
use crate::service::{ServiceError, StorageError};

/// The account of the bot.
#[derive(Clone)]
pub struct Account {
    /// The address of the homeserver.
    pub homeserver: String,
    /// An access token; empty to log in otherwise. A secret.
    pub token: String,
    /// The user, for a login with a password: the user id, or the part of it before the homeserver.
    pub user: String,
    /// The password; empty without one. A secret.
    pub password: String,
}

impl Account {
    /// What a stored session must belong to.
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.homeserver, self.user)
    }
}

/// Why the bot is not logged in.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// The homeserver does not know the access token.
    #[error(
        "the homeserver refused the access token: set a valid one as matrix.token in the configuration, or in \
         MATRIX_TOKEN"
    )]
    Token,
    /// The homeserver does not know the user, or the password is another one.
    #[error(
        "the homeserver refused the user or the password: check matrix.user, and matrix.password or MATRIX_PASSWORD"
    )]
    Password,
    /// Nothing to log in with is configured, and nobody has approved the bot.
    #[error("the bot is not logged in to Matrix: stop it and run `tablero matrix login`, as docs/matrix.md says")]
    NoSession,
    /// The homeserver does not renew the session.
    #[error("the homeserver has ended the bot's session: stop the bot and run `tablero matrix login`")]
    Ended,
    /// The homeserver cannot be used.
    #[error("the bot cannot use the homeserver of [matrix]: {0}")]
    Matrix(#[from] MatrixError),
    /// Storage failed.
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl LoginError {
    /// Whether the homeserver wants something else from the host.
    pub fn is_refused(&self) -> bool {
        !matches!(self, LoginError::Matrix(_) | LoginError::Service(_))
    }

    /// Whether the same login may succeed later without a change of the configuration.
    pub fn is_passing(&self) -> bool {
        match self {
            LoginError::Token | LoginError::Password | LoginError::NoSession | LoginError::Ended => false,
            LoginError::Matrix(error) => error.is_passing(),
            LoginError::Service(_) => true,
        }
    }
}

impl From<StorageError> for LoginError {
    fn from(error: StorageError) -> Self {
        LoginError::Service(error.into())
    }
}
