//! Logging.

use crate::logging::LogFormat;
use serde::Deserialize;

/// `[log]`
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Log {
    /// The log filter, for example `info` or `warn,tablero=debug`.
    pub filter: String,
    /// The log format.
    pub format: LogFormat,
}

impl Default for Log {
    fn default() -> Self {
        Log { filter: "warn,tablero=info".to_owned(), format: LogFormat::Text }
    }
}
