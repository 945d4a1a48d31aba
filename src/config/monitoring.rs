//! What the host's monitoring reads.

use serde::Deserialize;
use std::net::SocketAddr;

/// `[monitoring]`
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Monitoring {
    /// The address on which the bot answers `/live`, `/ready` and `/health`; without one, it does not.
    pub address: Option<SocketAddr>,
}
