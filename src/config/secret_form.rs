//! What a secret may be.

use super::{ACCESS_TOKEN, DATABASE_URL, PASSWORD, TOKEN, is_database, is_token};

/// What a secret may be.
#[derive(Clone, Copy)]
pub(super) struct SecretForm {
    /// Whether a text is a valid value.
    pub fits: fn(&str) -> bool,
    /// The description of a valid value: completes "… must be …".
    pub must_be: &'static str,
    /// Whether blanks around it are from copying and not part of it.
    pub is_trimmed: bool,
}

impl SecretForm {
    /// Discord's token.
    pub const DISCORD_TOKEN: SecretForm = SecretForm { fits: is_token, must_be: TOKEN, is_trimmed: true };
    /// Matrix's access token.
    pub const MATRIX_TOKEN: SecretForm = SecretForm { fits: is_token, must_be: ACCESS_TOKEN, is_trimmed: true };
    /// The password of the account on Matrix.
    pub const MATRIX_PASSWORD: SecretForm = SecretForm { fits: |_| true, must_be: PASSWORD, is_trimmed: false };
    /// The URL of the database.
    pub const DATABASE_URL: SecretForm = SecretForm { fits: is_database, must_be: DATABASE_URL, is_trimmed: true };
}
