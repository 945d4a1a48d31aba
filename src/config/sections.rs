//! The sections of the configuration file. Each key is declared here, with its comment for hosts, its type, its line in
//! `config.example.toml` and what it may be.

use super::form::{
    api_url, database_url, inviters, local_socket, log_filter, log_format, networks, number, password, path, rate,
    recovery_key, server_url, socket, store_key, switch, word,
};
use super::keys::{DEFAULTS, Key, Keys, section};
use super::{ConfigError, DatabaseLocation, Secret};
use crate::engine::EngineResources;
use crate::logging::LogFormat;
use crate::service::RequestLimits;
use http_server::is_private;
use ipnet::IpNet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The environment variable with Discord's token.
pub const TOKEN_VARIABLE: &str = "DISCORD_TOKEN";

section! {
    pub struct Discord("discord") {
        /// The bot's token, from your application's page at Discord. Only the bot's user should be able to read a file
        /// that contains a token: chmod 600 config.toml
        pub token: Secret = secret("", TOKEN_VARIABLE, word(
            "a text without blanks or line breaks; copy it again from your application's page in Discord's developer \
             portal",
        )),
        /// The address of a server with a Discord-compatible API, to use instead of Discord.
        pub api_url: Option<String> = optional("http://127.0.0.1:4040", api_url()),
    }
}

section! {
    pub struct Matrix("matrix") {
        /// The address of the homeserver where the bot has its account. Without it, the bot doesn't use Matrix.
        pub homeserver: Option<String> =
            optional("https://matrix.example.org", server_url("a homeserver", "https://matrix.example.org")),
        /// The access token of that account. Without one, the bot logs in with the session from "tablero matrix login", or
        /// with a password.
        pub token: Secret = secret("", "MATRIX_TOKEN", word(
            "a text without blanks or line breaks: the access token of the bot's account",
        )),
        /// To log in with a password: the user, as in "tablero". The bot logs in once and stores the session in its
        /// database.
        pub user: String =
            default("", word("the user of the bot's account, as in \"tablero\" or \"@tablero:example.org\"")),
        /// The password of that user.
        pub password: Secret = secret("", "MATRIX_PASSWORD", password()),
        /// The key with which the bot seals its encryption keys in the database: 64 random hexadecimal digits, as from
        /// `openssl rand -hex 32`. PostgreSQL needs it; beside a database file, the bot makes a file with a key.
        pub store_key: Secret = secret("", "MATRIX_STORE_KEY", store_key()),
        /// Who may invite the bot into rooms: user ids, or the name of a homeserver for all its users, as in
        /// "@ada:example.org" or "club.example". If the list is empty, anyone may.
        pub inviters: Vec<String> = default([], inviters()),
        /// Whether the bot reads and writes in encrypted rooms.
        pub encryption: bool = default(true, switch()),
        /// The recovery key of the bot's account, from "tablero matrix recovery-key". With it the bot keeps its identity
        /// and a backup of room keys on the homeserver, encrypted.
        pub recovery_key: Secret = secret("", "MATRIX_RECOVERY_KEY", recovery_key()),
        /// Whether only devices that their owners have verified can read what the bot writes in encrypted rooms.
        pub only_signed_devices: bool = default(false, switch()),
    }
}

impl Matrix {
    /// Whether there is a user without a password, and nothing else to log in with.
    pub fn lacks_password(&self) -> bool {
        self.token.expose().is_empty() && !self.user.is_empty() && self.password.expose().is_empty()
    }
}

section! {
    pub struct Database("database") {
        /// Where `tablero serve` stores everything: a file, whose folder the bot creates if necessary, or a PostgreSQL
        /// database, as in "postgres://user:password@host/database". A URL with a password is a secret.
        pub url: Secret = secret("sqlite:data/tablero.sqlite", "TABLERO_DATABASE_URL", database_url()),
        /// Whether a pooler between the bot and PostgreSQL gives each transaction a different connection, as PgBouncer
        /// does in transaction mode.
        pub pooler: bool = default(false, switch()),
        /// The maximum number of connections to PostgreSQL.
        pub connections: u32 = default(10, number(2..=1000, "")),
    }
}

impl Database {
    /// Where the database is. `store` names the file if there is no URL.
    pub fn location(&self, store: &Store) -> DatabaseLocation {
        DatabaseLocation::from_url(self.url.expose()).unwrap_or_else(|| {
            DatabaseLocation::File(store.path.clone().unwrap_or_else(|| "data/tablero.sqlite".into()))
        })
    }
}

section! {
    pub struct Store("store") {
        /// The database file. Use either this or database.url.
        pub path: Option<PathBuf> = optional("data/tablero.sqlite", path("file", "data/tablero.sqlite")),
    }
}

section! {
    pub struct Engine("engine") {
        /// The number of concurrent searches, for the bot's moves, hints and analyses together. Default: one less than
        /// the number of processors, and at least one, so that the bot still responds while it searches.
        pub threads: Option<usize> = optional(3, number(1..=256, "")),
        /// The total memory for the tables of all these searches, in MiB; at most three quarters of this machine's
        /// memory.
        pub hash_mb: usize = default(64, number(1..=65536, ", in MiB")),
        /// The maximum time for a move, in seconds. Only the highest levels use it.
        pub move_seconds: u64 = default(2, number(1..=600, ", in seconds")),
    }
}

impl Engine {
    const MIB: usize = 1 << 20;

    /// Converts this section to engine resources.
    pub fn resources(&self) -> EngineResources {
        EngineResources {
            threads: self.threads.unwrap_or(EngineResources::default().threads),
            hash: self.hash_mb.saturating_mul(Engine::MIB),
            move_time: Duration::from_secs(self.move_seconds),
        }
    }

    /// An error message if the tables don't fit in memory, because running out of memory would kill the program in the
    /// middle of a game. `memory` is in bytes.
    pub(super) fn excess(&self, memory: Option<u64>) -> Option<String> {
        let hash = self.resources().hash;
        // Leave a quarter for everything else.
        let (fits, limit) = match memory.map(|memory| memory / 4 * 3) {
            Some(limit) => (hash as u64 <= limit, format!("to at most {}", limit / Engine::MIB as u64)),
            None => (Vec::<u8>::new().try_reserve_exact(hash).is_ok(), "to a smaller number".to_owned()),
        };
        let Engine { hash_mb, .. } = self;
        (!fits).then(|| {
            format!("engine.hash_mb is {hash_mb}, but this machine does not have that much memory; set it {limit}")
        })
    }
}

section! {
    pub struct Http("http") {
        /// The address where `tablero serve` listens for HTTP requests: the interactions that Discord sends to your
        /// application's interactions endpoint URL, at /discord/interactions. Without it, the bot doesn't listen, and
        /// receives interactions from Discord's gateway.
        pub address: Option<SocketAddr> = optional("127.0.0.1:8080", socket("127.0.0.1:8080")),
    }
}

section! {
    pub struct Web("web") {
        /// The address where `tablero serve` shows matches in the browser, to people with a link from the bot
        /// (docs/web.md). Let only a proxy with TLS reach it.
        pub address: Option<SocketAddr> = optional("127.0.0.1:8081", socket("127.0.0.1:8081")),
        /// The address of that proxy, as people's browsers know it; without it, the links lead to web.address itself.
        pub public_url: Option<String> =
            optional("https://boards.example.org", server_url("the page of boards", "https://boards.example.org")),
        /// The proxies that may name the address behind a request in X-Forwarded-For: addresses, or networks such as
        /// "10.0.0.0/8". The page limits how much each address can ask for.
        pub trusted_proxies: Vec<IpNet> = default(["127.0.0.1", "::1"], networks()),
    }
}

section! {
    pub struct Monitoring("monitoring") {
        /// The address where `tablero serve` answers load balancers and monitoring: /live, /ready, /health and /metrics
        /// (docs/monitoring.md). Don't let players or strangers reach it.
        pub address: Option<SocketAddr> = optional("127.0.0.1:9090", socket("127.0.0.1:9090")),
    }
}

impl Monitoring {
    /// That people outside of the host's network can reach the address, if that is so.
    pub(super) fn warning(&self) -> Option<String> {
        let address = self.address?;
        (!is_private(address.ip())).then(|| {
            format!(
                "monitoring.address is {address}, which strangers may be able to reach; it is for the host alone: use \
                 127.0.0.1 or an address of a private network, or let a firewall close the port"
            )
        })
    }
}

section! {
    /// How many requests of each kind the bot answers per minute, for one person and for all people in one server
    /// together; 0 means no limit. Moves have no limit. Several processes over one database count separately.
    impl RequestLimits("limits") {
        /// Challenges and rematches.
        challenges = default({ person = 10, server = 100 }, rate()),
        /// New games against the bot.
        games = default({ person = 10, server = 100 }, rate()),
        /// Hints, and comments on moves.
        hints = default({ person = 20, server = 100 }, rate()),
        /// Analyses.
        analyses = default({ person = 5, server = 30 }, rate()),
        /// Files with game records or personal data.
        exports = default({ person = 10, server = 50 }, rate()),
        /// Pictures other than those that follow moves: boards, replays, statistics and the like.
        pictures = default({ person = 60, server = 300 }, rate()),
    }
}

section! {
    pub struct Local("local") {
        /// The address where the local Discord emulator (`tablero`, without a subcommand) listens: an address of this
        /// machine.
        pub address: SocketAddr = default("127.0.0.1:4040", local_socket("127.0.0.1:4040")),
        /// The folder that stores the emulator's state and its games.
        pub folder: PathBuf = default("data/local", path("folder", "data/local")),
    }
}

section! {
    pub struct Log("log") {
        /// What the bot logs to standard error: error, warn, info, debug or trace, optionally per module. Libraries log
        /// only warnings and errors, because their other messages contain what people wrote.
        pub filter: String = default("warn,tablero=info", log_filter()),
        /// The log format: text or json.
        pub format: LogFormat = default("text", log_format()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_strangers_can_reach_is_named() {
        for (address, is_public) in [
            ("127.0.0.1:9090", false),
            ("[::1]:9090", false),
            ("10.1.2.3:9090", false),
            ("192.168.0.9:9090", false),
            ("[fd00::1]:9090", false),
            ("[fe80::1]:9090", false),
            ("[::ffff:127.0.0.1]:9090", false),
            ("0.0.0.0:9090", true),
            ("[::]:9090", true),
            ("203.0.113.7:9090", true),
            ("[2001:db8::1]:9090", true),
        ] {
            let warning = Monitoring { address: address.parse().ok() }.warning();
            assert_eq!(warning.is_some_and(|warning| warning.contains(address)), is_public, "{address}");
        }
    }

    #[test]
    fn tables_must_fit_the_memory() {
        let engine = Engine { hash_mb: 4096, ..Engine::default() };
        assert_eq!(engine.excess(Some(8 << 30)), None);
        let error = engine.excess(Some(4 << 30)).expect("it is too much");
        assert!(error.contains("engine.hash_mb is 4096") && error.contains("set it to at most 3072"), "{error}");
    }

    #[test]
    fn without_a_url_it_is_the_file_of_the_store() {
        let database = Database::default();
        assert_eq!(database.location(&Store::default()), DatabaseLocation::File("data/tablero.sqlite".into()));
        let store = Store { path: Some("other.sqlite".into()) };
        assert_eq!(database.location(&store), DatabaseLocation::File("other.sqlite".into()));
    }
}
