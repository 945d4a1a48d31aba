//! Whether the database can be written.

use crate::db::database_error::{is_locked, is_unwritable, told};
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the last attempt to write succeeded. Only transitions are logged, not every attempt.
#[derive(Debug, Default)]
pub(in crate::db) struct WriteHealth {
    is_failing: AtomicBool,
}

impl WriteHealth {
    /// Records the result of an attempt to write.
    pub fn record(&self, result: Result<(), &sqlx::Error>) {
        match result {
            Ok(()) if self.is_failing.swap(false, Ordering::Relaxed) => {
                tracing::info!("the database can be written again");
            }
            Err(error) if is_unwritable(error) || is_locked(error) => self.fail(&told(error)),
            _ => {}
        }
    }

    /// Records that nothing can be written.
    pub fn fail(&self, error: &dyn Display) {
        if !self.is_failing.swap(true, Ordering::Relaxed) {
            tracing::error!(
                %error,
                "the database cannot be written: check the free space of its disk, the permissions of its file, and \
                 whether another program has locked it; nothing is saved until then"
            );
        }
    }
}
