//! Maintenance of the file: returns free pages to the file system, and truncates the write-ahead log.

use super::database::SqliteDatabase;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Error};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The number of pages freed per transaction.
const SHRINK_BATCH_PAGES: u32 = 500;
/// The timeout for truncating the write-ahead log; readers and the writer take precedence.
const LOG_BUSY_TIMEOUT: Duration = Duration::from_millis(100);

impl SqliteDatabase {
    /// Returns a batch of free pages to the file system; returns whether there may be more.
    pub async fn shrink(&self) -> Result<bool, Error> {
        // Run outside a transaction: the pragma is one itself, and does its work while its rows are read.
        let sql = AssertSqlSafe(format!("PRAGMA incremental_vacuum({SHRINK_BATCH_PAGES})"));
        sqlx::raw_sql(sql).fetch_all(&self.writer).await?;
        let free: i64 = sqlx::query_scalar("PRAGMA freelist_count").fetch_one(&self.writer).await?;
        Ok(free > 0)
    }

    /// Records that rows were deleted for a person, and tries to truncate the write-ahead log at once.
    pub async fn truncate_log_after_deletion(&self) {
        self.maintenance.log_has_deleted_rows.store(true, Ordering::Relaxed);
        if let Err(error) = self.truncate_log().await {
            tracing::warn!(%error, "the write-ahead log could not be truncated; trying again in a minute");
        }
    }

    /// Truncates the write-ahead log if it may contain rows that were deleted for a person; returns whether it is free
    /// of them. SQLite reports “busy” in the result row while a reader uses an older snapshot.
    pub async fn truncate_log(&self) -> Result<bool, Error> {
        if !self.maintenance.log_has_deleted_rows.load(Ordering::Relaxed) {
            return Ok(true);
        }
        // A separate connection, because waiting here would block the writer.
        let options = self.maintenance.options.clone().busy_timeout(LOG_BUSY_TIMEOUT);
        let mut connection: SqliteConnection = options.connect().await?;
        let checkpoint = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await;
        // Always closed; an error on closing says nothing about the log.
        let _ = connection.close().await;
        let (busy, _, _): (i64, i64, i64) = checkpoint?;
        let is_empty = busy == 0;
        if is_empty {
            self.maintenance.log_has_deleted_rows.store(false, Ordering::Relaxed);
        }
        Ok(is_empty)
    }
}
