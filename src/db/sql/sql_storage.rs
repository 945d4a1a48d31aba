//! The storage in a database.

use crate::catalog::Catalog;
use crate::db::driver::Database;

/// The storage in a database of SQLite or PostgreSQL. Cheap to clone.
#[derive(Clone, Debug)]
pub struct SqlStorage {
    pub(in crate::db) database: Database,
    pub(in crate::db) catalog: Catalog,
}

impl SqlStorage {
    /// The file of SQLite.
    #[cfg(test)]
    pub(in crate::db) fn sqlite(&self) -> &crate::db::sqlite::SqliteDatabase {
        match self.database.kind() {
            crate::db::driver::DatabaseKind::Sqlite(sqlite) => sqlite,
            crate::db::driver::DatabaseKind::Postgres(_) => panic!("it is not a file of SQLite"),
        }
    }

    /// Closes all connections, and releases the file of SQLite. All committed data is safe before, too.
    pub async fn close(&self) {
        self.database.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::driver::query;
    use crate::service::storage::people_storage::PeopleStorage;
    use crate::service::storage::upkeep_storage::UpkeepStorage;
    use crate::service::{Millis, StorageError};
    use tempfile::TempDir;

    /// SQLite rolls back on its own when a COMMIT fails because of a full disk. This ROLLBACK, which sqlx does not see,
    /// simulates that.
    #[tokio::test]
    async fn after_a_failed_commit_the_next_transaction_is_stored() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        for (at, committed) in [(1, true), (2, false), (3, true)] {
            let mut tx = store.database.begin().await.expect("a transaction");
            query("ROLLBACK").execute(&mut tx).await.expect("it is rolled back");
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
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        let pages: i64 =
            sqlx::query_scalar("PRAGMA page_count").fetch_one(&store.sqlite().writer).await.expect("a count");
        let limit = async |pages: i64| {
            let sql = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            sqlx::raw_sql(sql).execute(&store.sqlite().writer).await.expect("a limit");
        };
        limit(pages).await;
        let write =
            async || store.update_player(crate::service::PlayerId(1), "Ada", Some(&"long".repeat(100_000))).await;
        let full = write().await;
        assert!(matches!(full, Err(StorageError::Unwritable(_))), "{full:?}");
        limit(pages + 1_000).await;
        write().await.expect("there is room for the write");
        store.close().await;
    }
}
