//! What shows whether the bot can store changes and keeps up with its work.

use super::posts;
use super::sql_storage::SqlStorage;
use crate::db::driver::{query, query_as};
use crate::service::{HealthStorage, Millis, PostPriority, StorageError, WorkQueue};
use async_trait::async_trait;

const ENGINE_TURN: &str = "SELECT MIN(due_at) FROM jobs WHERE state = 'waiting' AND kind = 'turn' AND due_at <= $1";

const CHECK: &str = "SELECT MIN(due_at) FROM alarms WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)";

#[async_trait]
impl HealthStorage for SqlStorage {
    async fn check_writable(&self) -> Result<(), StorageError> {
        let mut tx = self.database.write().await?;
        query("UPDATE program SET version = version").execute(&mut tx).await?;
        tx.commit().await
    }

    async fn oldest_due(&self, queue: WorkQueue, now: Millis) -> Result<Option<Millis>, StorageError> {
        let oldest: Option<i64> = match queue {
            WorkQueue::Posts(platform) => return posts::oldest_due(self, platform, now).await,
            WorkQueue::EngineTurns => query_as(ENGINE_TURN).bind(now.0).fetch_one(&self.database).await?,
            WorkQueue::Checks => query_as(CHECK).bind(now.0).fetch_one(&self.database).await?,
        };
        Ok(oldest.map(Millis))
    }

    async fn count_due(&self, queue: WorkQueue, now: Millis) -> Result<u64, StorageError> {
        let query = match queue {
            WorkQueue::Posts(platform) => query_as(
                "SELECT COUNT(*) FROM outbox WHERE platform = $2 AND priority = $3 AND due_at <= $1
                    AND (lease_until IS NULL OR lease_until <= $1)",
            )
            .bind(now.0)
            .bind(platform.0)
            .bind(posts::number(PostPriority::Turn)),
            WorkQueue::EngineTurns => query_as(
                "SELECT COUNT(*) FROM jobs WHERE state = 'waiting' AND kind = 'turn' AND due_at <= $1
                    AND (lease_until IS NULL OR lease_until <= $1)",
            )
            .bind(now.0),
            WorkQueue::Checks => query_as(
                "SELECT COUNT(*) FROM alarms WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1)",
            )
            .bind(now.0),
        };
        let due: i64 = query.fetch_one(&self.database).await?;
        Ok(due.unsigned_abs())
    }
}
