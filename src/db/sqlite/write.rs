//! Write transactions of the single writer, and tracking of whether writes succeed.

use super::rows::failed;
use super::sqlite_storage::SqliteStorage;
use super::write_health::WriteHealth;
use crate::service::StorageError;
use sqlx::{Sqlite, SqliteConnection, Transaction};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A transaction started with `BEGIN IMMEDIATE`. It is rolled back when dropped without [`WriteTransaction::commit`].
pub(super) struct WriteTransaction {
    transaction: Transaction<'static, Sqlite>,
    health: Arc<WriteHealth>,
}

impl WriteTransaction {
    /// Commits the transaction. If that fails, nothing is stored, and the connection is closed instead of being used
    /// again (see the pools in `open.rs`).
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        self.health.record(self.transaction.commit().await)
    }
}

impl Deref for WriteTransaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.transaction
    }
}

impl DerefMut for WriteTransaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }
}

impl SqliteStorage {
    /// Begins a write transaction. Only one can be open; the next caller waits.
    pub(super) async fn write(&self) -> Result<WriteTransaction, StorageError> {
        let begun = self.writer.begin_with("BEGIN IMMEDIATE").await;
        // A successful BEGIN does not mean that writing works, so only failures are recorded here.
        let transaction = match begun {
            Ok(transaction) => transaction,
            Err(error) => return Err(failed(self.health.record::<()>(Err(error)).expect_err("it is an error"))),
        };
        Ok(WriteTransaction { transaction, health: Arc::clone(&self.health) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{HeartbeatStorage, Millis, PlayerStorage};
    use tempfile::TempDir;

    /// SQLite rolls back on its own when a COMMIT fails because of a full disk. This ROLLBACK, which sqlx does not see,
    /// simulates that.
    #[tokio::test]
    async fn after_a_failed_commit_the_next_transaction_is_stored() {
        let folder = TempDir::new().expect("a folder");
        let store = SqliteStorage::open(&folder.path().join("tablero.sqlite")).await.expect("a database");
        for (at, committed) in [(1, true), (2, false), (3, true)] {
            let mut tx = store.write().await.expect("a transaction");
            sqlx::raw_sql("ROLLBACK").execute(&mut *tx).await.expect("it is rolled back");
            if committed {
                tx.commit().await.expect_err("there is no transaction any more");
            } else {
                drop(tx);
            }
            store.record_heartbeat(Millis(at)).await.expect("the next write succeeds");
            assert_eq!(store.last_heartbeat().await.expect("it is read"), Some(Millis(at)));
        }
        store.close().await;
    }

    #[tokio::test]
    async fn a_full_disk_is_distinguished_from_other_failures_and_the_file_works_again_after_it() {
        let folder = TempDir::new().expect("a folder");
        let store = SqliteStorage::open(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let pages: i64 = sqlx::query_scalar("PRAGMA page_count").fetch_one(&store.writer).await.expect("a count");
        let limit = async |pages: i64| {
            let sql = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            sqlx::raw_sql(sql).execute(&store.writer).await.expect("a limit");
        };
        limit(pages).await;
        let full = store.update_player(crate::service::PlayerId(1), &"long".repeat(100_000), None).await;
        assert!(matches!(full, Err(StorageError::Unwritable(_))), "{full:?}");
        limit(pages + 1_000).await;
        store
            .update_player(crate::service::PlayerId(1), &"long".repeat(100_000), None)
            .await
            .expect("there is room for the write");
        store.close().await;
    }
}
