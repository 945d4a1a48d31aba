//! The local Discord emulator.

use serde::Deserialize;
use std::net::SocketAddr;
use std::path::PathBuf;

/// `[local]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Local {
    /// The address on which the emulator listens; it must be a loopback address.
    pub address: SocketAddr,
    /// The folder that stores the emulator's state and its games.
    pub folder: PathBuf,
}

impl Default for Local {
    fn default() -> Self {
        Local { address: SocketAddr::from(([127, 0, 0, 1], 4040)), folder: "data/local".into() }
    }
}
