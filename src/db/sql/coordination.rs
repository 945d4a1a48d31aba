//! What several processes agree on: leaders of tasks, and slots in queues.

use super::sql_storage::SqlStorage;
use crate::db::driver::{query, query_as, retried};
use crate::service::{CoordinationStorage, LEASE_MS, Leadership, Millis, StorageError, WorkerId};
use async_trait::async_trait;

/// A leader that asks again extends its lease when less than this is left, in milliseconds.
const RENEWED_BELOW_MS: i64 = LEASE_MS / 3 * 2;

#[async_trait]
impl CoordinationStorage for SqlStorage {
    async fn lead(&self, task: &str, worker: WorkerId, now: Millis) -> Result<Leadership, StorageError> {
        let worker = worker.to_string();
        loop {
            let leader = query_as("SELECT lease_owner, lease_until FROM leaders WHERE task = $1").bind(task);
            let leader: Option<(String, i64)> = leader.fetch_optional(&self.database).await?;
            if let Some((owner, until)) = leader
                && until > now.0
            {
                let is_own = owner == worker;
                if !is_own || until - now.0 > RENEWED_BELOW_MS {
                    return Ok(Leadership { is_own, until: Millis(until) });
                }
            }
            let until = now.plus(LEASE_MS);
            if self.take_leadership(task, &worker, now, until).await? {
                return Ok(Leadership { is_own: true, until });
            }
        }
    }

    async fn resign(&self, task: &str, worker: WorkerId) -> Result<(), StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let query = query("DELETE FROM leaders WHERE task = $1 AND lease_owner = $2");
                query.bind(task).bind(worker.to_string()).execute(&mut tx).await?;
                tx.commit().await
            })
        })
        .await
    }

    async fn reserve_slot(
        &self,
        queue: &str,
        now: Millis,
        (interval, longest): (i64, i64),
    ) -> Result<Millis, StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let sql = "INSERT INTO slots (queue, next_at) VALUES ($1, $2 + $3)
                    ON CONFLICT (queue) DO UPDATE SET
                        next_at = $3 + CASE WHEN slots.next_at < $2 THEN $2
                            WHEN slots.next_at > $2 + $4 THEN $2 + $4 ELSE slots.next_at END
                    RETURNING next_at";
                let query = query_as::<i64>(sql).bind(queue).bind(now.0).bind(interval).bind(longest);
                let next: i64 = query.fetch_one(&mut *tx).await?;
                tx.commit().await?;
                Ok(Millis(next - interval))
            })
        })
        .await
    }
}

impl SqlStorage {
    /// Stores a worker as the leader; false if another one was faster.
    async fn take_leadership(
        &self,
        task: &str,
        worker: &str,
        now: Millis,
        until: Millis,
    ) -> Result<bool, StorageError> {
        retried(|| {
            Box::pin(async move {
                let mut tx = self.database.write().await?;
                let sql = "INSERT INTO leaders (task, lease_owner, lease_until) VALUES ($1, $2, $3)
                    ON CONFLICT (task) DO UPDATE SET lease_owner = excluded.lease_owner,
                        lease_until = excluded.lease_until
                    WHERE leaders.lease_owner = excluded.lease_owner OR leaders.lease_until <= $4";
                let query = query(sql).bind(task).bind(worker).bind(until.0).bind(now.0);
                let taken = query.execute(&mut tx).await? == 1;
                tx.commit().await?;
                Ok(taken)
            })
        })
        .await
    }
}
