//! Why there is no backup, or why it was not restored.

use crate::db::open_error::OpenError;
use std::io;
use std::path::PathBuf;

/// Why there is no backup, or why it was not restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is no such file.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// The file may be there, but this user cannot see it.
    #[error(
        "{} cannot be read: {source}. Run this as a user that may read it, such as the bot's: sudo -u tablero",
        path.display()
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The target exists.
    #[error("{} exists already: name another file, or move it away", .0.display())]
    Exists(PathBuf),
    /// The bot uses the database that would be restored.
    #[error(transparent)]
    InUse(#[from] OpenError),
    /// The file is not a database of this program.
    #[error("{} is not a database of Tablero", .0.display())]
    Foreign(PathBuf),
    /// The file is damaged.
    #[error("{} is damaged: {problem}. Use an earlier backup", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        problem: String,
    },
    /// A newer version of the program has made the file.
    #[error("{} is from a newer version of Tablero: install that version first", .0.display())]
    Newer(PathBuf),
    /// A version from before the first release has made the file.
    #[error("{} was made by a version of Tablero from before the first release, and this version cannot use it", .0.display())]
    Unreleased(PathBuf),
    /// A file cannot be written.
    #[error("{} cannot be written: {source}. Check the permissions and the free space", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The database reported an error.
    #[error("{} cannot be read: {source}. Check the permissions of the file and its folder", path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// The cause.
        source: sqlx::Error,
    },
}
