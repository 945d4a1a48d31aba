//! A gateway session: its intents and its queued events.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{Notify, watch};

use super::id::Id;
use super::limits;

/// Discord's intents.
pub(super) mod intent {
    pub const GUILDS: u64 = 1;
    pub const GUILD_MEMBERS: u64 = 1 << 1;
    pub const GUILD_PRESENCES: u64 = 1 << 8;
    pub const GUILD_MESSAGES: u64 = 1 << 9;
    pub const GUILD_MESSAGE_TYPING: u64 = 1 << 11;
    pub const DIRECT_MESSAGES: u64 = 1 << 12;
    pub const DIRECT_MESSAGE_TYPING: u64 = 1 << 14;
    pub const MESSAGE_CONTENT: u64 = 1 << 15;
    /// The intents for server events.
    pub const SERVER: u64 = GUILDS | GUILD_MEMBERS | GUILD_PRESENCES | GUILD_MESSAGES | GUILD_MESSAGE_TYPING;
    /// The privileged intents.
    pub const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
    /// All known intents: 0 to 16, 20 and 21 for moderation, 24 and 25 for polls.
    pub const KNOWN: u64 = ((1 << 17) - 1) | 3 << 20 | 3 << 24;
    /// Marks events that are sent regardless of intents.
    pub const ALWAYS: u64 = 0;
}

/// An action on a connection from outside its own protocol exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "testing"), expect(dead_code, reason = "only tests act on connections"))]
pub(super) enum ControlAction {
    None,
    /// Drop the socket without a close frame.
    Drop,
    /// Close the socket with this code.
    Close(u16),
    /// Op 7: please reconnect and resume.
    Reconnect,
    /// Op 9: the session is invalid; `true` when it can be resumed.
    Invalid(bool),
}

/// How many shards the server recommends, and how often they may identify.
#[derive(Clone, Debug)]
pub struct IdentifyLimit {
    /// The number of shards that it recommends.
    pub shards: u32,
    /// The number of buckets: shards whose numbers have different remainders may identify at the same time.
    pub max_concurrency: u32,
    /// The time between two shards of a bucket; Discord requires five seconds.
    pub interval: Duration,
}

impl Default for IdentifyLimit {
    /// One shard, which may identify at any time.
    fn default() -> Self {
        Self { shards: 1, max_concurrency: 1, interval: Duration::ZERO }
    }
}

/// A program that acts for the application. People see one bot, whichever program it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Program {
    /// The program that started the emulator.
    #[default]
    BuiltIn,
    /// A program in another process. While it is connected, it replaces the built-in one.
    Guest,
}

/// A gateway session. It outlives its connection, so that it can be resumed.
#[derive(Debug)]
pub(super) struct Session {
    pub id: String,
    /// The program that opened the session.
    pub program: Program,
    pub intents: u64,
    /// The number of the shard, and how many there are.
    pub shard: (u64, u64),
    pub seq: u64,
    /// Events with their sequence numbers, retained for resuming. The connection sends from here.
    pub events: VecDeque<(u64, Arc<str>)>,
    /// Notified when there is a new event.
    pub new_events: Arc<Notify>,
    pub control: watch::Sender<ControlAction>,
    /// The current connection of this session.
    pub connection: Option<u64>,
}

impl Session {
    pub fn new(id: String, program: Program, intents: u64, shard: (u64, u64)) -> Self {
        Self {
            id,
            program,
            intents,
            shard,
            seq: 0,
            events: VecDeque::new(),
            new_events: Arc::new(Notify::new()),
            control: watch::Sender::new(ControlAction::None),
            connection: None,
        }
    }

    /// Queues an event.
    pub fn push(&mut self, name: &str, data: &Value) {
        self.seq += 1;
        let text = json!({ "op": 0, "s": self.seq, "t": name, "d": data }).to_string();
        if self.events.len() >= limits::RETAINED_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back((self.seq, Arc::from(text)));
        self.new_events.notify_one();
    }

    /// The events after `seq`, or `None` if some of them are no longer retained.
    pub fn since(&self, seq: u64) -> Option<Vec<(u64, Arc<str>)>> {
        let first = self.events.front().map_or(self.seq + 1, |(first, _)| *first);
        if seq > self.seq || seq + 1 < first {
            return None;
        }
        Some(self.events.iter().filter(|(s, _)| *s > seq).cloned().collect())
    }
}

/// Whether the content of a message is visible without the privileged intent.
pub(super) fn shows_content(message: &Value, bot: Id) -> bool {
    let bot = Value::from(bot);
    let mentioned = message["mentions"].as_array().is_some_and(|list| list.iter().any(|user| user["id"] == bot));
    message["author"]["id"] == bot || mentioned
}

/// The message without its content.
pub(super) fn hide_content(mut message: Value) -> Value {
    message["content"] = json!("");
    for list in ["embeds", "attachments", "components"] {
        message[list] = json!([]);
    }
    message
}
