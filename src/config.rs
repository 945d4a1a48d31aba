//! The configuration: `config.toml`, and the environment for secrets. `sections` declares every key.

mod database;
mod form;
mod keys;
mod secret;
mod sections;

use crate::engine::memory;
use crate::service::RequestLimits;
pub use database::DatabaseLocation;
use keys::{DEFAULTS, Keys};
pub use secret::Secret;
pub use sections::{Database, Discord, Engine, Http, Local, Log, Matrix, Monitoring, Store, TOKEN_VARIABLE, Web};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The whole configuration. Every key is optional; an unknown key is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The connection to Discord.
    pub discord: Discord,
    /// The connection to Matrix.
    pub matrix: Matrix,
    /// The database.
    pub database: Database,
    /// The file of the database, if it has no URL.
    pub store: Store,
    /// The resources of the engine.
    pub engine: Engine,
    /// The HTTP server.
    pub http: Http,
    /// The page of boards.
    pub web: Web,
    /// What the host's monitoring reads.
    pub monitoring: Monitoring,
    /// How many costly requests are answered.
    pub limits: RequestLimits,
    /// The local Discord emulator.
    pub local: Local,
    /// Logging.
    pub log: Log,
    /// Warnings about the configuration that are not errors; one sentence each.
    pub warnings: Vec<String>,
    /// The configuration file, whether or not it exists.
    pub path: PathBuf,
    /// Whether the configuration file exists. Without it, all keys have their defaults.
    pub has_file: bool,
}

/// The configuration can be read, but the bot cannot run with it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct InvalidConfiguration(pub String);

/// Why the configuration could not be loaded. Messages never repeat a value, because it may be the token.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{} cannot be read: {source}. Check the --config path and the permissions of the file", path.display())]
    Unreadable {
        /// The configuration file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The file has an invalid section, key or value.
    #[error("{}: {message}", path.display())]
    Wrong {
        /// The configuration file.
        path: PathBuf,
        /// The problem, its line, and what to do.
        message: String,
    },
    /// A file with a secret cannot be read.
    #[error("{name}: {} cannot be read: {source}. Check the path and the permissions of the file", path.display())]
    SecretFile {
        /// The key or environment variable that names the file.
        name: String,
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// A file with a secret is empty. The bot does not look for the secret elsewhere, because the host meant this one.
    #[error("{name}: {} is empty. Write the secret into it, or remove what names the file", path.display())]
    EmptySecretFile {
        /// The key or environment variable that names the file.
        name: String,
        /// The file.
        path: PathBuf,
    },
    /// An environment variable is not text.
    #[error("{name} is not valid UTF-8. Set it again, with the secret and nothing else")]
    NotText {
        /// The variable.
        name: &'static str,
    },
    /// The URL of the database has a parameter that is not known.
    #[error("{0}")]
    DatabaseParameter(String),
    /// An environment variable, a file with a secret or a command-line option has an invalid value.
    #[error("{name} must be {must_be}")]
    Given {
        /// The name of the variable, file or option.
        name: String,
        /// The description of a valid value.
        must_be: String,
    },
}

/// The file that is read, if it exists, when none is given on the command line.
pub const FILE: &str = "config.toml";

/// Checks the address of a Discord-compatible server given on the command line.
///
/// # Errors
/// [`ConfigError::Given`] when the address is invalid.
pub fn check_api_url(name: &str, address: &str) -> Result<(), ConfigError> {
    form::api_url().read_text(name, address).map(drop)
}

impl Default for Config {
    fn default() -> Self {
        Config::read(&mut Keys::none()).expect(DEFAULTS)
    }
}

impl Config {
    /// Reads the file `named`, or [`FILE`] if it exists. The environment, which returns the value of a variable, has
    /// secrets that override those of the file.
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn load(named: Option<&Path>, environment: &dyn Fn(&str) -> Option<OsString>) -> Result<Config, ConfigError> {
        let path = named.unwrap_or(Path::new(FILE));
        let (text, has_file) = match std::fs::read_to_string(path) {
            Ok(text) => (text, true),
            Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => (String::new(), false),
            Err(source) => return Err(ConfigError::Unreadable { path: path.to_owned(), source }),
        };
        let mut keys = Keys::new(path, &text, environment)?;
        let config = Config { path: path.to_owned(), has_file, ..Config::read(&mut keys)? };
        if let Some(sentence) = config.engine.excess(memory::available()) {
            return Err(keys.wrong(sentence));
        }
        if config.store.path.is_some() && ["url", "url_file"].iter().any(|key| keys.has("database", key)) {
            return Err(keys.wrong("the file has both a URL in [database] and store.path; remove store.path"));
        }
        if let Some(sentence) = DatabaseLocation::unknown_parameter(config.database.url.expose()) {
            return Err(ConfigError::DatabaseParameter(sentence));
        }
        let is_hidden = |(key, text): &(String, String)| key != "database.url" || database::has_password(text);
        let exposed = if keys.own_secrets.iter().any(is_hidden) { secret::exposure(path) } else { None };
        let warnings = exposed.into_iter().chain(config.monitoring.warning()).chain(keys.warnings).collect();
        Ok(Config { warnings, ..config })
    }

    /// Reads all sections.
    fn read(keys: &mut Keys<'_>) -> Result<Config, ConfigError> {
        let config = Config {
            discord: Discord::read(keys)?,
            matrix: Matrix::read(keys)?,
            database: Database::read(keys)?,
            store: Store::read(keys)?,
            engine: Engine::read(keys)?,
            http: Http::read(keys)?,
            web: Web::read(keys)?,
            monitoring: Monitoring::read(keys)?,
            limits: RequestLimits::read(keys)?,
            local: Local::read(keys)?,
            log: Log::read(keys)?,
            warnings: Vec::new(),
            path: PathBuf::new(),
            has_file: false,
        };
        keys.finish()?;
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineResources;
    use std::time::Duration;

    fn read(text: &str) -> Result<Config, String> {
        let read = Keys::new(Path::new("config.toml"), text, &|_| None).and_then(|mut keys| Config::read(&mut keys));
        read.map_err(|error| error.to_string())
    }

    #[cfg(unix)]
    #[test]
    fn a_file_with_a_secret_that_every_user_can_read_is_named() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("config.toml");
        for (text, is_secret) in [
            ("[discord]\ntoken = \"abc\"", true),
            ("[matrix]\ntoken = \"abc\"", true),
            ("[matrix]\npassword = \"abc\"", true),
            ("[database]\nurl = \"postgres://tablero:abc@host/tablero\"", true),
            ("[database]\nurl = \"postgres://host/tablero?password=abc\"", true),
            ("[database]\nurl = \"postgres://tablero@host/tablero\"", false),
            ("[log]\nformat = \"json\"", false),
        ] {
            for (mode, is_exposed) in [(0o604, is_secret), (0o640, false)] {
                std::fs::write(&path, text).expect("a file");
                std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).expect("permissions");
                let config = Config::load(Some(&path), &|_| None).expect("it can be read");
                let is_named = config.warnings.iter().any(|warning| warning.contains("chmod 600"));
                assert_eq!(is_named, is_exposed, "{text}: {:?}", config.warnings);
            }
        }
    }

    #[test]
    fn the_example_is_what_the_sections_declare() {
        const HEADER: &str = "# Every configuration key with its default. Copy this file to config.toml and change what \
            you need. A key that you leave\n# out keeps its default; an unknown key is an error.\n";
        let mut keys = Keys::none();
        let defaults = Config::read(&mut keys).unwrap();
        let example = format!("{HEADER}{}", keys.example);
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("config.example.toml");
        if std::env::var_os("TABLERO_EXAMPLE").is_some_and(|word| word == "write") {
            std::fs::write(&file, &example).unwrap();
        }
        let is_current = std::fs::read_to_string(file).unwrap() == example;
        assert!(is_current, "config.example.toml is out of date: TABLERO_EXAMPLE=write cargo test --lib the_example");
        assert_eq!(read(&example), Ok(defaults));
        // The lines that are comments are right too, except that there are no such files.
        let mut section = "";
        for line in example.lines() {
            section = if line.starts_with('[') { line } else { section };
            let line = line.strip_prefix("# ").unwrap_or(line);
            if line.split(' ').nth(1) == Some("=") {
                let error = read(&format!("{section}\n{line}")).err().unwrap_or_default();
                assert!(error.is_empty() || error.contains("/run/secrets/"), "{section} {line}: {error}");
            }
        }
    }

    #[test]
    fn unknown_keys_are_errors_with_their_line() {
        let error = read("[discord]\ntokn = \"x\"").unwrap_err();
        assert!(error.contains("line 2") && error.contains("tokn"), "{error}");
    }

    #[test]
    fn the_resources_of_the_engine_are_bounded() {
        let error = |keys: &str| read(&format!("[engine]\n{keys}")).unwrap_err();
        for (keys, named) in
            [("threads = 0", "threads"), ("hash_mb = 0", "hash_mb"), ("move_seconds = 0", "move_seconds")]
        {
            assert!(error(keys).contains(&format!("engine.{named} must be a number from 1")), "{keys}");
        }
        assert!(error("move_second = 3").contains("line 2"));
        let config = read("[engine]\nthreads = 3\nhash_mb = 96\nmove_seconds = 5").unwrap();
        let resources = EngineResources { threads: 3, hash: 96 << 20, move_time: Duration::from_secs(5) };
        assert_eq!(config.engine.resources(), resources);
        assert!(Config::default().engine.resources().threads >= 1);
    }

    #[test]
    fn a_token_is_never_shown() {
        let config = read("[discord]\ntoken = \"very-secret\"").unwrap();
        assert!(!format!("{config:?}").contains("very-secret"));
        assert_eq!(config.discord.token.expose(), "very-secret");
        for (text, expected) in [
            ("[discord]\ntoken = \"very-secret\" x", "line 2 cannot be read"),
            ("[discord]\ntoken = very-secret", "line 2 cannot be read"),
            ("[discord]\nvery-secret", "line 2 cannot be read"),
            ("discord = \"very-secret\"", "line 1: discord is a section: write [discord]"),
            ("[discord]\ntoken = [\"very-secret\"]", "line 2: discord.token must be a text"),
            (
                "[discord]\nvery-secret = 1",
                "line 2: this name is not a key of [discord]; its keys are token, token_file, api_url",
            ),
            ("very-secret.x.y = 1", "line 1: this name is not a section"),
            ("[very-secret]", "line 1: this name is not a section; the sections are [discord], [matrix]"),
            ("[discord]\nvery-secret = 1\nvery-secret = 2", "line 3 cannot be read"),
            ("[database]\nurl = \"very-secret\"", "line 2: database.url must be the URL of a file"),
            ("[discord]\napi_url = \"very-secret\"", "line 2: discord.api_url must be the address of a server"),
            ("[engine]\nthreads = \"very-secret\"", "line 2: engine.threads must be a number from 1 to 256"),
            ("[log]\nformat = \"very-secret\"", "line 2: log.format must be \"text\" or \"json\""),
            ("[log]\nfilter = \"tablero=very-secret\"", "line 2: log.filter must be levels and modules"),
            ("[limits]\nhints = \"very-secret\"", "line 2: limits.hints must be two numbers from 0"),
            ("[limits]\nhints = { person = 3 }", "line 2: limits.hints must be two numbers from 0"),
            ("[local]\naddress = \"very-secret\"", "line 2: local.address must be an address of this machine"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with("config.toml: ") && error.contains(expected), "{text}: {error}");
            assert!(!error.contains("very-secret"), "{text}: {error}");
        }
    }

    #[test]
    fn white_space_is_trimmed_from_a_token_and_refused_inside() {
        for token in ["   ", "a b", "a\\nb", "a\\u0000b", "ä"] {
            let error = read(&format!("[discord]\ntoken = \"{token}\"")).unwrap_err();
            assert!(error.contains("line 2: discord.token must be a text without blanks"), "{token}: {error}");
        }
        let config = read("[discord]\ntoken = \" abc\\n\"").unwrap();
        assert_eq!(config.discord.token.expose(), "abc");
    }

    #[test]
    fn invalid_values_are_explained() {
        for (text, expected) in [
            ("[store]\npath = \"\"", "store.path must be the name of a file"),
            ("[store]\npath = \" \"", "store.path must be the name of a file"),
            ("[store]\npath = 3", "store.path must be the name of a file"),
            ("[database]\nurl = \"mysql://x\"", "database.url must be the URL of a file or of a PostgreSQL database"),
            ("[database]\nconnections = 1", "database.connections must be a number from 2 to 1000"),
            ("[database]\npooler = \"yes\"", "database.pooler must be true or false"),
            ("[local]\nfolder = \"\"", "local.folder must be the name of a folder"),
            ("[engine]\nhash_mb = -1", "engine.hash_mb must be a number from 1 to 65536"),
            ("[engine]\nhash_mb = 1.5", "engine.hash_mb must be a number from 1 to 65536"),
            ("[engine]\nhash_mb = 99999999999999999999", "engine.hash_mb must be a number from 1 to 65536"),
            ("[engine]\nmove_seconds = true", "engine.move_seconds must be a number from 1 to 600"),
            ("[discord]\napi_url = \"ftp://x\"", "discord.api_url must be the address of a server"),
            ("[discord]\napi_url = \"https://\"", "discord.api_url must be the address of a server"),
            ("[discord]\napi_url = \"https://a@b\"", "discord.api_url must be the address of a server"),
            ("[log]\nfilter = \"tablero=loud\"", "log.filter must be levels and modules"),
            (
                "[web]\ntrusted_proxies = [\"10.0.0.1/8\"]",
                "web.trusted_proxies must be a list of addresses and networks",
            ),
            ("[web]\ntrusted_proxies = [127]", "web.trusted_proxies must be a list of addresses and networks"),
            ("[web]\ntrusted_proxies = \"::1\"", "web.trusted_proxies must be a list of addresses and networks"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains("line 2: ") && error.contains(expected), "{text}: {error}");
        }
        assert!(read("[engine]\nhash_mb = 0x40\nthreads = 1_0").is_ok());
        for address in ["http://127.0.0.1:4040", "https://example.org/discord", "http://[::1]:80", "http://localhost"] {
            assert!(check_api_url("--api-url", address).is_ok(), "{address}");
        }
        let error = check_api_url("--api-url", "example.org").unwrap_err().to_string();
        assert!(error.starts_with("--api-url must be the address of a server"), "{error}");
    }

    #[test]
    fn the_local_channel_stays_on_this_machine() {
        assert!(read("[local]\naddress = \"0.0.0.0:80\"").unwrap_err().contains("this machine"));
    }
}
