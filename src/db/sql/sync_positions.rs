//! The positions up to which events of platforms were received, and the events that are not handled yet.

use super::sql_storage::SqlStorage;
use crate::db::driver::{query, query_as, retried};
use crate::service::{Millis, PendingEvent, PendingKey, PlatformId, Received, StorageError, SyncStorage};
use async_trait::async_trait;

type Row = (String, String, String, Option<String>, bool, i64);

fn read((room, kind, subject, sender, is_direct, received_at): Row) -> Result<PendingEvent, StorageError> {
    let kind = kind.parse().map_err(|()| StorageError::Corrupt(format!("there is no pending “{kind}”")))?;
    Ok(PendingEvent { key: PendingKey { room, kind, subject }, sender, is_direct, received_at: Millis(received_at) })
}

#[async_trait]
impl SyncStorage for SqlStorage {
    async fn sync_position(&self, platform: PlatformId) -> Result<Option<String>, StorageError> {
        let query = query_as("SELECT position FROM sync_positions WHERE platform = $1").bind(platform.0);
        query.fetch_optional(&self.database).await
    }

    async fn pending_events(&self, platform: PlatformId) -> Result<Vec<PendingEvent>, StorageError> {
        let query = query_as::<Row>(
            "SELECT room, kind, subject, sender, is_direct, received_at FROM pending_events WHERE platform = $1
             ORDER BY received_at, number",
        );
        let rows = query.bind(platform.0).fetch_all(&self.database).await?;
        rows.into_iter().map(read).collect()
    }

    async fn store_received(&self, platform: PlatformId, received: &Received) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                for PendingKey { room, kind, subject } in &received.removed {
                    let sql = "DELETE FROM pending_events
                        WHERE platform = $1 AND room = $2 AND kind = $3 AND subject = $4";
                    let query = query(sql).bind(platform.0).bind(room).bind(kind.to_string()).bind(subject);
                    query.execute(&mut tx).await?;
                }
                for (event, number) in received.added.iter().zip(0_i64..) {
                    let PendingEvent { key: PendingKey { room, kind, subject }, sender, is_direct, received_at } =
                        event;
                    let sql = "INSERT INTO pending_events
                            (platform, room, kind, subject, sender, is_direct, received_at, number)
                        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
                    let query = query(sql).bind(platform.0).bind(room).bind(kind.to_string()).bind(subject);
                    let query = query.bind(sender.as_deref()).bind(*is_direct).bind(received_at.0).bind(number);
                    query.execute(&mut tx).await?;
                }
                if let Some(position) = &received.position {
                    let sql = "INSERT INTO sync_positions (platform, position) VALUES ($1, $2)
                        ON CONFLICT (platform) DO UPDATE SET position = excluded.position";
                    query(sql).bind(platform.0).bind(position).execute(&mut tx).await?;
                }
                tx.commit().await
            })
        })
        .await
    }
}
