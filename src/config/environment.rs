//! Secrets from the environment.

/// The environment variable that overrides the token in the file.
pub const TOKEN_VARIABLE: &str = "DISCORD_TOKEN";
/// The environment variable that overrides Matrix's access token in the file.
pub const MATRIX_TOKEN_VARIABLE: &str = "MATRIX_TOKEN";
/// The environment variable that overrides the password of the account on Matrix in the file.
pub const MATRIX_PASSWORD_VARIABLE: &str = "MATRIX_PASSWORD";

/// The environment variable that overrides the URL of the database in the file.
pub const DATABASE_URL_VARIABLE: &str = "TABLERO_DATABASE_URL";

/// The secrets from the environment.
#[derive(Clone, Default)]
pub struct Tokens {
    /// Discord's, from [`TOKEN_VARIABLE`].
    pub discord: Option<String>,
    /// Matrix's, from [`MATRIX_TOKEN_VARIABLE`].
    pub matrix: Option<String>,
    /// The password of the account on Matrix, from [`MATRIX_PASSWORD_VARIABLE`].
    pub matrix_password: Option<String>,
    /// The URL of the database, from [`DATABASE_URL_VARIABLE`].
    pub database_url: Option<String>,
}

impl Tokens {
    /// Reads the environment variables.
    pub fn from_environment() -> Tokens {
        let names = [TOKEN_VARIABLE, MATRIX_TOKEN_VARIABLE, MATRIX_PASSWORD_VARIABLE, DATABASE_URL_VARIABLE];
        let [discord, matrix, matrix_password, database_url] = names.map(|name| std::env::var(name).ok());
        Tokens { discord, matrix, matrix_password, database_url }
    }
}
