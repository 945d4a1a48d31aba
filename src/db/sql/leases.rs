//! Releasing the leases of a process that has ended.

use super::sql_storage::SqlStorage;
use crate::db::driver::query;
use crate::service::StorageError;

/// The statements that release everything that is leased; each reads the index of leased rows alone, or a single row.
const RELEASE: [&str; 4] = [
    "UPDATE outbox SET lease_owner = NULL, lease_until = NULL WHERE lease_until IS NOT NULL",
    "UPDATE jobs SET lease_owner = NULL, lease_until = NULL WHERE state = 'waiting' AND lease_until IS NOT NULL",
    "UPDATE alarms SET lease_owner = NULL, lease_until = NULL WHERE lease_until IS NOT NULL",
    "UPDATE record_owner SET lease_owner = NULL, lease_until = NULL WHERE one = 1",
];

/// Releases all leases. Only for a process that has just begun to own the file: no other process holds a lease, so what
/// a killed process had claimed is due at once.
pub(in crate::db) async fn release_leases(store: &SqlStorage) -> Result<(), StorageError> {
    store
        .write_once(|tx| {
            Box::pin(async move {
                for release in RELEASE {
                    query(release).execute(tx).await?;
                }
                Ok(())
            })
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Row;
    use tempfile::TempDir;

    #[tokio::test]
    async fn a_start_finds_leases_by_their_indices_alone() {
        let folder = TempDir::new().expect("a folder");
        let store = SqlStorage::open_file(&folder.path().join("tablero.sqlite")).await.expect("a database");
        for (release, index) in RELEASE.iter().zip(["outbox_leased", "jobs_leased", "alarms_leased", "PRIMARY KEY"]) {
            let explained = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {release}"));
            let rows = sqlx::query(explained).fetch_all(&store.sqlite().readers).await.expect("a plan");
            let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
            assert!(plan.iter().all(|line| line.contains(index)), "{plan:#?}");
        }
        store.close().await;
    }
}
