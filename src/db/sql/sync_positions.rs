//! The positions up to which events of platforms were received.

use super::sql_storage::SqlStorage;
use crate::db::driver::{query, query_as, retried};
use crate::service::{PlatformId, StorageError, SyncStorage};
use async_trait::async_trait;

#[async_trait]
impl SyncStorage for SqlStorage {
    async fn sync_position(&self, platform: PlatformId) -> Result<Option<String>, StorageError> {
        let query = query_as("SELECT position FROM sync_positions WHERE platform = $1").bind(platform.0);
        query.fetch_optional(&self.database).await
    }

    async fn set_sync_position(&self, platform: PlatformId, position: &str) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let sql = "INSERT INTO sync_positions (platform, position) VALUES ($1, $2)
                    ON CONFLICT (platform) DO UPDATE SET position = excluded.position";
                query(sql).bind(platform.0).bind(position).execute(&mut tx).await?;
                tx.commit().await
            })
        })
        .await
    }
}
