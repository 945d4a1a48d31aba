//! Secrets in files of their own, as service managers and containers provide them.

use super::{Config, ConfigError, Secret, Tokens};
use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

/// The largest file, in bytes. No token, password or URL is nearly as long.
const SIZE_MAX: u64 = 64 << 10;

/// Reads a secret from a file, without the line break at its end. `name` is the key or variable that names the file.
///
/// # Errors
/// [`ConfigError::SecretFile`].
pub(super) fn read(name: String, path: &Path) -> Result<String, ConfigError> {
    let read = || {
        let mut text = String::new();
        File::open(path)?.take(SIZE_MAX + 1).read_to_string(&mut text)?;
        if text.len() as u64 > SIZE_MAX {
            return Err(Error::new(ErrorKind::FileTooLarge, "it is too long for a secret"));
        }
        Ok(text)
    };
    let text = read().map_err(|source| ConfigError::SecretFile { name, path: path.to_owned(), source })?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}

/// A secret of the configuration that may be in a file of its own.
struct Entry<'a> {
    secret: &'a mut Secret,
    file: Option<&'a Path>,
    /// The keys of the secret and of the file.
    keys: [&'static str; 2],
    /// Whether the environment has the secret, so that the file is not needed.
    is_overridden: bool,
    fits: fn(&str) -> bool,
    must_be: &'static str,
}

/// Reads the secrets that are in files of their own, except for those that `tokens` override.
///
/// # Errors
/// If a file cannot be read or has no valid value, or if the configuration also has the secret itself.
pub(super) fn read_all(config: &mut Config, tokens: &Tokens) -> Result<(), ConfigError> {
    let Config { discord, matrix, database, path, .. } = config;
    let is_set = |token: &Option<String>| token.as_ref().is_some_and(|token| !token.is_empty());
    let entries = [
        Entry {
            secret: &mut discord.token,
            file: discord.token_file.as_deref(),
            keys: ["discord.token", "discord.token_file"],
            is_overridden: is_set(&tokens.discord),
            fits: super::is_token,
            must_be: super::TOKEN,
        },
        Entry {
            secret: &mut matrix.token,
            file: matrix.token_file.as_deref(),
            keys: ["matrix.token", "matrix.token_file"],
            is_overridden: is_set(&tokens.matrix),
            fits: super::is_token,
            must_be: super::ACCESS_TOKEN,
        },
        Entry {
            secret: &mut matrix.password,
            file: matrix.password_file.as_deref(),
            keys: ["matrix.password", "matrix.password_file"],
            is_overridden: is_set(&tokens.matrix_password),
            fits: |password| !password.is_empty(),
            must_be: super::PASSWORD,
        },
        Entry {
            secret: &mut database.url,
            file: database.url_file.as_deref(),
            keys: ["database.url", "database.url_file"],
            is_overridden: is_set(&tokens.database_url),
            fits: super::is_database,
            must_be: super::DATABASE_URL,
        },
    ];
    for Entry { secret, file, keys: [key, file_key], is_overridden, fits, must_be } in entries {
        let Some(file) = file else { continue };
        if !secret.expose().is_empty() {
            let message = format!("the file has both {key} and {file_key}; remove one of them");
            return Err(ConfigError::Wrong { path: path.clone(), message });
        }
        if !is_overridden {
            let found = read(file_key.to_owned(), file)?;
            if !fits(&found) {
                return Err(ConfigError::Given { name: file_key, must_be });
            }
            *secret = found.into();
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
    fn the_environment_overrides_a_file() {
        let tokens = Tokens { discord: Some("other".to_owned()), ..Tokens::default() };
        let config = load("[discord]\ntoken_file = \"/missing\"", "", tokens).expect("the file is not needed");
        assert_eq!(config.discord.token.expose(), "other");
    }

    #[test]
    fn a_wrong_file_is_refused_without_showing_it() {
        for (text, secret, expected) in [
            ("[discord]\ntoken_file = \"/missing\"", "", "discord.token_file: /missing cannot be read"),
            ("[discord]\ntoken_file = \"FILE\"", "two words", "discord.token_file must be a text without blanks"),
            ("[matrix]\npassword_file = \"FILE\"", "", "matrix.password_file must be the password"),
            ("[database]\nurl_file = \"FILE\"", "mysql://host", "database.url_file must be the URL of a file"),
            ("[discord]\ntoken = \"a\"\ntoken_file = \"FILE\"", "b", "both discord.token and discord.token_file"),
            ("[database]\nurl_file = \"FILE\"\n[store]\npath = \"x\"", "sqlite:y", "remove store.path"),
        ] {
            let error = load(text, secret, Tokens::default()).expect_err(text);
            assert!(error.contains(expected), "{error}");
            assert!(secret.len() < 2 || !error.contains(secret), "{error}");
        }
    }
}
