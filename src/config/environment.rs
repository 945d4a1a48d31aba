//! Secrets from the environment.

use super::found_secret::{FoundSecret, SecretOrigin};
use super::secret_form::SecretForm;
use super::{Config, ConfigError, secret_file};
use std::ffi::OsString;
use std::io::ErrorKind;
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
    pub discord: Option<FoundSecret>,
    /// Matrix's, from [`MATRIX_TOKEN_VARIABLE`] or the credential `matrix_token`.
    pub matrix: Option<FoundSecret>,
    /// The password of the account on Matrix, from [`MATRIX_PASSWORD_VARIABLE`] or the credential `matrix_password`.
    pub matrix_password: Option<FoundSecret>,
    /// The URL of the database, from [`DATABASE_URL_VARIABLE`] or the credential `database_url`.
    pub database_url: Option<FoundSecret>,
}

impl Tokens {
    /// Reads each secret from its environment variable, from the file that the variable with `_FILE` at its end names,
    /// or from systemd's credentials: the first of them that is there. Empty variables do not count.
    ///
    /// # Errors
    /// [`ConfigError::NotText`]; [`ConfigError::SecretFile`] or [`ConfigError::EmptySecretFile`] if a file that a
    /// variable names cannot be read or is empty.
    pub fn from_environment() -> Result<Tokens, ConfigError> {
        Tokens::read(|name| std::env::var_os(name))
    }

    fn read(variable: impl Fn(&str) -> Option<OsString>) -> Result<Tokens, ConfigError> {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let folder = variable(CREDENTIALS_VARIABLE).map(PathBuf::from);
        let secret = |name: &'static str, credential: &str| -> Result<Option<FoundSecret>, ConfigError> {
            if let Some(value) = variable(name) {
                let text = value.into_string().map_err(|_| ConfigError::NotText { name })?;
                return Ok(Some(FoundSecret { text, origin: SecretOrigin::Variable(name) }));
            }
            let file_name = format!("{name}_FILE");
            if let Some(file) = variable(&file_name) {
                return secret_file::read(file_name, Path::new(&file)).map(Some);
            }
            let Some(folder) = &folder else { return Ok(None) };
            match secret_file::read(CREDENTIALS_VARIABLE.to_owned(), &folder.join(credential)) {
                // The service has no such credential.
                Err(ConfigError::SecretFile { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
                found => found.map(Some),
            }
        };
        Ok(Tokens {
            discord: secret(TOKEN_VARIABLE, "discord_token")?,
            matrix: secret(MATRIX_TOKEN_VARIABLE, "matrix_token")?,
            matrix_password: secret(MATRIX_PASSWORD_VARIABLE, "matrix_password")?,
            database_url: secret(DATABASE_URL_VARIABLE, "database_url")?,
        })
    }

    /// Puts the secrets into the configuration, in place of those of its file.
    ///
    /// # Errors
    /// [`ConfigError::Given`] if one of them has an invalid value.
    pub(super) fn override_secrets(self, config: &mut Config) -> Result<(), ConfigError> {
        for (found, secret, form) in [
            (self.discord, &mut config.discord.token, SecretForm::DISCORD_TOKEN),
            (self.matrix, &mut config.matrix.token, SecretForm::MATRIX_TOKEN),
            (self.matrix_password, &mut config.matrix.password, SecretForm::MATRIX_PASSWORD),
            (self.database_url, &mut config.database.url, SecretForm::DATABASE_URL),
        ] {
            let Some(found) = found else { continue };
            config.warnings.extend(found.warning());
            *secret = found.checked(form)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use tempfile::TempDir;

    fn read(variables: &[(&str, &Path)]) -> Result<Tokens, ConfigError> {
        let variables: HashMap<&str, OsString> =
            variables.iter().map(|(name, value)| (*name, value.as_os_str().to_owned())).collect();
        Tokens::read(|name| variables.get(name).cloned())
    }

    /// Why the configuration `config.toml` in this folder cannot be loaded with these variables.
    fn error(folder: &TempDir, variables: &[(&str, &Path)]) -> String {
        let path = folder.path().join("config.toml");
        std::fs::write(&path, "[discord]\ntoken = \"of-the-file\"").expect("a file");
        let config = read(variables).and_then(|tokens| Config::load(Some(&path), tokens));
        config.expect_err("a secret is wrong").to_string()
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
            assert_eq!(tokens.discord.as_ref().map(|found| found.text.as_str()), expected);
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

    #[test]
    fn an_empty_file_is_an_error_and_no_other_secret_is_used() {
        let folder = TempDir::new().expect("a folder");
        let (empty, credential) = (folder.path().join("empty"), folder.path().join("discord_token"));
        std::fs::write(&empty, "\r\n").expect("a file");
        let text = error(&folder, &[("DISCORD_TOKEN_FILE", &empty)]);
        assert!(text.starts_with("DISCORD_TOKEN_FILE: ") && text.contains("empty is empty"), "{text}");
        std::fs::write(&credential, "").expect("a file");
        let text = error(&folder, &[(CREDENTIALS_VARIABLE, folder.path())]);
        assert!(text.starts_with("CREDENTIALS_DIRECTORY: ") && text.contains("discord_token is empty"), "{text}");
    }

    #[test]
    fn a_wrong_secret_is_reported_with_its_origin() {
        let folder = TempDir::new().expect("a folder");
        let credential = folder.path().join("discord_token");
        std::fs::write(&credential, "two words\n").expect("a file");
        let variable = Path::new("two words");
        let file = format!("the content of {} must be a text without blanks", credential.display());
        for (variables, expected) in [
            (("DISCORD_TOKEN", variable), "DISCORD_TOKEN must be a text without blanks".to_owned()),
            (("DISCORD_TOKEN_FILE", credential.as_path()), format!("DISCORD_TOKEN_FILE: {file}")),
            ((CREDENTIALS_VARIABLE, folder.path()), format!("CREDENTIALS_DIRECTORY: {file}")),
        ] {
            let text = error(&folder, &[variables]);
            assert!(text.starts_with(&expected) && !text.contains("two words"), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_variable_that_is_not_text_is_an_error_but_may_name_a_file() {
        use std::os::unix::ffi::OsStrExt;
        let folder = TempDir::new().expect("a folder");
        let odd = std::ffi::OsStr::from_bytes(b"caf\xe9");
        let text = error(&folder, &[("MATRIX_PASSWORD", Path::new(odd))]);
        assert!(text.starts_with("MATRIX_PASSWORD is not valid UTF-8"), "{text}");
        let file = folder.path().join(odd);
        std::fs::write(&file, "secret").expect("a file");
        let tokens = read(&[("MATRIX_PASSWORD_FILE", &file)]).expect("it can be read");
        assert_eq!(tokens.matrix_password.expect("the secret").text, "secret");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_every_user_can_read_gives_a_warning() {
        use std::os::unix::fs::PermissionsExt;
        let folder = TempDir::new().expect("a folder");
        let (path, file) = (folder.path().join("config.toml"), folder.path().join("token"));
        let named = format!("[matrix]\ntoken_file = \"{}\"", file.display());
        std::fs::write(&file, "secret").expect("a file");
        for (text, variables) in [("", &[("DISCORD_TOKEN_FILE", file.as_path())][..]), (&named, &[])] {
            std::fs::write(&path, text).expect("a file");
            for (mode, number) in [(0o644, 1), (0o640, 0)] {
                std::fs::set_permissions(&file, PermissionsExt::from_mode(mode)).expect("permissions");
                let tokens = read(variables).expect("the file can be read");
                let config = Config::load(Some(&path), tokens).expect("the secret is right");
                assert_eq!(config.warnings.len(), number, "{:?}", config.warnings);
                assert!(config.warnings.iter().all(|warning| warning.contains("token contains a secret")));
            }
        }
    }
}
