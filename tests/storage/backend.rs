//! A database under test.

use std::sync::Arc;
use tablero::db::SqlStorage;
use tablero::service::Storage;

/// A database that an implementation of [`Storage`] has opened.
#[async_trait::async_trait]
pub trait Backend: Send + Sync + Sized {
    /// Opens a new, empty database; `None` if it is not installed.
    async fn open() -> Option<Self>;

    /// The implementation.
    fn store(&self) -> &SqlStorage;

    /// The implementation, as the game service uses it.
    fn storage(&self) -> Arc<dyn Storage> {
        Arc::new(self.store().clone())
    }

    /// Runs a statement.
    async fn execute(&self, sql: &'static str);

    /// The number that a query returns.
    async fn number(&self, sql: &'static str) -> i64;

    /// Closes the database.
    async fn close(self);
}
