//! What the errors of a database mean.

use crate::service::StorageError;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;
use std::io::{self, ErrorKind};

/// The storage error for an error of the database.
pub(in crate::db) fn failed(error: sqlx::Error) -> StorageError {
    let kind = if is_unwritable(&error) || is_locked(&error) {
        StorageError::Unwritable
    } else if is_interrupted(&error) {
        StorageError::Interrupted
    } else {
        StorageError::Failed
    };
    let is_full = is_full(&error);
    let told = ToldError(error);
    kind(if is_full { Box::new(io::Error::new(ErrorKind::StorageFull, told)) } else { Box::new(told) })
}

/// An error of the database with the text for hosts, see [`told`].
#[derive(Debug, thiserror::Error)]
#[error("{}", told(.0))]
struct ToldError(#[source] sqlx::Error);

/// The text of an error for hosts. sqlx's own ends with a line number of PostgreSQL's source.
pub(in crate::db) fn told(error: &sqlx::Error) -> String {
    match error.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>()) {
        Some(error) => format!("{} (SQLSTATE {})", error.message(), error.code()),
        None => error.to_string(),
    }
}

/// The storage error for stored data that cannot be read.
pub(in crate::db) fn corrupt(what: impl std::fmt::Display) -> StorageError {
    StorageError::Corrupt(what.to_string())
}

/// Whether the database could not write: a full disk or an exhausted quota, an I/O error, missing permission for the
/// file, its folder or its tables.
pub(in crate::db) fn is_unwritable(error: &sqlx::Error) -> bool {
    const PERM: u32 = 3;
    const READONLY: u32 = 8;
    const IOERR: u32 = 10;
    const FULL: u32 = 13;
    const CANTOPEN: u32 = 14;
    /// A full disk, an I/O error, and missing rights.
    const OF_SERVERS: [&str; 3] = ["53100", "58030", "42501"];
    sqlite_code(error).is_some_and(|code| [PERM, READONLY, IOERR, FULL, CANTOPEN].contains(&code))
        || sql_state(error).is_some_and(|state| OF_SERVERS.contains(&state))
}

/// Whether the disk of the database is full.
fn is_full(error: &sqlx::Error) -> bool {
    const FULL: u32 = 13;
    sqlite_code(error) == Some(FULL) || sql_state(error) == Some("53100")
}

/// Whether another program has locked the SQLite file.
pub(in crate::db) fn is_locked(error: &sqlx::Error) -> bool {
    const BUSY: u32 = 5;
    const LOCKED: u32 = 6;
    sqlite_code(error).is_some_and(|code| [BUSY, LOCKED].contains(&code))
}

/// Whether an SQLite file is damaged.
pub(in crate::db) fn is_damaged(error: &sqlx::Error) -> bool {
    const CORRUPT: u32 = 11;
    sqlite_code(error) == Some(CORRUPT)
}

/// Whether SQLite could not read a file, as opposed to writing it.
pub(in crate::db) fn is_unread(error: &sqlx::Error) -> bool {
    const IOERR_READ: u32 = 10 | 1 << 8;
    const IOERR_SHORT_READ: u32 = 10 | 2 << 8;
    extended_sqlite_code(error).is_some_and(|code| [IOERR_READ, IOERR_SHORT_READ].contains(&code))
}

/// Whether a PostgreSQL server cannot write because it is a standby. It refuses to begin a transaction that writes as a
/// feature that is not supported, and to write in another one as in any that only reads.
pub(in crate::db) fn is_standby(error: &sqlx::Error) -> bool {
    sql_state(error).is_some_and(|state| ["0A000", "25006"].contains(&state))
}

/// Whether a PostgreSQL server has ended the transaction for a reason that passes: it conflicted with another one, waited
/// too long for a lock or was idle too long; the connection was lost; or the server is stopping, starting, or a standby
/// for now.
pub(in crate::db) fn is_interrupted(error: &sqlx::Error) -> bool {
    /// Transactions that were rolled back, lost connections, resources, and interventions of an operator.
    const CLASSES: [&str; 4] = ["40", "08", "53", "57"];
    /// Too long a wait for a lock, and too long a pause within a transaction.
    const TIMEOUTS: [&str; 2] = ["55P03", "25P03"];
    let passes = |state: &str| TIMEOUTS.contains(&state) || CLASSES.iter().any(|class| state.starts_with(class));
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed | sqlx::Error::Protocol(_) => true,
        error => is_standby(error) || sql_state(error).is_some_and(passes),
    }
}

/// The primary result code of SQLite, which is the low byte of the extended one.
fn sqlite_code(error: &sqlx::Error) -> Option<u32> {
    Some(extended_sqlite_code(error)? & 0xff)
}

/// The extended result code of SQLite.
fn extended_sqlite_code(error: &sqlx::Error) -> Option<u32> {
    let error = error.as_database_error()?;
    error.try_downcast_ref::<SqliteError>()?;
    error.code()?.parse().ok()
}

/// The SQLSTATE of PostgreSQL: five letters or digits, of which the first two are the class.
pub(in crate::db) fn sql_state(error: &sqlx::Error) -> Option<&str> {
    Some(error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?.code())
}
