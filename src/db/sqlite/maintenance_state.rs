//! What maintenance remembers.

use sqlx::sqlite::SqliteConnectOptions;
use std::sync::atomic::AtomicBool;

/// State used by maintenance.
#[derive(Debug)]
pub(super) struct MaintenanceState {
    pub(super) options: SqliteConnectOptions,
    /// Whether the write-ahead log may contain rows that were deleted for a person.
    pub(super) log_has_deleted_rows: AtomicBool,
}

impl MaintenanceState {
    /// For a file opened with these options. The log is assumed to hold deleted rows, because an earlier process may
    /// have left some.
    pub fn new(options: SqliteConnectOptions) -> MaintenanceState {
        MaintenanceState { options, log_has_deleted_rows: AtomicBool::new(true) }
    }
}
