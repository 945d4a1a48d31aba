//! The state of the emulator: one server, its people, channels and messages, and the application's commands.
//!
//! The world is protected by one mutex. Its methods change it and, under the same lock, queue the events for gateway
//! sessions and the page, so that all clients see changes in the order in which they happened. Each file has the
//! methods of one subject, which call only those of files before it.

mod sessions;
mod installation;
mod permissions;
mod members;
mod channels;
mod guild;
mod messages;
mod drafts;
mod commands;
mod interactions;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{Notify, broadcast, mpsc};
use tokio::time::Instant;

use super::channel::Channel;
use super::command::Command;
use super::error::ApiError;
use super::id::{Id, IdClock, IdGenerator};
use super::interaction::Interaction;
use super::limits;
use super::message::Message;
use super::notice::Notice;
use super::persisted_world::PersistedWorld;
use super::person::Person;
use super::session::{IdentifyLimit, Session};

/// The state of the emulator; see the module documentation.
#[derive(Debug)]
pub(super) struct World {
    pub persisted: PersistedWorld,
    pub ids: IdGenerator,
    /// The base URL of the server, without a trailing slash; URLs of attachments begin with it.
    pub base: String,
    /// The bot's permissions where a channel does not override them.
    pub bot_permissions: u64,
    /// The privileged intents enabled for the application.
    pub privileged_intents: u64,
    /// Whether the application is installed in the server.
    pub installed: bool,
    /// Where interactions are sent instead of the gateway.
    pub interactions_endpoint: Option<Arc<str>>,
    /// The interactions to be sent there, each with the URL.
    pub outgoing: mpsc::UnboundedSender<(Arc<str>, Value)>,
    /// Whether responses of applications that are not installed in the server may be visible to everyone.
    pub external_apps: bool,
    /// The commands that everyone may use in the server, regardless of their default permissions.
    pub opened: BTreeSet<String>,
    /// The text that AutoMod blocks.
    pub filter: Option<String>,
    pub sessions: VecDeque<Session>,
    /// The commands of the guest program. They are not persisted: the program registers them again.
    pub guest_commands: Vec<Command>,
    /// Ephemeral messages, by channel. They are not persisted, just as they do not survive a restart of Discord's
    /// client.
    pub ephemeral: BTreeMap<Id, VecDeque<Message>>,
    /// The pictures that people have chosen: the hash in the URL, and the file. Only tests set them.
    pub avatars: BTreeMap<Id, (String, Vec<u8>)>,
    /// Files of deleted messages, to be removed by the persistence task.
    pub orphans: Vec<Id>,
    pub interactions: BTreeMap<Id, Interaction>,
    /// Maps (author, channel, nonce) to the message and its time.
    pub nonces: HashMap<(Id, Id, String), (Id, Instant)>,
    /// How far this world's clock is ahead of the system clock; tests advance it.
    pub clock_offset: Duration,
    /// The number of times a bot has identified itself, not counting resumed sessions.
    pub identified: usize,
    pub identify_limit: IdentifyLimit,
    /// When a shard of each bucket identified last.
    pub last_identify: HashMap<u64, Instant>,
    /// How often a shard has identified too early.
    pub refused_identifies: usize,
    pub notices: broadcast::Sender<Notice>,
    /// Notified whenever persistent state has changed.
    pub changed: Arc<Notify>,
}

impl World {
    pub fn new(
        persisted: PersistedWorld,
        base: String,
        bot_permissions: u64,
        privileged_intents: u64,
        clock: IdClock,
        outgoing: mpsc::UnboundedSender<(Arc<str>, Value)>,
    ) -> Self {
        Self {
            ids: IdGenerator::after(persisted.last_id, clock),
            persisted,
            base,
            bot_permissions,
            privileged_intents,
            installed: true,
            interactions_endpoint: None,
            outgoing,
            external_apps: true,
            opened: BTreeSet::new(),
            filter: None,
            sessions: VecDeque::new(),
            guest_commands: Vec::new(),
            ephemeral: BTreeMap::new(),
            avatars: BTreeMap::new(),
            orphans: Vec::new(),
            interactions: BTreeMap::new(),
            nonces: HashMap::new(),
            clock_offset: Duration::ZERO,
            identified: 0,
            identify_limit: IdentifyLimit::default(),
            last_identify: HashMap::new(),
            refused_identifies: 0,
            notices: broadcast::Sender::new(limits::RETAINED_NOTICES),
            changed: Arc::new(Notify::new()),
        }
    }

    /// The current instant on this world's clock.
    pub fn now(&self) -> Instant {
        Instant::now() + self.clock_offset
    }

    /// The bot's user id, which is also the application id.
    pub fn bot(&self) -> Id {
        self.persisted.application_id
    }

    pub fn guild(&self) -> Id {
        self.persisted.guild_id
    }

    /// The owner of the server: the first person.
    pub fn owner(&self) -> Id {
        self.persisted.people.iter().find(|p| !p.bot).map_or(self.bot(), |p| p.id)
    }

    pub fn person(&self, id: Id) -> Option<&Person> {
        self.persisted.people.iter().find(|person| person.id == id)
    }

    /// Finds a channel.
    ///
    /// # Errors
    ///
    /// 10003 when it does not exist.
    pub fn channel(&self, id: Id) -> Result<&Channel, ApiError> {
        self.persisted.channels.get(&id).ok_or_else(ApiError::unknown_channel)
    }

    pub fn channel_mut(&mut self, id: Id) -> Result<&mut Channel, ApiError> {
        self.persisted.channels.get_mut(&id).ok_or_else(ApiError::unknown_channel)
    }

    /// Marks the persistent state as changed, so that it is written soon.
    pub fn touch(&mut self) {
        self.persisted.last_id = self.ids.last();
        self.changed.notify_one();
    }

    /// Sends an event to the page. Having no subscribers is not an error.
    pub fn notify(&self, audience: Option<Vec<Id>>, body: Value) {
        let _ = self.notices.send(Notice { audience, body: Arc::new(body) });
    }
}
