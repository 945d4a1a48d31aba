//! The bot's sessions on platforms.

use super::sql_storage::SqlStorage;
use crate::db::driver::{query, query_as, retried};
use crate::service::{PlatformId, PlatformSession, SessionStorage, StorageError};
use async_trait::async_trait;

#[async_trait]
impl SessionStorage for SqlStorage {
    async fn session(&self, platform: PlatformId) -> Result<Option<PlatformSession>, StorageError> {
        let query = query_as("SELECT account, device, token FROM platform_sessions WHERE platform = $1");
        let row: Option<(String, String, String)> = query.bind(platform.0).fetch_optional(&self.database).await?;
        Ok(row.map(|(account, device, token)| PlatformSession { account, device, token }))
    }

    async fn set_session(&self, platform: PlatformId, session: &PlatformSession) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let sql = "INSERT INTO platform_sessions (platform, account, device, token) VALUES ($1, $2, $3, $4)
                    ON CONFLICT (platform) DO UPDATE SET account = excluded.account, device = excluded.device,
                        token = excluded.token";
                let query = query(sql).bind(platform.0).bind(&session.account).bind(&session.device);
                query.bind(&session.token).execute(&mut tx).await?;
                tx.commit().await
            })
        })
        .await
    }
}
