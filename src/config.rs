//! The configuration: `config.toml`, and the environment for the token. `config.example.toml` explains every key.

use crate::engine::{EngineResources, memory};
use crate::logging::{LogFormat, check_filter};
use serde::Deserialize;
use std::fmt;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A text that is never printed.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The text itself.
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

/// The whole configuration. Every key may be left out; a key that does not exist is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Discord.
    pub discord: Discord,
    /// Where games are kept.
    pub store: Store,
    /// What the engine may use.
    pub engine: Engine,
    /// The local channel.
    pub local: Local,
    /// What is written about the running program.
    pub log: Log,
    /// What is not wrong, but should be otherwise; a sentence each.
    #[serde(skip)]
    pub remarks: Vec<String>,
    /// The file that was read, or, where there is none, the one that would have been.
    #[serde(skip)]
    pub path: PathBuf,
}

/// `[discord]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Discord {
    /// The bot's token. `DISCORD_TOKEN` in the environment goes before it.
    pub token: Secret,
    /// The address of a server that speaks like Discord, instead of Discord.
    pub api_url: Option<String>,
}

/// `[store]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Store {
    /// The database file for `serve`.
    pub path: PathBuf,
}

impl Default for Store {
    fn default() -> Self {
        Store { path: "data/tablero.sqlite".into() }
    }
}

/// `[engine]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Engine {
    /// How many searches run at a time; when it is left out, one less than there are processors, and at least one.
    pub threads: Option<usize>,
    /// The memory for the tables of all searches together, in MiB.
    pub hash_mb: usize,
    /// A move takes at most so many seconds.
    pub move_seconds: u64,
}

impl Default for Engine {
    fn default() -> Self {
        Engine { threads: None, hash_mb: 64, move_seconds: 2 }
    }
}

impl Engine {
    /// The same as the engine understands it.
    pub fn means(&self) -> EngineResources {
        let threads = self.threads.unwrap_or(EngineResources::default().threads);
        EngineResources {
            threads,
            hash: self.hash_mb.saturating_mul(MIB),
            move_time: Duration::from_secs(self.move_seconds),
        }
    }
}

/// `[local]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Local {
    /// Where the local channel listens; only addresses of this machine are possible.
    pub address: SocketAddr,
    /// The folder in which the local channel and its games are kept.
    pub folder: PathBuf,
}

impl Default for Local {
    fn default() -> Self {
        Local { address: SocketAddr::from(([127, 0, 0, 1], 4040)), folder: "data/local".into() }
    }
}

/// `[log]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// What is written, for example `info` or `warn,tablero=debug`.
    pub filter: String,
    /// How.
    pub format: LogFormat,
}

impl Default for Log {
    fn default() -> Self {
        Log { filter: "warn,tablero=info".to_owned(), format: LogFormat::Text }
    }
}

/// Why there is no configuration. No message repeats a value, as it may be the token.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not as it should be.
    #[error("{}: {message}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong, where, and what to do.
        message: String,
    },
    /// What was given by a variable or on the command line is not as it should be.
    #[error("{name} must be {must_be}")]
    Given {
        /// The variable or option.
        name: &'static str,
        /// What it must be.
        must_be: &'static str,
    },
}

/// The file that is read when none is named, if it exists.
pub const FILE: &str = "config.toml";
/// The variable that goes before the token of the file.
pub const TOKEN_VARIABLE: &str = "DISCORD_TOKEN";

const MIB: usize = 1 << 20;
const THREADS: RangeInclusive<u64> = 1..=256;
const HASH_MB: RangeInclusive<u64> = 1..=1 << 16;
const MOVE_SECONDS: RangeInclusive<u64> = 1..=600;

const TOKEN: &str = "a text without blanks or line breaks in it; copy it again from the page of your application";
const ADDRESS: &str = "the address of a server, as in \"http://127.0.0.1:4040\": it begins with http:// or https://";

/// A key of the file.
struct Key {
    section: &'static str,
    name: &'static str,
    /// What its value must be: the end of a sentence.
    must_be: &'static str,
    fits: fn(&DeValue<'_>) -> bool,
}

const fn key(section: &'static str, name: &'static str, must_be: &'static str, fits: fn(&DeValue<'_>) -> bool) -> Key {
    Key { section, name, must_be, fits }
}

/// Every key.
const KEYS: [Key; 10] = [
    key("discord", "token", TOKEN, |value| text(value, |token| token.is_empty() || is_token(token))),
    key("discord", "api_url", ADDRESS, |value| text(value, is_address)),
    key("store", "path", "the name of a file, as in \"data/tablero.sqlite\"", |value| text(value, is_path)),
    key("engine", "threads", "a number from 1 to 256", |value| number(value, THREADS)),
    key("engine", "hash_mb", "a number from 1 to 65536", |value| number(value, HASH_MB)),
    key("engine", "move_seconds", "a number from 1 to 600", |value| number(value, MOVE_SECONDS)),
    key("local", "address", "an address of this machine with a port, as in \"127.0.0.1:4040\"", |value| {
        text(value, |text| text.parse().is_ok_and(|address: SocketAddr| address.ip().is_loopback()))
    }),
    key("local", "folder", "the name of a folder, as in \"data/local\"", |value| text(value, is_path)),
    key("log", "filter", "levels and modules, with commas between them, as in \"warn,tablero=info\"", |value| {
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

/// Whether this can be a token. Blanks around it come from copying and are taken off.
fn is_token(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic())
}

fn is_path(text: &str) -> bool {
    !text.trim().is_empty() && !text.contains(char::is_control)
}

/// Whether this is the address of a server: scheme, host, and nothing that hides where it leads.
fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
    let has_host = host.is_some_and(|host| !host.is_empty() && !host.starts_with(':'));
    has_host && text.chars().all(|c| c.is_ascii_graphic() && c != '@')
}

/// Checks the address of a server that speaks like Discord, given on the command line.
///
/// # Errors
/// [`ConfigError::Given`].
pub fn check_api_url(name: &'static str, address: &str) -> Result<(), ConfigError> {
    if is_address(address) { Ok(()) } else { Err(ConfigError::Given { name, must_be: ADDRESS }) }
}

impl Config {
    /// Reads the file that is named, or [`FILE`] if it exists, and then the environment.
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn load(named: Option<&Path>, token: Option<String>) -> Result<Config, ConfigError> {
        let path = named.unwrap_or(Path::new(FILE));
        let mut config = match std::fs::read_to_string(path) {
            Ok(text) => Config::read(&text, path)?,
            Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => Config::default(),
            Err(source) => return Err(ConfigError::Unreadable { path: path.to_owned(), source }),
        };
        config.path = path.to_owned();
        config.check_memory(path, memory::available())?;
        if !config.discord.token.expose().is_empty() && is_world_readable(path) {
            let path = path.display();
            config.remarks.push(format!(
                "{path} holds the token, and every user of this machine can read it: run chmod 600 {path}"
            ));
        }
        if let Some(token) = token.filter(|token| !token.is_empty()) {
            if !is_token(&token) {
                return Err(ConfigError::Given { name: TOKEN_VARIABLE, must_be: TOKEN });
            }
            config.discord.token = token.trim().to_owned().into();
        }
        Ok(config)
    }

    fn read(text: &str, path: &Path) -> Result<Config, ConfigError> {
        let wrong = |message| ConfigError::Wrong { path: path.to_owned(), message };
        let table = DeTable::parse(text).map_err(|error| wrong(not_toml(text, &error)))?;
        check(text, table.get_ref()).map_err(wrong)?;
        // What serde says may repeat a value, so it is not repeated here.
        let mut config: Config = toml::from_str(text).map_err(|error| wrong(not_toml(text, &error)))?;
        config.discord.token = config.discord.token.expose().trim().to_owned().into();
        Ok(config)
    }

    /// Tables that do not fit the memory would end the program in the middle of a game. `memory` is in bytes.
    fn check_memory(&self, path: &Path, memory: Option<u64>) -> Result<(), ConfigError> {
        let Engine { hash_mb, .. } = self.engine;
        let hash = self.engine.means().hash;
        // What else runs needs memory too.
        let most = memory.map(|memory| memory / 4 * 3);
        let (fits, most) = match most {
            Some(most) => (hash as u64 <= most, format!("to {} at most", most / MIB as u64)),
            None => (Vec::<u8>::new().try_reserve_exact(hash).is_ok(), "to a smaller number".to_owned()),
        };
        if fits {
            return Ok(());
        }
        let message =
            format!("engine.hash_mb is {hash_mb}, for which this machine has not enough memory; set it {most}");
        Err(ConfigError::Wrong { path: path.to_owned(), message })
    }
}

/// Looks for sections and keys that do not exist and for values that do not fit.
fn check(text: &str, table: &DeTable<'_>) -> Result<(), String> {
    let line = |of: std::ops::Range<usize>| line_of(text, of.start);
    for (section, value) in table {
        let at = line(section.span());
        let keys: Vec<&Key> = KEYS.iter().filter(|key| key.section == section.get_ref().as_ref()).collect();
        let Some(Key { section: name, .. }) = keys.first() else {
            let mut known: Vec<String> = KEYS.iter().map(|key| format!("[{}]", key.section)).collect();
            known.dedup();
            return Err(format!("line {at}: {} is no section; there are {}", shown(section), known.join(", ")));
        };
        let Some(table) = value.get_ref().as_table() else {
            return Err(format!("line {at}: {name} is a section: write [{name}], and its keys on the lines below"));
        };
        for (found, value) in table {
            let at = line(found.span());
            let Some(key) = keys.iter().find(|key| key.name == found.get_ref().as_ref()) else {
                let known: Vec<&str> = keys.iter().map(|key| key.name).collect();
                let known = known.join(", ");
                return Err(format!("line {at}: {} is no key of [{name}], which has {known}", shown(found)));
            };
            if !(key.fits)(value.get_ref()) {
                return Err(format!("line {at}: {name}.{} must be {}", key.name, key.must_be));
            }
        }
    }
    Ok(())
}

/// The name of a section or key that does not exist, unless it could be a token in the wrong place.
fn shown(name: &Spanned<toml::de::DeString<'_>>) -> String {
    const LONGEST: usize = 20;
    let name = name.get_ref();
    let is_plain = name.len() <= LONGEST && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    if is_plain { name.to_string() } else { "what stands there".to_owned() }
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// Says on which line the file cannot be read. Neither the line nor what the reader says about it is shown, as a token
/// may stand in both.
fn not_toml(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map_or(1, |span| line_of(text, span.start));
    format!("line {line} cannot be read: write key = value once for each key, with texts in quotation marks")
}

/// Whether every user of the machine may read a file.
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
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        Config::read(text, Path::new("config.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn the_example_is_the_default() {
        let example = include_str!("../config.example.toml");
        assert_eq!(read(example), Ok(Config::default()));
        // Every key is in it, so that nobody must look for one elsewhere.
        for key in
            ["token", "api_url", "path", "threads", "hash_mb", "move_seconds", "address", "folder", "filter", "format"]
        {
            assert!(example.contains(&format!("{key} =")), "{key}");
        }
    }

    #[test]
    fn unknown_keys_are_errors_with_their_line() {
        let error = read("[discord]\ntokn = \"x\"").unwrap_err();
        assert!(error.contains("line 2") && error.contains("tokn"), "{error}");
    }

    #[test]
    fn what_the_engine_may_use_is_bounded() {
        let error = |keys: &str| read(&format!("[engine]\n{keys}")).unwrap_err();
        for (keys, named) in
            [("threads = 0", "threads"), ("hash_mb = 0", "hash_mb"), ("move_seconds = 0", "move_seconds")]
        {
            assert!(error(keys).contains(&format!("engine.{named} must be a number from 1")), "{keys}");
        }
        assert!(error("move_second = 3").contains("line 2"));
        let config = read("[engine]\nthreads = 3\nhash_mb = 96\nmove_seconds = 5").unwrap();
        let means = EngineResources { threads: 3, hash: 96 << 20, move_time: Duration::from_secs(5) };
        assert_eq!(config.engine.means(), means);
        assert!(Config::default().engine.means().threads >= 1);
    }

    #[test]
    fn a_token_is_never_shown() {
        let config = read("[discord]\ntoken = \"very-secret\"").unwrap();
        assert!(!format!("{config:?}").contains("very-secret"));
        assert_eq!(config.discord.token.expose(), "very-secret");
        for (text, told) in [
            ("[discord]\ntoken = \"very-secret\" x", "line 2 cannot be read"),
            ("[discord]\ntoken = very-secret", "line 2 cannot be read"),
            ("[discord]\nvery-secret", "line 2 cannot be read"),
            ("discord = \"very-secret\"", "line 1: discord is a section: write [discord]"),
            ("[discord]\ntoken = [\"very-secret\"]", "line 2: discord.token must be a text"),
            (
                "[discord]\nvery-secret = 1",
                "line 2: what stands there is no key of [discord], which has token, api_url",
            ),
            ("very-secret.x.y = 1", "line 1: what stands there is no section"),
            ("[very-secret]", "line 1: what stands there is no section; there are [discord], [store]"),
            ("[discord]\nvery-secret = 1\nvery-secret = 2", "line 3 cannot be read"),
            ("[discord]\napi_url = \"very-secret\"", "line 2: discord.api_url must be the address of a server"),
            ("[engine]\nthreads = \"very-secret\"", "line 2: engine.threads must be a number from 1 to 256"),
            ("[log]\nformat = \"very-secret\"", "line 2: log.format must be \"text\" or \"json\""),
            ("[log]\nfilter = \"tablero=very-secret\"", "line 2: log.filter must be levels and modules"),
            ("[local]\naddress = \"very-secret\"", "line 2: local.address must be an address of this machine"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with("config.toml: ") && error.contains(told), "{text}: {error}");
            assert!(!error.contains("very-secret"), "{text}: {error}");
        }
    }

    #[test]
    fn a_token_has_no_blanks_in_it_and_those_around_it_are_taken_off() {
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
        let load = |token: &str| Config::load(Some(&file), Some(token.to_owned())).map_err(|error| error.to_string());
        let token = |token: &str| load(token).unwrap().discord.token.expose().to_owned();
        assert_eq!([token(""), token(" abc\n")], ["of-the-file", "abc"]);
        for wrong in ["  ", "very secret", "very\nsecret"] {
            let error = load(wrong).unwrap_err();
            assert!(error.starts_with("DISCORD_TOKEN must be a text without blanks"), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn values_are_refused_in_sentences() {
        for (text, told) in [
            ("[store]\npath = \"\"", "store.path must be the name of a file"),
            ("[store]\npath = \" \"", "store.path must be the name of a file"),
            ("[store]\npath = 3", "store.path must be the name of a file"),
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
            assert!(error.contains("line 2: ") && error.contains(told), "{text}: {error}");
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
        assert!(error.contains("engine.hash_mb is 4096") && error.contains("set it to 3072 at most"), "{error}");
    }

    #[test]
    fn the_local_channel_stays_on_this_machine() {
        assert!(read("[local]\naddress = \"0.0.0.0:80\"").unwrap_err().contains("this machine"));
    }
}
