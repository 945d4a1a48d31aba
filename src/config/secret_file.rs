//! Secrets in files of their own, as service managers and containers provide them.

use super::found_secret::{FoundSecret, SecretOrigin};
use super::secret_form::SecretForm;
use super::{Config, ConfigError, Secret, Tokens};
use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

/// The largest file, in bytes. No token, password or URL is nearly as long.
const SIZE_MAX: u64 = 64 << 10;

/// Reads a secret from a file, without the line break at its end. `name` is the key or variable that names the file.
///
/// # Errors
/// [`ConfigError::SecretFile`]; [`ConfigError::EmptySecretFile`], because another secret would be used instead.
pub(super) fn read(name: String, path: &Path) -> Result<FoundSecret, ConfigError> {
    let read = || {
        let mut text = String::new();
        File::open(path)?.take(SIZE_MAX + 1).read_to_string(&mut text)?;
        if text.len() as u64 > SIZE_MAX {
            return Err(Error::new(ErrorKind::FileTooLarge, "it is too long for a secret"));
        }
        Ok(text)
    };
    let path = path.to_owned();
    match read() {
        Err(source) => Err(ConfigError::SecretFile { name, path, source }),
        Ok(text) if text.trim().is_empty() => Err(ConfigError::EmptySecretFile { name, path }),
        Ok(text) => {
            let text = text.trim_end_matches(['\r', '\n']).to_owned();
            Ok(FoundSecret { text, origin: SecretOrigin::File { name, path } })
        }
    }
}

/// A secret of the configuration that may be in a file of its own.
struct Entry<'a> {
    secret: &'a mut Secret,
    file: Option<&'a Path>,
    /// The keys of the secret and of the file.
    keys: [&'static str; 2],
    /// Whether the environment has the secret, so that the file is not needed.
    is_overridden: bool,
    form: SecretForm,
}

/// Reads the secrets that are in files of their own, except for those that `tokens` override.
///
/// # Errors
/// If a file cannot be read or has no valid value, or if the configuration also has the secret itself.
pub(super) fn read_all(config: &mut Config, tokens: &Tokens) -> Result<(), ConfigError> {
    let Config { discord, matrix, database, path, warnings, .. } = config;
    let entries = [
        Entry {
            secret: &mut discord.token,
            file: discord.token_file.as_deref(),
            keys: ["discord.token", "discord.token_file"],
            is_overridden: tokens.discord.is_some(),
            form: SecretForm::DISCORD_TOKEN,
        },
        Entry {
            secret: &mut matrix.token,
            file: matrix.token_file.as_deref(),
            keys: ["matrix.token", "matrix.token_file"],
            is_overridden: tokens.matrix.is_some(),
            form: SecretForm::MATRIX_TOKEN,
        },
        Entry {
            secret: &mut matrix.password,
            file: matrix.password_file.as_deref(),
            keys: ["matrix.password", "matrix.password_file"],
            is_overridden: tokens.matrix_password.is_some(),
            form: SecretForm::MATRIX_PASSWORD,
        },
        Entry {
            secret: &mut database.url,
            file: database.url_file.as_deref(),
            keys: ["database.url", "database.url_file"],
            is_overridden: tokens.database_url.is_some(),
            form: SecretForm::DATABASE_URL,
        },
    ];
    for Entry { secret, file, keys: [key, file_key], is_overridden, form } in entries {
        let Some(file) = file else { continue };
        if !secret.expose().is_empty() {
            let message = format!("the file has both {key} and {file_key}; remove one of them");
            return Err(ConfigError::Wrong { path: path.clone(), message });
        }
        if !is_overridden {
            let found = read(file_key.to_owned(), file)?;
            warnings.extend(found.warning());
            *secret = found.checked(form)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    /// The configuration with this text, in a folder with a file `secret` that contains `secret`.
    fn load(text: &str, secret: &str, tokens: Tokens) -> Result<Config, String> {
        let folder = TempDir::new().expect("a folder");
        let (file, path) = (folder.path().join("secret"), folder.path().join("config.toml"));
        std::fs::write(&file, secret).expect("a file");
        std::fs::write(&path, text.replace("FILE", file.to_str().expect("UTF-8"))).expect("a file");
        Config::load(Some(&path), tokens).map_err(|error| error.to_string())
    }

    #[test]
    fn secrets_are_read_from_files_of_their_own() {
        let text = "[discord]\ntoken_file = \"FILE\"\n[matrix]\ntoken_file = \"FILE\"\npassword_file = \"FILE\"";
        let config = load(text, "abc.def\n", Tokens::default()).expect("it can be read");
        for secret in [&config.discord.token, &config.matrix.token, &config.matrix.password] {
            assert_eq!(secret.expose(), "abc.def");
        }
        let url = "postgres://tablero:secret@host/tablero";
        let config = load("[database]\nurl_file = \"FILE\"", url, Tokens::default()).expect("it can be read");
        assert_eq!(config.database.url.expose(), url);
    }

    #[test]
    fn blanks_around_a_secret_are_not_part_of_it_unless_it_is_a_password() {
        let text = "[discord]\ntoken_file = \"FILE\"\n[matrix]\ntoken_file = \"FILE\"\npassword_file = \"FILE\"";
        let config = load(text, " abc \r\n", Tokens::default()).expect("it can be read");
        let secrets = [&config.discord.token, &config.matrix.token, &config.matrix.password];
        assert_eq!(secrets.map(Secret::expose), ["abc", "abc", " abc "]);
        let config = load("[database]\nurl_file = \"FILE\"", " sqlite:x \n", Tokens::default()).expect("a database");
        assert_eq!(config.database.url.expose(), "sqlite:x");
    }

    #[test]
    fn the_environment_overrides_a_file() {
        let other = FoundSecret::of_variable("DISCORD_TOKEN", "other");
        let tokens = Tokens { discord: Some(other), ..Tokens::default() };
        let config = load("[discord]\ntoken_file = \"/missing\"", "", tokens).expect("the file is not needed");
        assert_eq!(config.discord.token.expose(), "other");
    }

    #[test]
    fn a_wrong_file_is_refused_without_showing_it() {
        for (text, secret, expected) in [
            ("[discord]\ntoken_file = \"/missing\"", "", "discord.token_file: /missing cannot be read"),
            ("[discord]\ntoken_file = \"FILE\"", "two words", "secret must be a text without blanks"),
            ("[discord]\ntoken_file = \"FILE\"", "two words", "discord.token_file: the content of "),
            ("[matrix]\npassword_file = \"FILE\"", "\n", "secret is empty"),
            ("[database]\nurl_file = \"FILE\"", "mysql://host", "secret must be the URL of a file"),
            ("[discord]\ntoken = \"a\"\ntoken_file = \"FILE\"", "b", "both discord.token and discord.token_file"),
            ("[database]\nurl_file = \"FILE\"\n[store]\npath = \"x\"", "sqlite:y", "remove store.path"),
        ] {
            let error = load(text, secret, Tokens::default()).expect_err(text);
            assert!(error.contains(expected), "{error}");
            assert!(secret.len() < 2 || !error.contains(secret), "{error}");
        }
    }
}
