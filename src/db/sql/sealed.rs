//! Sealed records, and who owns them.

use super::sql_storage::SqlStorage;
use crate::db::driver::{Connection, query, query_as};
use crate::service::storage::sealed_storage::SealedStorage;
use crate::service::{LEASE_MS, Millis, Ownership, SealedChanges, SealedRecord, StorageError, WorkerId};
use async_trait::async_trait;

/// What follows every id that begins with a prefix. Ids are hexadecimal digits.
const AFTER_DIGITS: char = 'g';

/// Stores changes in a transaction, if their generation is the present one. It stays so until the transaction ends.
pub(super) async fn store(tx: &mut Connection, changes: &SealedChanges) -> Result<(), StorageError> {
    let SealedChanges { generation, now, cleared, changes } = changes;
    let present: Option<i64> = query_as("SELECT generation FROM record_owner WHERE one = 1 AND generation = $1")
        .locking()
        .bind(*generation)
        .fetch_optional(&mut *tx)
        .await?;
    if present.is_none() {
        return Err(StorageError::Conflict);
    }
    for kind in cleared {
        query("DELETE FROM sealed_records WHERE kind = $1").bind(*kind).execute(tx).await?;
    }
    for change in changes {
        let query = match &change.value {
            Some(value) => query(
                "INSERT INTO sealed_records (kind, id, value, stored_at) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value, stored_at = excluded.stored_at",
            )
            .bind(change.kind)
            .bind(&change.id)
            .bind(value.clone())
            .bind(now.0),
            None => query("DELETE FROM sealed_records WHERE kind = $1 AND id = $2").bind(change.kind).bind(&change.id),
        };
        query.execute(tx).await?;
    }
    Ok(())
}

#[async_trait]
impl SealedStorage for SqlStorage {
    async fn own_records(&self, worker: WorkerId, now: Millis) -> Result<Ownership, StorageError> {
        let worker = worker.to_string();
        self.write(|tx| {
            let worker = worker.clone();
            Box::pin(async move {
                let until = now.plus(LEASE_MS);
                let owned = query_as(
                    "INSERT INTO record_owner (one, generation, lease_owner, lease_until) VALUES (1, 1, $1, $2)
                     ON CONFLICT (one) DO UPDATE SET
                        generation = record_owner.generation
                            + CASE WHEN record_owner.lease_until > $3 THEN 0 ELSE 1 END,
                        lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
                     WHERE record_owner.lease_owner IS NULL OR record_owner.lease_until <= $3
                        OR record_owner.lease_owner = excluded.lease_owner
                     RETURNING generation",
                );
                let owned = owned.bind(worker).bind(until.0).bind(now.0);
                if let Some(generation) = owned.fetch_optional(&mut *tx).await? {
                    return Ok(Ownership::Mine { generation, until });
                }
                let others = query_as("SELECT lease_until FROM record_owner WHERE one = 1 AND lease_until IS NOT NULL");
                Ok(Ownership::Others { until: Millis(others.fetch_one(&mut *tx).await?) })
            })
        })
        .await
    }

    async fn release_records(&self, generation: i64) -> Result<(), StorageError> {
        let query =
            query("UPDATE record_owner SET lease_owner = NULL, lease_until = NULL WHERE one = 1 AND generation = $1");
        self.execute(query.bind(generation)).await.map(drop)
    }

    async fn records_owner(&self, now: Millis) -> Result<Option<i64>, StorageError> {
        let query = query_as("SELECT generation FROM record_owner WHERE one = 1 AND lease_until > $1");
        query.bind(now.0).fetch_optional(&self.database).await
    }

    async fn sealed_record(&self, kind: &str, id: &str) -> Result<Option<Vec<u8>>, StorageError> {
        let query = query_as("SELECT value FROM sealed_records WHERE kind = $1 AND id = $2");
        query.bind(kind).bind(id).fetch_optional(&self.database).await
    }

    async fn sealed_records(
        &self,
        kind: &str,
        prefix: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<SealedRecord>, StorageError> {
        let query = query_as(
            "SELECT id, value FROM sealed_records
             WHERE kind = $1 AND id >= $2 AND id < $3 AND id > $4 ORDER BY id LIMIT +$5",
        );
        let query = query.bind(kind).bind(prefix).bind(format!("{prefix}{AFTER_DIGITS}")).bind(after).bind(limit);
        let rows: Vec<(String, Vec<u8>)> = query.fetch_all(&self.database).await?;
        Ok(rows.into_iter().map(|(id, value)| SealedRecord { id, value }).collect())
    }

    async fn count_sealed(&self, kind: &str) -> Result<u64, StorageError> {
        let query = query_as("SELECT COUNT(*) FROM sealed_records WHERE kind = $1").bind(kind);
        let count: i64 = query.fetch_one(&self.database).await?;
        Ok(count.unsigned_abs())
    }

    async fn store_sealed(&self, changes: &SealedChanges) -> Result<(), StorageError> {
        self.write(|tx| Box::pin(store(tx, changes))).await
    }
}
