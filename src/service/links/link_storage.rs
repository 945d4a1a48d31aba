//! The storage trait of links between accounts. Codes are set, entered and confirmed by changes, see
//! [`Change`](crate::service::Change).

use super::link::{LinkCode, RatedRecord};
use crate::service::ids::{Millis, PlayerId};
use crate::service::people::accounts::ExternalId;
use crate::service::storage_error::StorageError;
use async_trait::async_trait;

/// The games of two people that keep them from becoming one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunningGames {
    /// The number of running games.
    pub all: usize,
    /// How many of them have a time control.
    pub with_clock: usize,
    /// How many of them the two play against each other.
    pub together: usize,
}

/// Storage of links between accounts.
#[async_trait]
pub trait LinkStorage: Send + Sync {
    /// The valid code of a person.
    async fn link_code_of(&self, person: PlayerId, now: Millis) -> Result<Option<LinkCode>, StorageError>;

    /// The code, if it is valid.
    async fn link_code(&self, code: &str, now: Millis) -> Result<Option<LinkCode>, StorageError>;

    /// The accounts of a person, each with the name of its platform, sorted by platform.
    async fn accounts(&self, person: PlayerId) -> Result<Vec<(String, ExternalId)>, StorageError>;

    /// The running games of two people.
    async fn running_games_of(&self, people: [PlayerId; 2]) -> Result<RunningGames, StorageError>;

    /// The rated games of two people, in the order in which their rating changes were stored.
    async fn rated_records(&self, people: [PlayerId; 2]) -> Result<Vec<RatedRecord>, StorageError>;
}
