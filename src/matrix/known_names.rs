//! The people that a message can name.

use super::accounts::{find_person, person_of};
use super::api::Member;
use crate::chat::arguments::Opponent;
use crate::chat::commands::typed::Resolve;
use crate::service::{ERASED_PLAYER, GameService, PlaceId, StorageError};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// The greatest number of users in a message that are looked up.
const NAMED_MAX: usize = 20;

/// A member of the room whose user id or name is in the message.
struct Named {
    user: String,
    opponent: Opponent,
    /// Whether a command was found to name them.
    is_meant: AtomicBool,
}

/// The members of a room whose user ids or names are in a message. They are stored only if it turns out to be a command
/// that names them; until then those who are not stored have the number of nobody.
#[derive(Default)]
pub struct KnownNames(Vec<Named>);

impl KnownNames {
    /// Finds the members that this text or its mentions name. `own` is the user id of the bot.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn find(
        service: &GameService,
        members: &BTreeMap<String, Member>,
        content: &Value,
        text: &str,
        own: &str,
    ) -> Result<KnownNames, StorageError> {
        let folded = text.to_lowercase();
        let names = members.iter().filter(|(user, member)| {
            let name = member.display_name.as_deref().unwrap_or_default().to_lowercase();
            text.contains(user.as_str())
                || folded.contains(&format!("@{}", local_part(user).to_lowercase()))
                || (!name.trim().is_empty() && folded.contains(name.trim()))
        });
        let users = mentioned(content).chain(names.map(|(user, _)| user.as_str()));
        let mut known = Vec::new();
        for user in users.take(NAMED_MAX) {
            let Some(member) = members.get(user) else { continue };
            let opponent = Opponent {
                id: find_person(service, user).await?.unwrap_or(ERASED_PLAYER),
                name: member.display_name.clone().unwrap_or_else(|| user.to_owned()),
                is_bot: user == own,
                absence: None,
            };
            known.push(Named { user: user.to_owned(), opponent, is_meant: AtomicBool::new(false) });
        }
        Ok(KnownNames(known))
    }

    /// The same after those that the command names have been stored.
    ///
    /// # Errors
    /// If storage fails.
    pub async fn stored(mut self, service: &GameService) -> Result<KnownNames, StorageError> {
        for Named { user, opponent, is_meant } in &mut self.0 {
            if *is_meant.get_mut() {
                opponent.id = person_of(service, user).await?;
            }
        }
        Ok(self)
    }
}

impl Resolve for KnownNames {
    fn person(&self, text: &str) -> Option<Opponent> {
        let text = text.trim_end_matches([',', ':']);
        let name = text.strip_prefix('@').unwrap_or(text);
        let is_called = |named: &&Named| {
            let known = &named.opponent.name;
            is_same(known, text) || is_same(known, name) || (name != text && is_same(local_part(&named.user), name))
        };
        let found = self.0.iter().find(|named| named.user == text).or_else(|| {
            let mut called = self.0.iter().filter(is_called);
            let first = called.next()?;
            called.all(|other| other.user == first.user).then_some(first)
        })?;
        found.is_meant.store(true, Ordering::Relaxed);
        Some(found.opponent.clone())
    }

    fn channel(&self, _text: &str) -> Option<PlaceId> {
        None
    }
}

/// The part of a user id before the homeserver.
pub(super) fn local_part(user: &str) -> &str {
    user.trim_start_matches('@').split(':').next().unwrap_or_default()
}

/// Whether two names are the same, ignoring case.
pub fn is_same(one: &str, other: &str) -> bool {
    one.trim().chars().flat_map(char::to_lowercase).eq(other.trim().chars().flat_map(char::to_lowercase))
}

/// The users that a message mentions on purpose.
pub fn mentioned(content: &Value) -> impl Iterator<Item = &str> {
    content["m.mentions"]["user_ids"].as_array().into_iter().flatten().filter_map(Value::as_str)
}
