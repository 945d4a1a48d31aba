//! Storage errors.

/// Why storage failed.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// A concurrent change came first. Nothing was stored; load the state again and retry.
    #[error("it was changed at the same time")]
    Conflict,
    /// The stored data is invalid.
    #[error("the stored data is damaged: {0}")]
    Corrupt(String),
    /// The database cannot write: its disk is full, or its file is not writable. Nothing was changed. Retrying may
    /// succeed, but only after the operator has fixed the cause.
    #[error("the database cannot write: {0}")]
    Unwritable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Any other database error.
    #[error("the database failed: {0}")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}
