//! The part of the world that persists across restarts.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::channel::Channel;
use super::command::Command;
use super::id::{Id, IdClock, IdGenerator};
use super::message::Message;
use super::person::Person;

/// The part of the world that persists across restarts.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PersistedWorld {
    /// The format of the state file; see [`PersistedWorld::FORMAT`].
    pub format: u32,
    pub last_id: Id,
    pub guild_id: Id,
    pub application_id: Id,
    pub people: Vec<Person>,
    pub channels: BTreeMap<Id, Channel>,
    pub messages: BTreeMap<Id, VecDeque<Message>>,
    pub commands: Vec<Command>,
}

impl PersistedWorld {
    /// Increased when the format of the file changes.
    pub const FORMAT: u32 = 1;

    /// A new server with three people, the bot and one channel.
    pub fn fresh(bot_name: &str, clock: IdClock) -> Self {
        let mut ids = IdGenerator::after(Id(0), clock);
        let guild_id = ids.next();
        let bot = ids.next();
        let mut people = vec![Person::bot(bot, bot_name)];
        for (name, locale) in [("Ada", "en-US"), ("Bruno", "it"), ("Carmen", "es-ES")] {
            people.push(Person::human(ids.next(), name, locale));
        }
        let games = Channel::text(ids.next(), "games", "Play here. Type / to see the commands.");
        Self {
            format: Self::FORMAT,
            last_id: ids.last(),
            guild_id,
            application_id: bot,
            people,
            channels: BTreeMap::from([(games.id, games)]),
            messages: BTreeMap::new(),
            commands: Vec::new(),
        }
    }
}
