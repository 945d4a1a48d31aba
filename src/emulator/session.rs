//! The gateway's sessions: who is connected, what they want to hear, and what they have yet to be sent.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::{Notify, watch};

use super::id::Id;
use super::limits;
use super::world::World;

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
    /// What is heard of a server.
    pub const SERVER: u64 = GUILDS | GUILD_MEMBERS | GUILD_PRESENCES | GUILD_MESSAGES | GUILD_MESSAGE_TYPING;
    /// What an application must be granted beforehand.
    pub const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
    /// All that exist: 0 to 16, 20 and 21 for moderation, 24 and 25 for polls.
    pub const KNOWN: u64 = ((1 << 17) - 1) | 3 << 20 | 3 << 24;
    /// Sent whatever was asked for.
    pub const ALWAYS: u64 = 0;
}

/// What the server does to a connection from outside its own conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nudge {
    None,
    /// The socket is dropped without a word.
    Drop,
    /// The socket is closed with this code.
    Close(u16),
    /// Op 7: please reconnect and resume.
    Reconnect,
    /// Op 9: the session is invalid; `true` when it can be resumed.
    Invalid(bool),
}

/// A session of the gateway. It outlives its connection, so that it can be resumed.
#[derive(Debug)]
pub(super) struct Session {
    pub id: String,
    pub intents: u64,
    pub seq: u64,
    /// Events with their numbers, kept for resuming. The connection sends from here.
    pub events: VecDeque<(u64, Arc<str>)>,
    /// Rung when there is a new event.
    pub ring: Arc<Notify>,
    pub nudge: watch::Sender<Nudge>,
    /// The connection that serves this session now.
    pub connection: Option<u64>,
}

impl Session {
    pub fn new(id: String, intents: u64) -> Self {
        Self {
            id,
            intents,
            seq: 0,
            events: VecDeque::new(),
            ring: Arc::new(Notify::new()),
            nudge: watch::Sender::new(Nudge::None),
            connection: None,
        }
    }

    /// Puts an event into the queue.
    pub fn push(&mut self, name: &str, data: &Value) {
        self.seq += 1;
        let text = json!({ "op": 0, "s": self.seq, "t": name, "d": data }).to_string();
        if self.events.len() >= limits::KEPT_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back((self.seq, Arc::from(text)));
        self.ring.notify_one();
    }

    /// The events after `seq`, or `None` when some of them are no longer kept.
    pub fn since(&self, seq: u64) -> Option<Vec<(u64, Arc<str>)>> {
        let first = self.events.front().map_or(self.seq + 1, |(first, _)| *first);
        if seq > self.seq || seq + 1 < first {
            return None;
        }
        Some(self.events.iter().filter(|(s, _)| *s > seq).cloned().collect())
    }
}

impl World {
    /// Sends an event to every session that asked for one of `intents` (all, for [`intent::ALWAYS`]).
    pub fn dispatch(&mut self, intents: u64, name: &str, data: Value) {
        if intents & intent::SERVER != 0 && !self.installed {
            return;
        }
        for session in &mut self.sessions {
            if intents == intent::ALWAYS || session.intents & intents != 0 {
                session.push(name, &data);
            }
        }
    }

    /// Sends a message event; sessions without the message content intent see the content only where Discord shows it
    /// to everybody: in direct messages, in the bot's own messages and where the bot is mentioned.
    pub fn dispatch_message(&mut self, name: &str, data: Value, direct: bool) {
        let bot = self.bot();
        let intents = if direct { intent::DIRECT_MESSAGES } else { intent::GUILD_MESSAGES };
        let open = direct || shows_content(&data, bot);
        let hidden = if open { None } else { Some(hide_content(data.clone())) };
        for session in &mut self.sessions {
            if session.intents & intents == 0 {
                continue;
            }
            let full = session.intents & intent::MESSAGE_CONTENT != 0;
            session.push(name, hidden.as_ref().filter(|_| !full).unwrap_or(&data));
        }
    }

    /// Opens a session.
    pub fn open_session(&mut self, intents: u64) -> &mut Session {
        if self.sessions.len() >= limits::KEPT_SESSIONS {
            self.sessions.pop_front();
        }
        let id = format!("{:032x}", self.mint.next().0);
        self.sessions.push_back(Session::new(id, intents));
        let last = self.sessions.len() - 1;
        &mut self.sessions[last]
    }

    pub fn session_mut(&mut self, id: &str) -> Option<&mut Session> {
        self.sessions.iter_mut().find(|session| session.id == id)
    }

    /// Whether a bot is connected.
    pub fn bot_online(&self) -> bool {
        self.sessions.iter().any(|session| session.connection.is_some())
    }

    /// Does something to every connection.
    pub fn nudge(&self, nudge: Nudge) {
        for session in &self.sessions {
            session.nudge.send_replace(nudge);
        }
    }

    /// Tells the page whether the bot is there.
    pub fn announce_bot(&self) {
        self.notify(None, json!({ "type": "bot", "online": self.bot_online() }));
    }
}

/// Whether a message shows its content without the privileged intent.
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
