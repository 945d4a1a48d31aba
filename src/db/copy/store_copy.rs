//! Copies everything from one database into another.

use super::columns::Column;
use super::counters;
use super::table_copy::Position;
use super::tables::TABLES;
use crate::db::SqlStorage;
use crate::db::driver::{Database, query, query_as};
use crate::service::{Millis, StorageError, UpkeepStorage};

/// A bot records a heartbeat each minute. A database with one that is younger than this, in milliseconds, is in use.
const HEARTBEAT_MAX_MS: i64 = 2 * 60 * 1000;

/// Creates the table that records how far the copy has got, so that an interrupted copy can continue.
const CREATE_PROGRESS: &str =
    "CREATE TABLE IF NOT EXISTS copy_progress (part BIGINT PRIMARY KEY, copied BIGINT NOT NULL, last TEXT NOT NULL)";
const DROP_PROGRESS: &str = "DROP TABLE copy_progress";

/// How far a copy has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyProgress {
    /// The table.
    pub table: &'static str,
    /// The number of its rows that are copied, or compared.
    pub rows: i64,
    /// The number of all of its rows.
    pub of: i64,
    /// Whether the copy is complete and is being compared.
    pub is_comparing: bool,
}

/// Why a database was not copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A bot uses the database that is copied.
    #[error("a bot has used the database that is to be copied {seconds} seconds ago: stop it, and wait two minutes")]
    InUse {
        /// The age of its last heartbeat.
        seconds: i64,
    },
    /// The database to copy into has data that no copy has put there.
    #[error("the database to copy into is not empty: `{table}` has rows. Choose an empty one")]
    NotEmpty {
        /// The first table with rows.
        table: &'static str,
    },
    /// A table differs after it was copied.
    #[error(
        "`{table}` differs in the copy: {copied} rows of {rows}, or other values. The database was changed while it \
         was copied, or one of the two is damaged: delete the copy, and copy again"
    )]
    Differs {
        /// The table.
        table: &'static str,
        /// The number of its rows.
        rows: u64,
        /// The number of rows of the copy.
        copied: u64,
    },
    /// A database failed.
    #[error("{0}. Run the same command again to continue")]
    Storage(#[from] StorageError),
}

/// Copies everything from one database into another that is new, or into which an earlier copy of the same database was
/// interrupted, and compares both. Returns the number of rows.
///
/// # Errors
/// See [`CopyError`].
pub async fn copy(
    from: &SqlStorage,
    to: &SqlStorage,
    now: Millis,
    mut report: impl FnMut(CopyProgress),
) -> Result<u64, CopyError> {
    let age_ms = from.last_heartbeat().await?.map(|last| now.0 - last.0);
    if let Some(age_ms) = age_ms.filter(|age_ms| (0..HEARTBEAT_MAX_MS).contains(age_ms)) {
        return Err(CopyError::InUse { seconds: age_ms / 1000 });
    }
    let (from, to) = (&from.database, &to.database);
    begin(to).await?;
    for (part, table) in TABLES.iter().enumerate() {
        let (columns, of) = (Column::of(to, table.name).await?, table.count(from).await?);
        let mut position = Position::load(to, part).await?;
        loop {
            report(CopyProgress { table: table.name, rows: position.rows, of, is_comparing: false });
            match table.copy_batch(part, from, to, &columns, &position).await? {
                Some(next) => position = next,
                None => break,
            }
        }
    }
    counters::copy(from, to).await?;
    let rows = compare(from, to, &mut report).await?;
    let mut tx = to.begin().await?;
    query(DROP_PROGRESS).execute(&mut tx).await?;
    tx.commit().await?;
    Ok(rows)
}

/// Prepares the database to copy into, unless a copy has begun.
async fn begin(to: &Database) -> Result<(), CopyError> {
    let mut tx = to.begin().await?;
    query(CREATE_PROGRESS).execute(&mut tx).await?;
    let has_begun: bool = query_as("SELECT EXISTS (SELECT 1 FROM copy_progress)").fetch_one(&mut *tx).await?;
    if !has_begun {
        for table in TABLES {
            if table.count(to).await? > 0 {
                return Err(CopyError::NotEmpty { table: table.name });
            }
        }
    }
    Ok(tx.commit().await?)
}

/// Compares the rows of all tables.
async fn compare(from: &Database, to: &Database, report: &mut impl FnMut(CopyProgress)) -> Result<u64, CopyError> {
    let mut rows = 0;
    for table in TABLES {
        let (columns, of) = (Column::of(to, table.name).await?, table.count(from).await?);
        report(CopyProgress { table: table.name, rows: 0, of, is_comparing: true });
        let (original, copied) = (table.checksum(from, &columns).await?, table.checksum(to, &columns).await?);
        if original != copied {
            return Err(CopyError::Differs { table: table.name, rows: original.rows, copied: copied.rows });
        }
        report(CopyProgress { table: table.name, rows: of, of, is_comparing: true });
        rows += original.rows;
    }
    Ok(rows)
}
