//! The positions up to which events of platforms were received.

use super::rows::failed;
use super::sqlite_storage::SqliteStorage;
use crate::service::{PlatformId, StorageError, SyncStorage};
use async_trait::async_trait;

#[async_trait]
impl SyncStorage for SqliteStorage {
    async fn sync_position(&self, platform: PlatformId) -> Result<Option<String>, StorageError> {
        let query = sqlx::query_scalar("SELECT position FROM sync_positions WHERE platform = $1").bind(platform.0);
        query.fetch_optional(&self.readers).await.map_err(failed)
    }

    async fn set_sync_position(&self, platform: PlatformId, position: &str) -> Result<(), StorageError> {
        let mut tx = self.write().await?;
        let query = "INSERT INTO sync_positions (platform, position) VALUES ($1, $2)
            ON CONFLICT (platform) DO UPDATE SET position = excluded.position";
        sqlx::query(query).bind(platform.0).bind(position).execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)
    }
}
