//! The HTTP server.

use serde::Deserialize;
use std::net::SocketAddr;

/// `[http]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Http {
    /// The address on which the bot listens; without one, it does not.
    pub address: Option<SocketAddr>,
}
