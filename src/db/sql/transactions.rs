//! Runs whole transactions: begins, commits and retries them.

use super::sql_storage::SqlStorage;
use crate::db::driver::{Attempts, Connection, Query, WriteTransaction};
use crate::service::StorageError;
use futures_util::future::BoxFuture;

impl SqlStorage {
    /// Runs a write transaction. Commits it if `run` succeeds; otherwise nothing is stored. Retries it when it is
    /// interrupted, so it must be safe to repeat even if the interrupted attempt was stored.
    pub(in crate::db) async fn write<'env, T>(
        &self,
        mut run: impl for<'t> FnMut(&'t mut WriteTransaction<'env>) -> BoxFuture<'t, Result<T, StorageError>>,
    ) -> Result<T, StorageError> {
        let mut attempts = Attempts::begin();
        loop {
            match self.write_once(&mut run).await {
                Ok(done) => return Ok(done),
                Err(error) => attempts.wait_after(error).await?,
            }
        }
    }

    /// Like [`SqlStorage::write`], but without retries.
    pub(in crate::db) async fn write_once<'env, T>(
        &self,
        run: impl for<'t> FnOnce(&'t mut WriteTransaction<'env>) -> BoxFuture<'t, Result<T, StorageError>>,
    ) -> Result<T, StorageError> {
        let mut transaction = self.database.begin().await?;
        let done = run(&mut transaction).await?;
        transaction.commit().await?;
        Ok(done)
    }

    /// Like [`SqlStorage::write`] for a single statement. Returns the number of rows changed.
    pub(super) async fn execute(&self, statement: Query) -> Result<u64, StorageError> {
        self.write(|tx| Box::pin(statement.clone().execute(tx))).await
    }

    /// Reads from one snapshot, and starts over when interrupted.
    pub(super) async fn read_consistently<'env, T>(
        &self,
        mut run: impl FnMut(Connection) -> BoxFuture<'env, Result<T, StorageError>>,
    ) -> Result<T, StorageError> {
        let mut attempts = Attempts::begin();
        loop {
            let read = async { run(self.database.snapshot().await?).await };
            match read.await {
                Ok(read) => return Ok(read),
                Err(error) => attempts.wait_after(error).await?,
            }
        }
    }
}
