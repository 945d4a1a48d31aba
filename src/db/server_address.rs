//! Where a PostgreSQL database is.

use std::fmt;

/// Where a PostgreSQL database is, and how many connections to it this process may have.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerAddress {
    /// The URL, as in `postgres://user:password@host/database`.
    pub url: String,
    /// Whether a pooler in between gives each transaction another connection, such as PgBouncer in transaction mode.
    pub is_pooled: bool,
    /// The maximum number of connections.
    pub connections: u32,
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
