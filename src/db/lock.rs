//! One process owns a database file: a lock of the operating system beside it, which ends with the process.

use super::open::OpenError;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Mutex;

/// The lock of a database, held until [`OwnerLock::release`] or the end of the process.
///
/// It is on a file of its own, `DATABASE.lock`: SQLite's locks on the database are lost when another handle of the same
/// process on that file is closed. Programs that only read, such as a backup, do not take it.
#[derive(Debug)]
pub(super) struct OwnerLock(Mutex<Option<File>>);

impl OwnerLock {
    /// Takes the lock.
    ///
    /// # Errors
    /// [`OpenError::InUse`] when another process has it, [`OpenError::Lock`] when its file cannot be made.
    pub fn take(database: &Path) -> Result<OwnerLock, OpenError> {
        let mut path = database.as_os_str().to_owned();
        path.push(".lock");
        let failed = |source| OpenError::Lock { path: (&path).into(), source };
        let file = File::options().create(true).write(true).truncate(false).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(OpenError::InUse { path: database.to_owned() }),
            // Some network file systems have no locks. A host who uses one must see to it that one bot runs.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, "the database cannot be locked; see to it that only one bot uses it");
            }
        }
        Ok(OwnerLock(Mutex::new(Some(file))))
    }

    /// Gives the lock back.
    pub fn release(&self) {
        drop(self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take());
    }
}
