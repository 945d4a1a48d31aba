//! Messages between the processes over one database.

use super::sql_storage::SqlStorage;
use crate::db::database_error::failed;
use crate::db::driver::{DatabaseKind, query_as};
use crate::service::{StorageError, WakeUpStorage};
use async_trait::async_trait;

#[async_trait]
impl WakeUpStorage for SqlStorage {
    fn is_shared(&self) -> bool {
        matches!(self.database.kind(), DatabaseKind::Postgres(_))
    }

    async fn wake_others(&self) -> Result<(), StorageError> {
        let DatabaseKind::Postgres(postgres) = self.database.kind() else { return Ok(()) };
        let (channel, sender) = postgres.message();
        // Not part of the transactions that cause it: commits with messages wait for one another.
        let query = query_as::<bool>("SELECT pg_notify($1, $2) IS NULL").bind(channel).bind(sender);
        query.fetch_optional(&self.database).await?;
        Ok(())
    }

    async fn wait_for_others(&self) -> Result<(), StorageError> {
        match self.database.kind() {
            DatabaseKind::Sqlite(_) => std::future::pending().await,
            DatabaseKind::Postgres(postgres) => postgres.wait_for_message().await.map_err(failed),
        }
    }
}
