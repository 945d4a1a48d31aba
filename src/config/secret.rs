//! Secrets, and where they are found outside of the configuration file, as service managers and containers provide them.

use super::ConfigError;
use super::form::Form;
use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// A string whose `Debug` output hides the value.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The string itself.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Secret(text)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "Secret(absent)" } else { "Secret(…)" })
    }
}

/// The environment: the value of a variable.
pub(super) type Environment<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The environment variable with the folder in which systemd puts a service's credentials.
const CREDENTIALS_VARIABLE: &str = "CREDENTIALS_DIRECTORY";

/// The largest file with a secret, in bytes. No token, password or URL is nearly as long.
const SIZE_MAX: u64 = 64 << 10;

/// A secret that has been found outside of the configuration file.
pub(super) struct FoundSecret {
    text: String,
    /// Where it was found: completes "… must be a text without blanks".
    origin: String,
    /// The file in which it was found.
    file: Option<PathBuf>,
}

impl FoundSecret {
    /// The secret from its variable, from the file that the variable with `_FILE` at its end names, or from systemd's
    /// credentials: the first of them that is there. Empty variables do not count.
    ///
    /// # Errors
    /// [`ConfigError::NotText`]; [`ConfigError::SecretFile`] or [`ConfigError::EmptySecretFile`] if a file that a
    /// variable names cannot be read or is empty.
    pub fn in_environment(
        environment: Environment<'_>,
        name: &'static str,
        credential: &str,
    ) -> Result<Option<FoundSecret>, ConfigError> {
        let variable = |name: &str| environment(name).filter(|value| !value.is_empty());
        if let Some(value) = variable(name) {
            let text = value.into_string().map_err(|_| ConfigError::NotText { name })?;
            return Ok(Some(FoundSecret { text, origin: name.to_owned(), file: None }));
        }
        let file_name = format!("{name}_FILE");
        if let Some(file) = variable(&file_name) {
            return FoundSecret::in_file(file_name, Path::new(&file)).map(Some);
        }
        let Some(folder) = variable(CREDENTIALS_VARIABLE) else { return Ok(None) };
        match FoundSecret::in_file(CREDENTIALS_VARIABLE.to_owned(), &Path::new(&folder).join(credential)) {
            // The service has no such credential.
            Err(ConfigError::SecretFile { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
            found => found.map(Some),
        }
    }

    /// The secret from a file, without the line break at its end. `name` is the key or variable that names the file.
    ///
    /// # Errors
    /// [`ConfigError::SecretFile`]; [`ConfigError::EmptySecretFile`], because another secret would be used instead.
    pub fn in_file(name: String, path: &Path) -> Result<FoundSecret, ConfigError> {
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
            Ok(text) => Ok(FoundSecret {
                text: text.trim_end_matches(['\r', '\n']).to_owned(),
                origin: format!("{name}: the content of {}", path.display()),
                file: Some(path),
            }),
        }
    }

    /// The secret, if it has this form.
    ///
    /// # Errors
    /// [`ConfigError::Given`] with its origin.
    pub fn checked(self, form: &Form<String>) -> Result<Secret, ConfigError> {
        form.read_text(&self.origin, &self.text).map(Secret)
    }

    /// That every user of this machine can read the file, if that is so.
    pub fn warning(&self) -> Option<String> {
        self.file.as_deref().and_then(exposure)
    }
}

/// That every user of this machine can read a file with a secret, if that is so.
pub(super) fn exposure(path: &Path) -> Option<String> {
    let path = is_world_readable(path).then(|| path.display())?;
    Some(format!("{path} contains a secret, and every user of this machine can read the file: run chmod 600 {path}"))
}

/// Whether every user of the machine can read a file.
fn is_world_readable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o004 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::config::{Config, Secret};
    use std::ffi::OsStr;
    use std::path::{Path, PathBuf};
    use tempfile::TempDir;

    /// A folder with a configuration and a secret.
    struct Host(TempDir);

    impl Host {
        fn new(secret: &str) -> Host {
            let host = Host(TempDir::new().expect("a folder"));
            host.write("secret", secret);
            host
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn write(&self, name: &str, text: &str) -> PathBuf {
            std::fs::write(self.path(name), text).expect("a file");
            self.path(name)
        }

        /// The configuration with this text, in which FILE is the file with the secret, and with these variables.
        fn load(&self, text: &str, variables: &[(&str, &Path)]) -> Result<Config, String> {
            let path = self.write("config.toml", &text.replace("FILE", self.path("secret").to_str().expect("UTF-8")));
            let variable = |name: &str| variables.iter().find(|(known, _)| *known == name);
            let environment = |name: &str| variable(name).map(|(_, value)| value.as_os_str().to_owned());
            Config::load(Some(&path), &environment).map_err(|error| error.to_string())
        }

        /// Why the configuration cannot be loaded with a variable.
        fn error(&self, variable: &str, value: impl AsRef<Path>) -> String {
            let config = self.load("[discord]\ntoken = \"of-the-file\"", &[(variable, value.as_ref())]);
            config.expect_err("a secret is wrong")
        }
    }

    const ALL: &str = "[discord]\ntoken_file = \"FILE\"\n[matrix]\ntoken_file = \"FILE\"\npassword_file = \"FILE\"";

    #[test]
    fn secrets_are_read_from_files_of_their_own() {
        // Blanks around a secret are not part of it unless it is a password.
        for (secret, expected) in [("abc.def\n", ["abc.def"; 3]), (" abc \r\n", ["abc", "abc", " abc "])] {
            let config = Host::new(secret).load(ALL, &[]).expect("it can be read");
            let secrets = [&config.discord.token, &config.matrix.token, &config.matrix.password];
            assert_eq!(secrets.map(Secret::expose), expected);
        }
        for url in ["postgres://tablero:secret@host/tablero", " sqlite:x \n"] {
            let config = Host::new(url).load("[database]\nurl_file = \"FILE\"", &[]).expect("a database");
            assert_eq!(config.database.url.expose(), url.trim());
        }
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
            ("[database]\nurl_file = \"FILE\"", "postgres://h/d?sslmod=x", "has the parameter sslmod, which"),
            ("[database]\nurl_file = \"FILE\"\n[store]\npath = \"x\"", "sqlite:y", "remove store.path"),
        ] {
            let error = Host::new(secret).load(text, &[]).expect_err(text);
            assert!(error.contains(expected), "{error}");
            assert!(secret.len() < 2 || !error.contains(secret), "{error}");
        }
    }

    #[test]
    fn a_secret_comes_from_the_first_place_that_has_it() {
        let host = Host::new("of-the-file\n");
        host.write("discord_token", "of-systemd\n");
        let (value, empty, file) = (Path::new("of-the-variable"), Path::new(""), host.path("secret"));
        let [named, systemd] = [("DISCORD_TOKEN_FILE", file.as_path()), ("CREDENTIALS_DIRECTORY", host.0.path())];
        for (variables, expected) in [
            (&[("DISCORD_TOKEN", value), named, systemd][..], "of-the-variable"),
            (&[("DISCORD_TOKEN", empty), named, systemd], "of-the-file"),
            (&[("DISCORD_TOKEN_FILE", empty), systemd], "of-systemd"),
        ] {
            // The file that the configuration names is not needed then.
            let config = host.load("[discord]\ntoken_file = \"/missing\"", variables).expect("the files can be read");
            assert_eq!(config.discord.token.expose(), expected);
            let others = [&config.matrix.token, &config.matrix.password, &config.database.url];
            assert!(others.iter().all(|secret| secret.expose().is_empty()));
        }
        let config = host.load("", &[]).expect("no secret is needed");
        assert_eq!(config.discord.token.expose(), "");
    }

    #[test]
    fn a_secret_of_the_environment_is_checked_like_one_of_the_file() {
        let host = Host::new("");
        let variable = |value: &'static str| host.load("", &[("DISCORD_TOKEN", Path::new(value))]);
        assert_eq!(variable(" abc\n").expect("a token").discord.token.expose(), "abc");
        for wrong in ["  ", "very secret", "very\nsecret"] {
            let error = variable(wrong).expect_err(wrong);
            assert!(error.starts_with("DISCORD_TOKEN must be a text without blanks"), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
        let credential = host.write("discord_token", "two words\n");
        let content = format!("the content of {} must be a text without blanks", credential.display());
        for (name, value) in [("DISCORD_TOKEN_FILE", credential.as_path()), ("CREDENTIALS_DIRECTORY", host.0.path())] {
            let error = host.error(name, value);
            assert!(error.starts_with(&format!("{name}: {content}")) && !error.contains("two words"), "{error}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named_without_its_content() {
        let host = Host::new("\r\n");
        let error = host.error("MATRIX_PASSWORD_FILE", host.path("missing"));
        assert!(error.starts_with("MATRIX_PASSWORD_FILE: ") && error.contains("missing cannot be read"), "{error}");
        let error = host.error("DISCORD_TOKEN_FILE", host.write("long", &"x".repeat(1 << 17)));
        assert!(error.contains("too long") && !error.contains("xx"), "{error}");
        // No other secret is used in place of an empty one.
        let error = host.error("DISCORD_TOKEN_FILE", host.path("secret"));
        assert!(error.starts_with("DISCORD_TOKEN_FILE: ") && error.contains("secret is empty"), "{error}");
        host.write("discord_token", "");
        let error = host.error("CREDENTIALS_DIRECTORY", host.0.path());
        assert!(error.starts_with("CREDENTIALS_DIRECTORY: ") && error.contains("discord_token is empty"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_variable_that_is_not_text_is_an_error_but_may_name_a_file() {
        use std::os::unix::ffi::OsStrExt;
        let (host, odd) = (Host::new(""), OsStr::from_bytes(b"caf\xe9"));
        let error = host.error("MATRIX_PASSWORD", odd);
        assert!(error.starts_with("MATRIX_PASSWORD is not valid UTF-8"), "{error}");
        let file = host.0.path().join(odd);
        std::fs::write(&file, "secret").expect("a file");
        let config = host.load("", &[("MATRIX_PASSWORD_FILE", &file)]).expect("it can be read");
        assert_eq!(config.matrix.password.expose(), "secret");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_every_user_can_read_gives_a_warning() {
        use std::os::unix::fs::PermissionsExt;
        let host = Host::new("secret");
        let file = host.path("secret");
        for (text, variables) in
            [("", &[("DISCORD_TOKEN_FILE", file.as_path())][..]), ("[matrix]\ntoken_file = \"FILE\"", &[])]
        {
            for (mode, number) in [(0o644, 1), (0o640, 0)] {
                std::fs::set_permissions(&file, PermissionsExt::from_mode(mode)).expect("permissions");
                let config = host.load(text, variables).expect("the secret is right");
                assert_eq!(config.warnings.len(), number, "{:?}", config.warnings);
                assert!(config.warnings.iter().all(|warning| warning.contains("secret contains a secret")));
            }
        }
    }
}
