//! Why a database could not be opened.

use crate::service::StorageError;
use sqlx::migrate::MigrateError;
use std::path::PathBuf;

/// Why the database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder of the database could not be created.
    #[error("the folder {} cannot be created: {source}. Create it, or change database.url", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// Another process is using the database.
    #[error("another tablero is already using the database {}: stop it first, or set another database.url for this one", path.display())]
    InUse {
        /// The database file.
        path: PathBuf,
    },
    /// The lock file could not be created or opened.
    #[error("{} cannot be opened: {source}. The folder of the database must be writable", path.display())]
    Lock {
        /// The lock file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The database can be read but not written.
    #[error("the database {} cannot be written: {source}. Give the user that runs tablero write permission for the file and its folder", path.display())]
    ReadOnly {
        /// The database file.
        path: PathBuf,
        /// The cause.
        source: sqlx::Error,
    },
    /// Another program has locked the database.
    #[error("the database {} is locked by another program: {source}. Close that program, such as a database browser or a backup, and start tablero again", path.display())]
    Locked {
        /// The database file.
        path: PathBuf,
        /// The cause.
        source: sqlx::Error,
    },
    /// A newer version of the program has migrated the database.
    #[error(
        "the database {} belongs to version {version} or newer of tablero, but this is version {}: start the newer \
         version, or restore a backup from before the update",
        path.display(),
        env!("CARGO_PKG_VERSION")
    )]
    Newer {
        /// The database file.
        path: PathBuf,
        /// The version that wrote the schema, as recorded in the file.
        version: String,
    },
    /// Rows refer to rows that do not exist.
    #[error("the database {} is damaged: {} rows of `{table}` refer to rows that do not exist. Restore a backup", path.display(), rows)]
    Dangling {
        /// The database file.
        path: PathBuf,
        /// The first affected table.
        table: String,
        /// The total number of dangling rows.
        rows: u64,
    },
    /// The file could not be opened.
    #[error("the database {} cannot be opened: {source}", path.display())]
    File {
        /// The database file.
        path: PathBuf,
        /// The cause.
        source: sqlx::Error,
    },
    /// The derived columns of matches stored by an earlier version could not be filled in, or the leases of an earlier
    /// process could not be released.
    #[error("the games in {} cannot be read: {source}. Restore a backup", path.display())]
    Settling {
        /// The database file.
        path: PathBuf,
        /// The cause.
        source: Box<StorageError>,
    },
    /// The PostgreSQL server cannot be reached, or it refuses the connection.
    #[error(
        "the PostgreSQL server cannot be used: {source}. Check that it runs, and database.url: the host, the database, the user and the password"
    )]
    Server {
        /// The cause.
        source: sqlx::Error,
    },
    /// A newer version of the program has migrated the PostgreSQL database.
    #[error(
        "the PostgreSQL database belongs to version {version} or newer of tablero, but this is version {}: start the \
         newer version, or restore a backup from before the update",
        env!("CARGO_PKG_VERSION")
    )]
    NewerServer {
        /// The version that wrote the schema, as recorded in the database.
        version: String,
    },
    /// A migration of the PostgreSQL database failed.
    #[error(
        "the PostgreSQL database cannot be migrated to this version: {source}. The user of database.url must be allowed to create tables in it"
    )]
    ServerMigration {
        /// The cause.
        source: sqlx::Error,
    },
    /// A migration failed.
    #[error("the database {} cannot be migrated to this version: {source}", path.display())]
    Migration {
        /// The database file.
        path: PathBuf,
        /// The cause.
        source: MigrateError,
    },
}
