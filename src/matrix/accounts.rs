//! Maps users to people, and back.

use super::places::MATRIX;
use crate::service::{ExternalId, GameService, PlayerId, StorageError};
use std::collections::HashMap;

/// Returns the person with this user id, and stores a new one.
///
/// # Errors
/// If storage fails.
pub async fn person_of(service: &GameService, user: &str) -> Result<PlayerId, StorageError> {
    service.person_of(MATRIX, &ExternalId(user.to_owned())).await
}

/// Returns the person with this user id, if they are stored.
///
/// # Errors
/// If storage fails.
pub async fn find_person(service: &GameService, user: &str) -> Result<Option<PlayerId>, StorageError> {
    service.queries().find_person(MATRIX, &ExternalId(user.to_owned())).await
}

/// The people that a message names.
#[derive(Clone, Debug, Default)]
pub struct Named {
    users: HashMap<PlayerId, String>,
    names: HashMap<PlayerId, String>,
}

impl Named {
    /// Reads the user ids and the names of people.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn of(service: &GameService, people: &[PlayerId]) -> Result<Named, StorageError> {
        let users = service.queries().accounts_of(MATRIX, people).await?;
        let names = service.queries().player_names(people).await?;
        Ok(Named {
            users: users.into_iter().map(|(person, id)| (person, id.0)).collect(),
            names: names.into_iter().collect(),
        })
    }

    /// The user id of a person, if they have an account.
    pub fn user(&self, person: PlayerId) -> Option<&str> {
        self.users.get(&person).map(String::as_str)
    }

    /// The name of a person: the one they were seen with, else their user id.
    pub fn name(&self, person: PlayerId) -> Option<&str> {
        self.names.get(&person).map(String::as_str).or_else(|| self.user(person))
    }
}
