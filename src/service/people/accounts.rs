//! Accounts: who a person is on each chat platform.

use crate::service::ids::PlayerId;
use crate::service::storage_error::StorageError;
use crate::service::words::words;
use async_trait::async_trait;
use std::fmt;

/// A chat platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Discord, or a server with its API.
    Discord,
}

words!(Platform { Discord = "discord" });

/// A chat platform's own id of something, as text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExternalId(pub String);

impl fmt::Display for ExternalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Platform {
    /// The number that a person gets who is first seen with this account, if nobody has it yet. A Discord user's id;
    /// rows, buttons and posts of versions without accounts name people by it. 0 is nobody.
    pub fn preferred_id(self, account: &ExternalId) -> Option<PlayerId> {
        match self {
            Platform::Discord => account.0.parse().ok().filter(|number| *number != 0).map(PlayerId),
        }
    }
}

/// Storage of people and their accounts. Every operation is one transaction.
#[async_trait]
pub trait AccountStorage: Send + Sync {
    /// The person with this account. The first time it is seen, stores the account and a new person.
    ///
    /// # Errors
    /// If storage fails. Reads do not wait for other changes; storing a new person does.
    async fn person_of(&self, platform: Platform, account: &ExternalId) -> Result<PlayerId, StorageError>;

    /// The accounts of people on a platform; people without one there are left out.
    ///
    /// # Errors
    /// If storage fails.
    async fn accounts_of(
        &self,
        platform: Platform,
        people: &[PlayerId],
    ) -> Result<Vec<(PlayerId, ExternalId)>, StorageError>;
}
