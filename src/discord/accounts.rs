//! Maps Discord's users to people and back, and finds the users and channels that a view mentions.

use super::places::{DISCORD, channels_of};
use crate::chat::View;
use crate::service::{ExternalId, GameService, PlaceId, PlayerId, StorageError};
use serenity::all::{ChannelId, UserId};
use std::collections::BTreeMap;

/// What a message mentions: the Discord users of people, the names of people without an account, and the channels of
/// places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mentions {
    users: BTreeMap<PlayerId, UserId>,
    names: BTreeMap<PlayerId, String>,
    channels: BTreeMap<PlaceId, ChannelId>,
}

impl Mentions {
    /// People with their user ids. Ignores the id 0, which no user has.
    pub fn of_users(users: impl IntoIterator<Item = (PlayerId, u64)>) -> Mentions {
        let users = users.into_iter().filter(|(_, user)| *user != 0);
        Mentions { users: users.map(|(person, user)| (person, UserId::new(user))).collect(), ..Mentions::default() }
    }

    /// Adds the names of people without an account.
    #[must_use]
    pub fn with_names(mut self, names: impl IntoIterator<Item = (PlayerId, String)>) -> Mentions {
        self.names.extend(names);
        self
    }

    /// Adds the channels of places. Ignores the id 0, which no channel has.
    #[must_use]
    pub fn with_channels(mut self, channels: impl IntoIterator<Item = (PlaceId, u64)>) -> Mentions {
        let channels = channels.into_iter().filter(|(_, channel)| *channel != 0);
        self.channels.extend(channels.map(|(place, channel)| (place, ChannelId::new(channel))));
        self
    }

    /// The channel of a place.
    pub fn channel(&self, place: PlaceId) -> Option<ChannelId> {
        self.channels.get(&place).copied()
    }

    /// The user of a person.
    pub fn user(&self, person: PlayerId) -> Option<UserId> {
        self.users.get(&person).copied()
    }

    /// The name of a person without an account.
    pub fn name(&self, person: PlayerId) -> Option<&str> {
        self.names.get(&person).map(String::as_str)
    }
}

/// A view with what it mentions.
#[derive(Clone, Debug)]
pub struct Addressed<'a> {
    /// The view.
    pub view: &'a View,
    /// The people its text mentions and pings.
    pub mentions: Mentions,
}

impl<'a> Addressed<'a> {
    /// A view that mentions nothing.
    pub fn without_people(view: &'a View) -> Addressed<'a> {
        Addressed { view, mentions: Mentions::default() }
    }

    /// Looks up what a view mentions.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn new(service: &GameService, view: &'a View) -> Result<Addressed<'a>, StorageError> {
        let (people, places) = (view.people(), view.text.places());
        if people.is_empty() && places.is_empty() {
            return Ok(Addressed::without_people(view));
        }
        let channels = channels_of(service, &places).await?.into_iter().map(|(place, channel)| (place, channel.get()));
        let accounts = service.queries().accounts_of(DISCORD, &people).await?;
        let users = accounts.into_iter().filter_map(|(person, account)| Some((person, number(&account)?)));
        let mentions = Mentions::of_users(users).with_channels(channels);
        let others: Vec<PlayerId> = people.into_iter().filter(|person| mentions.user(*person).is_none()).collect();
        let names = service.queries().player_names(&others).await?;
        Ok(Addressed { view, mentions: mentions.with_names(names) })
    }
}

fn number(account: &ExternalId) -> Option<u64> {
    account.0.parse().ok()
}

/// Returns the person with a user's account. A new user becomes a new person.
///
/// # Errors
/// If storage fails.
pub async fn person_of(service: &GameService, user: UserId) -> Result<PlayerId, StorageError> {
    service.person_of(DISCORD, &ExternalId(user.to_string())).await
}

/// Returns the user of a person; `None` without an account on Discord.
///
/// # Errors
/// If storage fails.
pub async fn user_of(service: &GameService, person: PlayerId) -> Result<Option<UserId>, StorageError> {
    let accounts = service.queries().accounts_of(DISCORD, &[person]).await?;
    Ok(accounts.iter().find_map(|(_, account)| number(account)).filter(|number| *number != 0).map(UserId::new))
}
