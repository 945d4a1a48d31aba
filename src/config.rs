//! The configuration: `config.toml`, and the environment for the token. `config.example.toml` explains every key.

use crate::engines::Means;
use serde::Deserialize;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

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
    pub fn means(&self) -> Means {
        let threads = self.threads.unwrap_or(Means::default().threads);
        Means { threads, hash: self.hash_mb << 20, move_time: Duration::from_secs(self.move_seconds) }
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

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Lines for people.
    Text,
    /// Lines of JSON.
    Json,
}

/// Why there is no configuration.
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
    /// The file is not as it should be. The message shows the line, unless it could show a secret.
    #[error("{}: {message}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        message: String,
    },
}

/// The file that is read when none is named, if it exists.
pub const FILE: &str = "config.toml";
/// The variable that goes before the token of the file.
pub const TOKEN_VARIABLE: &str = "DISCORD_TOKEN";

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
        if let Some(token) = token.filter(|token| !token.trim().is_empty()) {
            config.discord.token = token.trim().to_owned().into();
        }
        Ok(config)
    }

    fn read(text: &str, path: &Path) -> Result<Config, ConfigError> {
        let config: Config = toml::from_str(text)
            .map_err(|error| ConfigError::Wrong { path: path.to_owned(), message: describe(text, &error) })?;
        let wrong = |message: &str| ConfigError::Wrong { path: path.to_owned(), message: message.to_owned() };
        if !config.local.address.ip().is_loopback() {
            return Err(wrong("local.address must be an address of this machine, as in 127.0.0.1:4040"));
        }
        let is_address = |address: &String| address.starts_with("http://") || address.starts_with("https://");
        if !config.discord.api_url.as_ref().is_none_or(is_address) {
            return Err(wrong("discord.api_url must begin with http:// or https://"));
        }
        let Engine { threads, hash_mb, move_seconds } = config.engine;
        if !threads.is_none_or(|threads| (1..=256).contains(&threads)) {
            return Err(wrong("engine.threads must be a number from 1 to 256"));
        }
        if !(1..=1 << 16).contains(&hash_mb) {
            return Err(wrong("engine.hash_mb must be a number from 1 to 65536"));
        }
        if !(1..=600).contains(&move_seconds) {
            return Err(wrong("engine.move_seconds must be a number from 1 to 600"));
        }
        Ok(config)
    }
}

/// What is wrong and on which line. The line itself is not shown, as a token may stand on it.
fn describe(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
    match line {
        Some(line) => format!("line {line}: {}", error.message()),
        None => error.message().to_owned(),
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
        let means = Means { threads: 3, hash: 96 << 20, move_time: Duration::from_secs(5) };
        assert_eq!(config.engine.means(), means);
        assert!(Config::default().engine.means().threads >= 1);
    }

    #[test]
    fn a_token_is_never_shown() {
        let config = read("[discord]\ntoken = \"very-secret\"").unwrap();
        assert!(!format!("{config:?}").contains("very-secret"));
        let error = read("[discord]\ntoken = \"very-secret\" x").unwrap_err();
        assert!(!error.contains("very-secret"), "{error}");
        assert_eq!(config.discord.token.expose(), "very-secret");
    }

    #[test]
    fn the_local_channel_stays_on_this_machine() {
        assert!(read("[local]\naddress = \"0.0.0.0:80\"").unwrap_err().contains("this machine"));
    }
}
