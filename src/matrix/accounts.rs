//! Maps users to people, and back.

use super::places::MATRIX;
use crate::chat::texts::Language;
use crate::service::{ExternalId, GameService, PlaceId, PlayerId, StorageError};
use jiff::tz::TimeZone;
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

/// The languages for a user: the one that they have chosen, else all.
///
/// # Errors
/// If storage fails.
pub async fn languages_of(service: &GameService, user: &str) -> Result<Vec<Language>, StorageError> {
    let chosen = match find_person(service, user).await? {
        Some(person) => service.queries().preferences(person).await?.language,
        None => None,
    };
    Ok(match chosen {
        Some(code) => vec![Language::of_locale(&code)],
        None => Language::ALL.map(|(language, _)| language).into(),
    })
}

/// The people and places that a message names, and the time zone of its reader.
#[derive(Clone, Debug, Default)]
pub struct Named {
    users: HashMap<PlayerId, String>,
    names: HashMap<PlayerId, String>,
    /// Each place with its name and a link to it.
    places: HashMap<PlaceId, (String, String)>,
    /// The time zone of the only reader; `None` if there are others.
    zone: Option<TimeZone>,
}

impl Named {
    /// These and a person with a user id and a name.
    #[cfg(test)]
    pub fn with_person(mut self, person: PlayerId, user: &str, name: &str) -> Named {
        self.users.insert(person, user.to_owned());
        self.names.insert(person, name.to_owned());
        self
    }

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
            ..Named::default()
        })
    }

    /// Sets the places, each with its name and a link to it.
    #[must_use]
    pub fn with_places(self, places: HashMap<PlaceId, (String, String)>) -> Named {
        Named { places, ..self }
    }

    /// Sets the time zone of the only reader.
    #[must_use]
    pub fn in_zone(self, zone: Option<TimeZone>) -> Named {
        Named { zone, ..self }
    }

    /// The name of a place and a link to it; `None` if it is not on Matrix.
    pub fn place(&self, place: PlaceId) -> Option<(&str, &str)> {
        self.places.get(&place).map(|(name, link)| (name.as_str(), link.as_str()))
    }

    /// The time zone for times in the message. It is UTC where several people read, so that it does not reveal where
    /// anyone lives.
    pub fn zone(&self) -> TimeZone {
        self.zone.clone().unwrap_or(TimeZone::UTC)
    }

    /// Adds the names of people.
    #[must_use]
    pub fn with_names(mut self, names: impl IntoIterator<Item = (PlayerId, String)>) -> Named {
        self.names.extend(names);
        self
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
