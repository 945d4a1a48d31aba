//! Secrets from the environment.

use super::ConfigError;
use super::secret_file;
use std::path::{Path, PathBuf};

/// The environment variable that overrides the token in the file.
pub const TOKEN_VARIABLE: &str = "DISCORD_TOKEN";
/// The environment variable that overrides Matrix's access token in the file.
pub const MATRIX_TOKEN_VARIABLE: &str = "MATRIX_TOKEN";
/// The environment variable that overrides the password of the account on Matrix in the file.
pub const MATRIX_PASSWORD_VARIABLE: &str = "MATRIX_PASSWORD";

/// The environment variable that overrides the URL of the database in the file.
pub const DATABASE_URL_VARIABLE: &str = "TABLERO_DATABASE_URL";

/// The environment variable with the folder in which systemd puts a service's credentials.
const CREDENTIALS_VARIABLE: &str = "CREDENTIALS_DIRECTORY";

/// The secrets from the environment.
#[derive(Clone, Default)]
pub struct Tokens {
    /// Discord's, from [`TOKEN_VARIABLE`] or the credential `discord_token`.
    pub discord: Option<String>,
    /// Matrix's, from [`MATRIX_TOKEN_VARIABLE`] or the credential `matrix_token`.
    pub matrix: Option<String>,
    /// The password of the account on Matrix, from [`MATRIX_PASSWORD_VARIABLE`] or the credential `matrix_password`.
    pub matrix_password: Option<String>,
    /// The URL of the database, from [`DATABASE_URL_VARIABLE`] or the credential `database_url`.
    pub database_url: Option<String>,
}

impl Tokens {
    /// Reads each secret from its environment variable, from the file that the variable with `_FILE` at its end names,
    /// or from systemd's credentials: the first of them that is there. Empty variables do not count.
    ///
    /// # Errors
    /// [`ConfigError::SecretFile`] if a file that a variable names cannot be read.
    pub fn from_environment() -> Result<Tokens, ConfigError> {
        Tokens::read(|name| std::env::var(name).ok())
    }

    fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Tokens, ConfigError> {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let folder = variable(CREDENTIALS_VARIABLE).map(PathBuf::from);
        let secret = |name: &'static str, credential: &str| -> Result<Option<String>, ConfigError> {
            if let Some(value) = variable(name) {
                return Ok(Some(value));
            }
            if let Some(file) = variable(&format!("{name}_FILE")) {
                return secret_file::read(format!("{name}_FILE"), Path::new(&file)).map(Some);
            }
            let credential = folder.as_ref().map(|folder| folder.join(credential)).filter(|path| path.exists());
            credential.map(|path| secret_file::read(CREDENTIALS_VARIABLE.to_owned(), &path)).transpose()
        };
        Ok(Tokens {
            discord: secret(TOKEN_VARIABLE, "discord_token")?,
            matrix: secret(MATRIX_TOKEN_VARIABLE, "matrix_token")?,
            matrix_password: secret(MATRIX_PASSWORD_VARIABLE, "matrix_password")?,
            database_url: secret(DATABASE_URL_VARIABLE, "database_url")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use tempfile::TempDir;

    fn read(variables: &[(&str, &Path)]) -> Result<Tokens, ConfigError> {
        let text = |path: &Path| path.to_str().expect("UTF-8").to_owned();
        let variables: HashMap<&str, String> = variables.iter().map(|(name, value)| (*name, text(value))).collect();
        Tokens::read(|name| variables.get(name).cloned())
    }

    #[test]
    fn a_secret_comes_from_the_first_place_that_has_it() {
        let folder = TempDir::new().expect("a folder");
        let (file, credentials) = (folder.path().join("token"), folder.path().join("credentials"));
        std::fs::create_dir(&credentials).expect("a folder");
        std::fs::write(&file, "from the file\n").expect("a file");
        std::fs::write(credentials.join("discord_token"), "from systemd\n").expect("a file");
        let (value, empty) = (Path::new("from the variable"), Path::new(""));
        let [named, systemd] = [("DISCORD_TOKEN_FILE", file.as_path()), (CREDENTIALS_VARIABLE, credentials.as_path())];
        for (variables, expected) in [
            (&[("DISCORD_TOKEN", value), named, systemd][..], Some("from the variable")),
            (&[("DISCORD_TOKEN", empty), named, systemd], Some("from the file")),
            (&[("DISCORD_TOKEN_FILE", empty), systemd], Some("from systemd")),
            (&[], None),
        ] {
            let tokens = read(variables).expect("the files can be read");
            assert_eq!(tokens.discord.as_deref(), expected);
            assert!(tokens.matrix.is_none() && tokens.matrix_password.is_none() && tokens.database_url.is_none());
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named_without_its_content() {
        let folder = TempDir::new().expect("a folder");
        let missing = folder.path().join("missing");
        let Err(error) = read(&[("MATRIX_PASSWORD_FILE", &missing)]) else { panic!("there is no such file") };
        let text = error.to_string();
        assert!(text.starts_with("MATRIX_PASSWORD_FILE: ") && text.contains("missing cannot be read"), "{text}");
        let long = folder.path().join("long");
        std::fs::write(&long, "x".repeat(1 << 17)).expect("a file");
        let Err(error) = read(&[("DISCORD_TOKEN_FILE", &long)]) else { panic!("no token is that long") };
        assert!(error.to_string().contains("too long") && !error.to_string().contains("xx"), "{error}");
    }
}
