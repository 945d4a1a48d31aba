//! Which version of the program this is.

/// The version number.
pub const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// The commit that it was built from, abbreviated; `unknown` if it was not built from a repository, or for development.
pub const COMMIT: &str = env!("TABLERO_COMMIT");

/// Both, as `--version` prints them.
pub const LONG: &str = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("TABLERO_COMMIT"), ")");
