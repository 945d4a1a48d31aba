//! How a database is opened.

use crate::catalog::Catalog;

/// Which failures committed data survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// Committed data survives a power failure.
    #[default]
    Power,
    /// Committed data survives the end of the process, but not always a power failure. For simulations.
    Process,
}

/// How a database is opened.
#[derive(Clone, Debug, Default)]
pub struct StorageOptions {
    /// Which failures committed data survives.
    pub durability: Durability,
    /// The games whose matches it stores; the standard ones by default.
    pub catalog: Catalog,
}
