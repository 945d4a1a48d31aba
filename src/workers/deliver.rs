//! The interface of the outbox dispatcher to a chat platform.

use crate::service::{DuePost, PlatformId, Post, ServiceError, StorageError};
use async_trait::async_trait;
use std::time::Duration;

/// Why a message could not be delivered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    /// A temporary failure.
    #[error("{why}")]
    Later {
        /// The cause.
        why: String,
        /// The minimum wait before the next attempt, if the platform has specified one.
        after: Option<Duration>,
    },
    /// The bot lacks a permission, or the player does not accept messages. Delivery fails until a user changes that.
    #[error("{0}")]
    Forbidden(String),
    /// The place takes no messages, whatever the bot may do: it is locked, or of a kind without messages.
    #[error("{0}")]
    Closed(String),
    /// The channel, the thread or the message no longer exists.
    #[error("{0}")]
    Gone(String),
    /// The platform takes the message only without this attachment, for example because of a quota.
    #[error("{name} was refused: {why}")]
    Attachment {
        /// The name of the file.
        name: String,
        /// The cause.
        why: String,
    },
    /// A permanent failure of this message. Others may be delivered there.
    #[error("{0}")]
    Never(String),
}

impl DeliveryError {
    /// Whether the place takes no posts at all, so that matches have to be played elsewhere. Another message than the
    /// one that [never](DeliveryError::Never) arrives may still do so.
    pub fn is_about_place(&self) -> bool {
        match self {
            DeliveryError::Forbidden(_) | DeliveryError::Closed(_) | DeliveryError::Gone(_) => true,
            DeliveryError::Later { .. } | DeliveryError::Attachment { .. } | DeliveryError::Never(_) => false,
        }
    }

    /// Whether a retry may succeed soon.
    pub fn is_transient(&self) -> bool {
        matches!(self, DeliveryError::Later { .. })
    }

    /// The kind of error, in metrics.
    pub(super) fn outcome(&self) -> &'static str {
        match self {
            DeliveryError::Later { .. } => "later",
            DeliveryError::Forbidden(_) => "forbidden",
            DeliveryError::Closed(_) => "closed",
            DeliveryError::Gone(_) => "gone",
            DeliveryError::Attachment { .. } => "attachment",
            DeliveryError::Never(_) => "never",
        }
    }
}

/// Storage failures and conflicts are temporary; corrupt data and all other errors are permanent.
impl From<ServiceError> for DeliveryError {
    fn from(error: ServiceError) -> DeliveryError {
        match error {
            ServiceError::Storage(
                StorageError::Failed(_)
                | StorageError::Unwritable(_)
                | StorageError::Interrupted(_)
                | StorageError::Conflict,
            ) => DeliveryError::Later { why: error.to_string(), after: None },
            _ => DeliveryError::Never(error.to_string()),
        }
    }
}

impl From<StorageError> for DeliveryError {
    fn from(error: StorageError) -> DeliveryError {
        ServiceError::from(error).into()
    }
}

/// Delivers posts to a chat platform.
#[async_trait]
pub trait Deliver: Send + Sync {
    /// The platform.
    fn platform(&self) -> PlatformId;

    /// Delivers a post. Delivering it again, after an error or a restart, posts it once.
    ///
    /// # Errors
    /// See [`DeliveryError`].
    async fn deliver(&self, due: &DuePost) -> Result<(), DeliveryError>;

    /// The posts that notify the players of a match about a post that was refused or is abandoned. Empty if they were
    /// already notified.
    ///
    /// # Errors
    /// Storage errors.
    async fn notices(&self, due: &DuePost, error: &DeliveryError) -> Result<Vec<Post>, StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Alerts and dashboards name these words.
    #[test]
    fn the_outcomes_of_deliveries_in_metrics_are_those_of_the_documentation() {
        let monitoring = include_str!("../../docs/monitoring.md");
        let row = monitoring.lines().find(|line| line.contains("`tablero_deliveries_total`")).expect("a row");
        let why = || "x".to_owned();
        for (error, word) in [
            (DeliveryError::Later { why: why(), after: None }, "later"),
            (DeliveryError::Forbidden(why()), "forbidden"),
            (DeliveryError::Closed(why()), "closed"),
            (DeliveryError::Gone(why()), "gone"),
            (DeliveryError::Attachment { name: why(), why: why() }, "attachment"),
            (DeliveryError::Never(why()), "never"),
        ] {
            assert_eq!(error.outcome(), word);
            assert!(row.contains(&format!("`{word}`")), "{word}: {row}");
        }
    }
}
