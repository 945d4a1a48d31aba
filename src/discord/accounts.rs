//! Discord's users and the people that they are.

use crate::chat::View;
use crate::service::{ExternalId, GameService, Platform, PlayerId, StorageError};
use serenity::all::UserId;
use std::collections::BTreeMap;

/// The Discord users that the people in a message are, and the names of those who are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mentions {
    users: BTreeMap<PlayerId, UserId>,
    names: BTreeMap<PlayerId, String>,
}

impl Mentions {
    /// People with their user ids; nobody has the id 0.
    pub fn of_users(users: impl IntoIterator<Item = (PlayerId, u64)>) -> Mentions {
        let users = users.into_iter().filter(|(_, user)| *user != 0);
        Mentions { users: users.map(|(person, user)| (person, UserId::new(user))).collect(), ..Mentions::default() }
    }

    /// The same, with the names of people who are no users.
    #[must_use]
    pub fn with_names(mut self, names: impl IntoIterator<Item = (PlayerId, String)>) -> Mentions {
        self.names.extend(names);
        self
    }

    /// The user that a person is.
    pub fn user(&self, person: PlayerId) -> Option<UserId> {
        self.users.get(&person).copied()
    }

    /// The name of a person who is no user.
    pub fn name(&self, person: PlayerId) -> Option<&str> {
        self.names.get(&person).map(String::as_str)
    }
}

/// A view with the users that the people in it are.
#[derive(Clone, Debug)]
pub struct Addressed<'a> {
    /// The view.
    pub view: &'a View,
    /// The people in its text and its pings.
    pub mentions: Mentions,
}

impl<'a> Addressed<'a> {
    /// A view in which there are no people.
    pub fn without_people(view: &'a View) -> Addressed<'a> {
        Addressed { view, mentions: Mentions::default() }
    }

    /// A view with the stored accounts of the people in it.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn new(service: &GameService, view: &'a View) -> Result<Addressed<'a>, StorageError> {
        let people = view.people();
        if people.is_empty() {
            return Ok(Addressed::without_people(view));
        }
        let accounts = service.storage().accounts_of(Platform::Discord, &people).await?;
        let users = accounts.into_iter().filter_map(|(person, account)| Some((person, number(&account)?)));
        let mentions = Mentions::of_users(users);
        let others: Vec<PlayerId> = people.into_iter().filter(|person| mentions.user(*person).is_none()).collect();
        let names = service.storage().player_names(&others).await?;
        Ok(Addressed { view, mentions: mentions.with_names(names) })
    }
}

fn number(account: &ExternalId) -> Option<u64> {
    account.0.parse().ok()
}

/// The person that a user is. A user who is seen for the first time becomes a person.
///
/// # Errors
/// If storage fails.
pub async fn person_of(service: &GameService, user: UserId) -> Result<PlayerId, StorageError> {
    service.storage().person_of(Platform::Discord, &ExternalId(user.to_string())).await
}

/// The user that a person is, if they are one.
///
/// # Errors
/// If storage fails.
pub async fn user_of(service: &GameService, person: PlayerId) -> Result<Option<UserId>, StorageError> {
    let accounts = service.storage().accounts_of(Platform::Discord, &[person]).await?;
    Ok(accounts.iter().find_map(|(_, account)| number(account)).filter(|number| *number != 0).map(UserId::new))
}
