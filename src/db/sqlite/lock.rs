//! Ensures that only one process uses a database file, with an operating system lock on a file beside it. The lock ends
//! with the process.

use crate::db::open_error::OpenError;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The lock of a database, held until [`OwnerLock::release`] or the end of the process.
///
/// The lock is on a separate file, `DATABASE.lock`: SQLite's own locks on the database are lost when the same process
/// closes another handle to that file. Programs that only read, such as a backup, do not take it.
#[derive(Debug)]
pub(super) struct OwnerLock(Mutex<Option<File>>);

impl OwnerLock {
    /// The file with the lock of a database.
    pub fn path(database: &Path) -> PathBuf {
        let mut path = database.as_os_str().to_owned();
        path.push(".lock");
        path.into()
    }

    /// Takes the lock.
    ///
    /// # Errors
    /// [`OpenError::InUse`] when another process holds the lock, [`OpenError::Lock`] when the lock file cannot be
    /// opened.
    pub fn take(database: &Path) -> Result<OwnerLock, OpenError> {
        let path = OwnerLock::path(database);
        let failed = |source| OpenError::Lock { path: path.clone(), source };
        let file = File::options().create(true).write(true).truncate(false).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OpenError::InUse { path: database.to_owned() }),
            // Some network file systems do not support locks. There, the host must make sure that only one bot runs.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, "the database cannot be locked; make sure that only one bot uses it");
            }
        }
        Ok(OwnerLock(Mutex::new(Some(file))))
    }

    /// Releases the lock.
    pub fn release(&self) {
        let file = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        // Closing the file would not do: a process that is being started has a copy of it for a moment. What cannot be
        // unlocked was not locked, or is unlocked when it is closed.
        let _ = file.map(|file| file.unlock());
    }
}

impl Drop for OwnerLock {
    fn drop(&mut self) {
        self.release();
    }
}
