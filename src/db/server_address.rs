//! Where a PostgreSQL database is.

use std::fmt;
use std::time::Duration;

/// Where a PostgreSQL database is, and how many connections to it this process may have.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerAddress {
    /// The URL, as in `postgres://user:password@host/database`.
    pub url: String,
    /// Whether a pooler in between gives each transaction another connection, such as PgBouncer in transaction mode.
    pub is_pooled: bool,
    /// The maximum number of connections.
    pub connections: u32,
    /// How long a request waits for a connection. A statement may take twice as long.
    pub patience: Duration,
}

impl ServerAddress {
    /// Short enough that the bot answers requests within ten seconds.
    const PATIENCE: Duration = Duration::from_secs(4);

    /// A server that is reached without a pooler.
    pub fn new(url: impl Into<String>, connections: u32) -> ServerAddress {
        ServerAddress { url: url.into(), is_pooled: false, connections, patience: ServerAddress::PATIENCE }
    }
}

/// The URL may have a password, which no log gets.
impl fmt::Debug for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerAddress")
            .field("is_pooled", &self.is_pooled)
            .field("connections", &self.connections)
            .finish_non_exhaustive()
    }
}
