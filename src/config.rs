//! The configuration: `config.toml`, plus an environment variable for the token. `config.example.toml` documents every
//! key.

mod database;
mod environment;
mod exposure;
mod found_secret;
mod http;
mod local;
mod log;
mod matrix;
mod monitoring;
mod secret;
mod secret_file;
mod secret_form;

use crate::engine::{EngineResources, memory};
use crate::logging::check_filter;
use crate::service::RequestLimits;
pub use database::{Database, DatabaseLocation, Store};
pub use environment::{DATABASE_URL_VARIABLE, MATRIX_PASSWORD_VARIABLE, MATRIX_TOKEN_VARIABLE, TOKEN_VARIABLE, Tokens};
use exposure::{exposure, public_monitoring};
pub use found_secret::FoundSecret;
pub use http::Http;
pub use local::Local;
pub use log::Log;
pub use matrix::Matrix;
pub use monitoring::Monitoring;
pub use secret::Secret;
use serde::Deserialize;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The whole configuration. Every key is optional; an unknown key is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
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
    /// What the host's monitoring reads.
    pub monitoring: Monitoring,
    /// How many costly requests are answered.
    pub limits: RequestLimits,
    /// The local Discord emulator.
    pub local: Local,
    /// Logging.
    pub log: Log,
    /// Warnings about the configuration that are not errors; one sentence each.
    #[serde(skip)]
    pub warnings: Vec<String>,
    /// The configuration file, whether or not it exists.
    #[serde(skip)]
    pub path: PathBuf,
    /// Whether the configuration file exists. Without it, all keys have their defaults.
    #[serde(skip)]
    pub has_file: bool,
}

/// `[discord]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Discord {
    /// The bot's token. The environment variable `DISCORD_TOKEN` overrides it.
    pub token: Secret,
    /// The file that contains the token.
    pub token_file: Option<PathBuf>,
    /// The address of a server with a Discord-compatible API, used instead of Discord.
    pub api_url: Option<String>,
}

/// `[engine]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Engine {
    /// The number of concurrent searches; by default one less than the number of processors, and at least one.
    pub threads: Option<usize>,
    /// The total memory for the tables of all searches, in MiB.
    pub hash_mb: usize,
    /// The maximum time for a move, in seconds.
    pub move_seconds: u64,
}

impl Default for Engine {
    fn default() -> Self {
        Engine { threads: None, hash_mb: 64, move_seconds: 2 }
    }
}

impl Engine {
    /// Converts this section to engine resources.
    pub fn resources(&self) -> EngineResources {
        let threads = self.threads.unwrap_or(EngineResources::default().threads);
        EngineResources {
            threads,
            hash: self.hash_mb.saturating_mul(MIB),
            move_time: Duration::from_secs(self.move_seconds),
        }
    }
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
        must_be: &'static str,
    },
}

/// The file that is read, if it exists, when none is given on the command line.
pub const FILE: &str = "config.toml";
const MIB: usize = 1 << 20;
const THREADS: RangeInclusive<u64> = 1..=256;
const HASH_MB: RangeInclusive<u64> = 1..=1 << 16;
const MOVE_SECONDS: RangeInclusive<u64> = 1..=600;
const CONNECTIONS: RangeInclusive<u64> = 2..=1000;
const RATES: RangeInclusive<u64> = 0..=60_000;

const TOKEN: &str = "a text without blanks or line breaks; \
    copy it again from your application's page in Discord's developer portal";
const ADDRESS: &str = "the address of a server that begins with http:// or https://, as in \"http://127.0.0.1:4040\"";

const HOMESERVER: &str =
    "the address of a homeserver that begins with http:// or https://, as in \"https://matrix.example.org\"";
const USER: &str = "the user of the bot's account, as in \"tablero\" or \"@tablero:example.org\"";
const PASSWORD: &str = "the password of the bot's account";
const INVITERS: &str = "a list of user ids and names of homeservers, as in [\"@ada:example.org\", \"club.example\"]";
const DATABASE_URL: &str = "the URL of a file or of a PostgreSQL database, as in \"sqlite:data/tablero.sqlite\" or \
    \"postgres://user:password@host/database\"";
const ACCESS_TOKEN: &str = "a text without blanks or line breaks: the access token of the bot's account";

const RATE: &str = "two numbers from 0 to 60000, as in { person = 10, server = 100 }";
const SECRET_FILE: &str = "the name of a file, as in \"/run/secrets/tablero\"";

/// A key of the configuration file.
struct Key {
    section: &'static str,
    name: &'static str,
    /// The description of a valid value: completes "KEY must be …".
    must_be: &'static str,
    fits: fn(&DeValue<'_>) -> bool,
}

const fn key(section: &'static str, name: &'static str, must_be: &'static str, fits: fn(&DeValue<'_>) -> bool) -> Key {
    Key { section, name, must_be, fits }
}

/// All keys.
const KEYS: [Key; 30] = [
    key("discord", "token", TOKEN, |value| text(value, |token| token.is_empty() || is_token(token))),
    key("discord", "token_file", SECRET_FILE, |value| text(value, is_path)),
    key("discord", "api_url", ADDRESS, |value| text(value, is_address)),
    key("matrix", "homeserver", HOMESERVER, |value| text(value, is_address)),
    key("matrix", "token", ACCESS_TOKEN, |value| text(value, |token| token.is_empty() || is_token(token))),
    key("matrix", "token_file", SECRET_FILE, |value| text(value, is_path)),
    key("matrix", "user", USER, |value| text(value, |user| user.is_empty() || is_token(user))),
    key("matrix", "password", PASSWORD, |value| text(value, |_| true)),
    key("matrix", "password_file", SECRET_FILE, |value| text(value, is_path)),
    key("matrix", "inviters", INVITERS, |value| {
        let entries = value.as_array().map(|entries| entries.iter().map(|entry| entry.get_ref().as_str()));
        entries.is_some_and(|mut entries| entries.all(|entry| entry.is_some_and(is_inviter)))
    }),
    key("database", "url", DATABASE_URL, |value| text(value, |url| url.is_empty() || is_database(url))),
    key("database", "url_file", SECRET_FILE, |value| text(value, is_path)),
    key("database", "pooler", "true or false", |value| value.as_bool().is_some()),
    key("database", "connections", "a number from 2 to 1000", |value| number(value, CONNECTIONS)),
    key("store", "path", "the name of a file, as in \"data/tablero.sqlite\"", |value| text(value, is_path)),
    key("engine", "threads", "a number from 1 to 256", |value| number(value, THREADS)),
    key("engine", "hash_mb", "a number from 1 to 65536, in MiB", |value| number(value, HASH_MB)),
    key("engine", "move_seconds", "a number from 1 to 600, in seconds", |value| number(value, MOVE_SECONDS)),
    key("http", "address", "an address with a port, as in \"127.0.0.1:8080\"", |value| text(value, is_socket)),
    key("monitoring", "address", "an address with a port, as in \"127.0.0.1:9090\"", |value| text(value, is_socket)),
    key("limits", "challenges", RATE, is_rate),
    key("limits", "games", RATE, is_rate),
    key("limits", "hints", RATE, is_rate),
    key("limits", "analyses", RATE, is_rate),
    key("limits", "exports", RATE, is_rate),
    key("limits", "pictures", RATE, is_rate),
    key("local", "address", "an address of this machine with a port, as in \"127.0.0.1:4040\"", |value| {
        text(value, |text| text.parse().is_ok_and(|address: SocketAddr| address.ip().is_loopback()))
    }),
    key("local", "folder", "the name of a folder, as in \"data/local\"", |value| text(value, is_path)),
    key("log", "filter", "levels and modules, separated by commas, as in \"warn,tablero=info\"", |value| {
        text(value, |text| check_filter(text).is_ok())
    }),
    key("log", "format", "\"text\" or \"json\"", |value| text(value, |text| ["text", "json"].contains(&text))),
];

fn text(value: &DeValue<'_>, fits: impl Fn(&str) -> bool) -> bool {
    value.as_str().is_some_and(fits)
}

fn number(value: &DeValue<'_>, range: RangeInclusive<u64>) -> bool {
    let read = |value: &toml::de::DeInteger<'_>| u64::from_str_radix(value.as_str(), value.radix()).ok();
    value.as_integer().and_then(read).is_some_and(|number| range.contains(&number))
}

fn is_rate(value: &DeValue<'_>) -> bool {
    let given = |name| value.get(name).is_some_and(|given| number(given.get_ref(), RATES));
    given("person") && given("server") && value.as_table().is_some_and(|table| table.len() == 2)
}

fn is_socket(text: &str) -> bool {
    text.parse::<SocketAddr>().is_ok()
}

/// Whether the text can be a token. Surrounding whitespace from copying is ignored and trimmed later.
fn is_token(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic())
}

/// Whether the text is a user id or the name of a homeserver.
fn is_inviter(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic()) && (text.contains(':') || !text.starts_with('@'))
}

fn is_path(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_control)
}

fn is_database(url: &str) -> bool {
    DatabaseLocation::from_url(url).is_some()
}

/// Whether the text is an HTTP address with a host and without user information, which could disguise the host.
fn is_address(text: &str) -> bool {
    let Ok(address) = url::Url::parse(text) else { return false };
    let is_plain = address.username().is_empty() && address.password().is_none();
    let is_http = ["http", "https"].contains(&address.scheme()) && address.has_host();
    // What the parser would mend, such as blanks or a missing slash, is not what the host meant.
    is_http && is_plain && text.contains("://") && text.chars().all(|c| c.is_ascii_graphic() && c != '@')
}

/// Checks the address of a Discord-compatible server given on the command line.
///
/// # Errors
/// [`ConfigError::Given`] when the address is invalid.
pub fn check_api_url(name: &str, address: &str) -> Result<(), ConfigError> {
    if is_address(address) { Ok(()) } else { Err(ConfigError::Given { name: name.to_owned(), must_be: ADDRESS }) }
}

impl Config {
    /// Reads the file `named`, or [`FILE`] if it exists. Tokens override those of the file.
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn load(named: Option<&Path>, tokens: Tokens) -> Result<Config, ConfigError> {
        let path = named.unwrap_or(Path::new(FILE));
        let mut config = match std::fs::read_to_string(path) {
            Ok(text) => Config { has_file: true, ..Config::read(&text, path)? },
            Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => Config::default(),
            Err(source) => return Err(ConfigError::Unreadable { path: path.to_owned(), source }),
        };
        config.path = path.to_owned();
        config.check_memory(path, memory::available())?;
        if config.has_secrets() {
            config.warnings.extend(exposure(path));
        }
        config.warnings.extend(config.monitoring.address.and_then(public_monitoring));
        secret_file::read_all(&mut config, &tokens)?;
        if !config.database.url.expose().is_empty() && config.store.path.is_some() {
            let message = "the file has both a URL in [database] and store.path; remove store.path".to_owned();
            return Err(ConfigError::Wrong { path: path.to_owned(), message });
        }
        tokens.override_secrets(&mut config)?;
        match DatabaseLocation::unknown_parameter(config.database.url.expose()) {
            Some(sentence) => Err(ConfigError::DatabaseParameter(sentence)),
            None => Ok(config),
        }
    }

    /// Whether the configuration file itself has a secret.
    fn has_secrets(&self) -> bool {
        let secrets = [&self.discord.token, &self.matrix.token, &self.matrix.password];
        secrets.iter().any(|secret| !secret.expose().is_empty()) || self.database.has_password()
    }

    fn read(text: &str, path: &Path) -> Result<Config, ConfigError> {
        let wrong = |message| ConfigError::Wrong { path: path.to_owned(), message };
        let table = DeTable::parse(text).map_err(|error| wrong(not_toml(text, &error)))?;
        check(text, table.get_ref()).map_err(wrong)?;
        // serde's message may repeat a value, so it is not shown.
        let mut config: Config = toml::from_str(text).map_err(|error| wrong(not_toml(text, &error)))?;
        for secret in [&mut config.discord.token, &mut config.matrix.token] {
            *secret = secret.expose().trim().to_owned().into();
        }
        Ok(config)
    }

    /// Rejects tables that do not fit in memory, because running out of memory would kill the program in the middle of
    /// a game. `memory` is in bytes.
    fn check_memory(&self, path: &Path, memory: Option<u64>) -> Result<(), ConfigError> {
        let Engine { hash_mb, .. } = self.engine;
        let hash = self.engine.resources().hash;
        // Leave a quarter for everything else.
        let limit = memory.map(|memory| memory / 4 * 3);
        let (fits, limit) = match limit {
            Some(limit) => (hash as u64 <= limit, format!("to at most {}", limit / MIB as u64)),
            None => (Vec::<u8>::new().try_reserve_exact(hash).is_ok(), "to a smaller number".to_owned()),
        };
        if fits {
            return Ok(());
        }
        let message =
            format!("engine.hash_mb is {hash_mb}, but this machine does not have that much memory; set it {limit}");
        Err(ConfigError::Wrong { path: path.to_owned(), message })
    }
}

/// Rejects unknown sections and keys and invalid values.
fn check(text: &str, table: &DeTable<'_>) -> Result<(), String> {
    let line = |of: std::ops::Range<usize>| line_of(text, of.start);
    for (section, value) in table {
        let at = line(section.span());
        let keys: Vec<&Key> = KEYS.iter().filter(|key| key.section == section.get_ref().as_ref()).collect();
        let Some(Key { section: name, .. }) = keys.first() else {
            let mut known: Vec<String> = KEYS.iter().map(|key| format!("[{}]", key.section)).collect();
            known.dedup();
            return Err(format!(
                "line {at}: {} is not a section; the sections are {}",
                safe_name(section),
                known.join(", ")
            ));
        };
        let Some(table) = value.get_ref().as_table() else {
            return Err(format!("line {at}: {name} is a section: write [{name}], and put its keys on the lines below"));
        };
        for (found, value) in table {
            let at = line(found.span());
            let Some(key) = keys.iter().find(|key| key.name == found.get_ref().as_ref()) else {
                let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
                let known = known.join(", ");
                return Err(format!("line {at}: {} is not a key of [{name}]; its keys are {known}", safe_name(found)));
            };
            if !(key.fits)(value.get_ref()) {
                return Err(format!("line {at}: {name}.{} must be {}", key.name, key.must_be));
            }
        }
    }
    Ok(())
}

/// The name of an unknown section or key, unless it could be a misplaced token.
fn safe_name(name: &Spanned<toml::de::DeString<'_>>) -> String {
    const LONGEST: usize = 20;
    let name = name.get_ref();
    let is_plain = name.len() <= LONGEST && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    if is_plain { name.to_string() } else { "this name".to_owned() }
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// The message for a file that is not valid TOML. It shows neither the line nor the parser's message, because either
/// may contain a token.
fn not_toml(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map_or(1, |span| line_of(text, span.start));
    format!("line {line} cannot be read: write each key once, as key = value, and put text in quotation marks")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        Config::read(text, Path::new("config.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn the_example_is_the_default() {
        let example = include_str!("../config.example.toml");
        assert_eq!(read(example), Ok(Config::default()));
        // The example lists every key, so that it is a complete reference.
        let keys = "url pooler connections token api_url path threads hash_mb move_seconds address folder filter format \
                    challenges games hints analyses exports pictures";
        for key in keys.split(' ') {
            assert!(example.contains(&format!("{key} =")), "{key}");
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
    fn a_token_of_the_environment_is_checked_like_one_of_the_file() {
        let folder = tempfile::TempDir::new().unwrap();
        let file = folder.path().join("config.toml");
        std::fs::write(&file, "[discord]\ntoken = \"of-the-file\"").unwrap();
        let load = |token: &str| {
            let discord = Some(FoundSecret::of_variable(TOKEN_VARIABLE, token));
            Config::load(Some(&file), Tokens { discord, ..Tokens::default() }).map_err(|error| error.to_string())
        };
        let token = |token: &str| load(token).unwrap().discord.token.expose().to_owned();
        assert_eq!(token(" abc\n"), "abc");
        for wrong in ["  ", "very secret", "very\nsecret"] {
            let error = load(wrong).unwrap_err();
            assert!(error.starts_with("DISCORD_TOKEN must be a text without blanks"), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
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
    fn tables_must_fit_the_memory() {
        let config = read("[engine]\nhash_mb = 4096").unwrap();
        let check = |memory| config.check_memory(Path::new("config.toml"), memory).map_err(|error| error.to_string());
        assert_eq!(check(Some(8 << 30)), Ok(()));
        let error = check(Some(4 << 30)).unwrap_err();
        assert!(error.contains("engine.hash_mb is 4096") && error.contains("set it to at most 3072"), "{error}");
    }

    #[test]
    fn the_local_channel_stays_on_this_machine() {
        assert!(read("[local]\naddress = \"0.0.0.0:80\"").unwrap_err().contains("this machine"));
    }
}
