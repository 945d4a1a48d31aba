//! Ensures that only one process uses a database file, with locks of the operating system. They end with the process.

use super::place_name::PlaceName;
use crate::db::open_error::OpenError;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The locks of a database, held until [`OwnerLock::release`] or the end of the process. Programs that only read, such as
/// a backup, do not take them.
///
/// One is for the place: on a file beside the database, whose name begins with a dot, so that it stays when the files of
/// the database are moved away, and nothing is restored to the place of a running bot. On Linux there is one on the
/// database itself as well, because a file may have several names: links, or one after it was moved; and the path has a
/// [`PlaceName`], because its whole folder may be moved away with both files.
#[derive(Debug)]
pub(super) struct OwnerLock {
    database: PathBuf,
    place: Mutex<Option<File>>,
    name: Mutex<Option<PlaceName>>,
    /// The database that this process has opened. It stays open for as long as SQLite uses it: SQLite's own locks are lost
    /// when the same process closes another handle to the file.
    file: Mutex<Option<File>>,
}

/// Who uses the place of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Usage {
    /// No bot.
    Free,
    /// A bot that has opened the file there.
    Running,
    /// A bot that has opened a file which was moved away or deleted.
    Displaced,
}

/// The file with the lock of a place.
pub fn lock_path(database: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(database.file_name().unwrap_or_default());
    name.push(".lock");
    database.with_file_name(name)
}

impl OwnerLock {
    /// Takes the lock of a place.
    ///
    /// # Errors
    /// [`OpenError::InUse`] when another process holds the lock, [`OpenError::Lock`] when the lock file cannot be
    /// opened.
    pub fn take(database: &Path) -> Result<OwnerLock, OpenError> {
        let path = lock_path(database);
        let failed = |source| OpenError::Lock { path: path.clone(), source };
        let file = File::options().create(true).write(true).truncate(false).open(&path).map_err(failed)?;
        lock(&file, database)?;
        Ok(OwnerLock {
            database: database.to_owned(),
            place: Mutex::new(Some(file)),
            name: Mutex::new(PlaceName::take(database)),
            file: Mutex::default(),
        })
    }

    /// Whether this process has the name of the place too. Otherwise a bot runs there whose folder was moved away.
    pub fn has_name(&self) -> bool {
        !PlaceName::EXISTS || self.name.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Takes the lock of the database itself, which is there.
    ///
    /// # Errors
    /// [`OpenError::InUse`] when another process holds the lock, [`OpenError::File`] when the file cannot be opened.
    pub fn take_file(&self) -> Result<(), OpenError> {
        let failed = |error| OpenError::File { path: self.database.clone(), source: sqlx::Error::Io(error) };
        let file = File::open(&self.database).map_err(failed)?;
        // Elsewhere, such a lock would keep SQLite out.
        if cfg!(target_os = "linux") {
            lock(&file, &self.database)?;
        }
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
        Ok(())
    }

    /// Whether the file that this process has opened is no longer the one at its place. Such a file may have no name at
    /// all, and what is written into it would be lost.
    pub fn is_displaced(&self) -> bool {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.as_ref().is_some_and(|file| !is_at(file, &self.database))
    }

    /// The database.
    pub fn database(&self) -> &Path {
        &self.database
    }

    /// Releases the locks.
    pub fn release(&self) {
        drop(self.name.lock().unwrap_or_else(PoisonError::into_inner).take());
        for held in [&self.file, &self.place] {
            let file = held.lock().unwrap_or_else(PoisonError::into_inner).take();
            // Closing the file would not do: a process that is being started has a copy of it for a moment. What cannot
            // be unlocked was not locked, or is unlocked when it is closed.
            let _ = file.map(|file| file.unlock());
        }
    }
}

impl Drop for OwnerLock {
    fn drop(&mut self) {
        self.release();
    }
}

fn lock(file: &File, database: &Path) -> Result<(), OpenError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: database.to_owned() }),
        // Some network file systems do not support locks. There, the host must make sure that only one bot runs.
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "the database cannot be locked; make sure that only one bot uses it");
            Ok(())
        }
    }
}

/// Whether an open file is the one that has this name. What cannot be found out counts as yes.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let Ok(opened) = file.metadata() else { return true };
        match fs::metadata(path) {
            Ok(found) => (found.dev(), found.ino()) == (opened.dev(), opened.ino()),
            Err(error) => error.kind() != std::io::ErrorKind::NotFound,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

/// Who uses the place of a database. It takes each lock for an instant to find out.
pub fn usage(database: &Path) -> Usage {
    let is_locked = |path: &Path| {
        File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    };
    if !is_locked(&lock_path(database)) && !PlaceName::is_taken(database) {
        Usage::Free
    } else if cfg!(target_os = "linux") && !is_locked(database) {
        Usage::Displaced
    } else {
        Usage::Running
    }
}
