//! Whether a connection is up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a connection to a platform is up, as the task that owns the connection last said. Clones share the state.
#[derive(Clone, Debug, Default)]
pub struct ConnectionStatus(Arc<AtomicBool>);

impl ConnectionStatus {
    /// Sets whether the connection is up.
    pub fn set(&self, is_connected: bool) {
        self.0.store(is_connected, Ordering::Relaxed);
    }

    /// Whether the connection is up. It is not before the first [`ConnectionStatus::set`].
    pub fn is_connected(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
