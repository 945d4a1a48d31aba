//! The accounts of people on chat platforms.

use crate::service::ids::PlayerId;
use crate::service::storage_error::StorageError;
use crate::service::words::words;
use async_trait::async_trait;
use std::fmt;

/// A chat platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Discord, or a server that implements its API.
    Discord,
}

words!(Platform { Discord = "discord" });

/// An id that a chat platform assigned, as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExternalId(pub String);

impl fmt::Display for ExternalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Platform {
    /// Returns the number that a new person with this account gets if it is free; `None` if the account suggests none.
    /// For Discord it is the user's id, because rows, buttons and posts of versions without accounts identify people by
    /// it. No person has the number 0.
    pub fn preferred_id(self, account: &ExternalId) -> Option<PlayerId> {
        match self {
            Platform::Discord => account.0.parse().ok().filter(|number| *number != 0).map(PlayerId),
        }
    }
}

/// Storage of people and their accounts. Every operation is one transaction.
#[async_trait]
pub trait AccountStorage: Send + Sync {
    /// Returns the person with this account. If the account is new, stores it and a new person. Storing waits for other
    /// changes; finding a known account does not.
    ///
    /// # Errors
    /// If storage fails.
    async fn person_of(&self, platform: Platform, account: &ExternalId) -> Result<PlayerId, StorageError>;

    /// Returns the accounts of people on a platform. Leaves out people without an account there.
    ///
    /// # Errors
    /// If storage fails.
    async fn accounts_of(
        &self,
        platform: Platform,
        people: &[PlayerId],
    ) -> Result<Vec<(PlayerId, ExternalId)>, StorageError>;
}
