//! Storage errors.

/// Why storage failed.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// A concurrent change came first. Nothing was stored; load the state again and retry.
    #[error("it was changed by another request at the same time: try again")]
    Conflict,
    /// The event that caused the change has been handled before. Nothing was stored.
    #[error("this was done before")]
    AlreadyHandled,
    /// The stored data is invalid.
    #[error("the stored data is damaged: {0}")]
    Corrupt(String),
    /// The database cannot write: its disk is full, or its file is not writable. Nothing was changed. Retrying may
    /// succeed, but only after the operator has fixed the cause.
    #[error("the database cannot be written: {0}")]
    Unwritable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database has ended the transaction for a reason that passes: its connection was lost, or its server is being
    /// replaced. Whether something was stored is unknown if this happened while it was being committed. Load the state
    /// again and retry: versions and recorded events tell what was stored.
    #[error("the connection to the database was interrupted: {0}")]
    Interrupted(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Any other database error.
    #[error("the database reported an error: {0}")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl StorageError {
    /// Whether the database cannot be written because its disk is full.
    pub fn is_disk_full(&self) -> bool {
        let StorageError::Unwritable(why) = self else { return false };
        why.downcast_ref::<std::io::Error>().is_some_and(|error| error.kind() == std::io::ErrorKind::StorageFull)
    }
}
