//! Whether the database can be written.

use super::rows::is_unwritable;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the last attempt to write succeeded. Only transitions are logged, not every attempt.
#[derive(Debug, Default)]
pub(super) struct WriteHealth {
    is_failing: AtomicBool,
}

impl WriteHealth {
    pub fn record<T>(&self, result: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
        match &result {
            Ok(_) if self.is_failing.swap(false, Ordering::Relaxed) => {
                tracing::info!("the database can be written again");
            }
            Err(error) if is_unwritable(error) && !self.is_failing.swap(true, Ordering::Relaxed) => {
                tracing::error!(
                    %error,
                    "the database cannot be written: check the free space of its disk and the permissions of its file; \
                     nothing is saved until then"
                );
            }
            _ => {}
        }
        result
    }
}
