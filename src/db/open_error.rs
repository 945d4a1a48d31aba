//! Why a database could not be opened.

use super::database_error::{sql_state, told};
use crate::service::StorageError;
use sqlx::migrate::MigrateError;
use std::path::PathBuf;
use std::time::Duration;

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
    /// The process that owns the database is of another version.
    #[error(
        "the database {} is used by another version of tablero than {}: run this command with the version that runs the \
         bot",
        path.display(),
        env!("CARGO_PKG_VERSION")
    )]
    OtherVersion {
        /// The database file.
        path: PathBuf,
    },
    /// A version from before the first release has made the database.
    #[error(
        "the database {} was made by a version of tablero from before the first release, and this version cannot \
         migrate it. Move the file away, or set another database.url, to begin with an empty database; its games can be \
         played on only with the version that made it",
        path.display()
    )]
    Unreleased {
        /// The database file.
        path: PathBuf,
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
    /// The leases of an earlier process could not be released.
    #[error("the work in {} cannot be taken over: {source}. Restore a backup", path.display())]
    Settling {
        /// The database file.
        path: PathBuf,
        /// The cause.
        source: Box<StorageError>,
    },
    /// The PostgreSQL server cannot be reached, or it refuses the connection.
    #[error(
        "the PostgreSQL server cannot be used: {}. Check that it runs, and database.url: the host, the database, the user and the password",
        told(source)
    )]
    Server {
        /// The cause.
        source: sqlx::Error,
    },
    /// The PostgreSQL server, or what is in between, does not answer.
    #[error(
        "the PostgreSQL server does not answer within {} seconds. Check that it is not frozen or overloaded, and that no \
         firewall between it and the bot drops packets",
        .0.as_secs()
    )]
    ServerSilent(Duration),
    /// The PostgreSQL server only reads.
    #[error(
        "the PostgreSQL server can only be read, because it is a standby. Put the address of the primary into \
         database.url, or promote this one"
    )]
    ServerStandby,
    /// The disk of the PostgreSQL server is full.
    #[error(
        "the disk of the PostgreSQL server is full: {}. Free some space on it, and start tablero again",
        told(source)
    )]
    ServerFull {
        /// The cause.
        source: sqlx::Error,
    },
    /// The PostgreSQL server has no connection left.
    #[error(
        "the PostgreSQL server has no connection left: {}. Raise its max_connections, or lower database.connections",
        told(source)
    )]
    ServerBusy {
        /// The cause.
        source: sqlx::Error,
    },
    /// The user lacks rights.
    #[error(
        "the user of database.url lacks rights in the PostgreSQL database: {why}. Make it the owner of the database and \
         of all tables and sequences in it"
    )]
    ServerRights {
        /// What it cannot do.
        why: String,
    },
    /// The PostgreSQL database cannot store every text.
    #[error(
        "the PostgreSQL database has the encoding {encoding}, in which many names cannot be stored. Create one with the \
         encoding UTF8, as in createdb --encoding UTF8 --template template0"
    )]
    ServerEncoding {
        /// Its encoding.
        encoding: String,
    },
    /// A migration of the PostgreSQL database is not the one that was applied to it.
    #[error(
        "migration {number} was applied to the PostgreSQL database, but is another one in this program. Install the \
         version of tablero that the database belongs to, or restore a backup"
    )]
    ServerMigrationChanged {
        /// The number of the migration.
        number: i64,
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
    /// A version from before the first release has made the PostgreSQL database.
    #[error(
        "the PostgreSQL database was made by a version of tablero from before the first release, and this version \
         cannot migrate it. Create another database, and put its name into database.url; the games of this one can be \
         played on only with the version that made it"
    )]
    UnreleasedServer,
    /// A migration of the PostgreSQL database failed.
    #[error(
        "the PostgreSQL database cannot be migrated to this version: {}. The user of database.url must be allowed to create tables in it",
        told(source)
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

impl OpenError {
    /// Why a PostgreSQL server refuses. `other` is for what has no sentence of its own.
    pub(in crate::db) fn of_server(source: sqlx::Error, other: impl FnOnce(sqlx::Error) -> OpenError) -> OpenError {
        match sql_state(&source) {
            Some("53100") => OpenError::ServerFull { source },
            Some("53300") => OpenError::ServerBusy { source },
            Some("42501") => OpenError::ServerRights { why: told(&source) },
            Some("25006") => OpenError::ServerStandby,
            _ => other(source),
        }
    }
}
