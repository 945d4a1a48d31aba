//! A channel, thread or direct-message channel.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::id::Id;
use super::timestamp::{format_millis, format_timestamp};

/// The kind of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChannelKind {
    /// A text channel of the server.
    Text,
    /// A channel for announcements, which other servers can follow.
    Announcements,
    /// The chat of a voice channel.
    Voice,
    /// The chat of a stage.
    Stage,
    /// A category, which contains channels and no messages.
    Category,
    /// A forum, which contains posts and no messages.
    Forum,
    /// A forum of pictures and videos.
    Media,
    /// Direct messages between a person and the bot.
    Direct,
    /// Direct messages between two people, or in a group. The bot is not a member.
    Private,
    /// A thread of a channel for announcements.
    AnnouncementThread,
    /// A thread that everyone can read, or a post of a forum.
    PublicThread,
    /// A thread that only its members can read.
    PrivateThread,
}

impl ChannelKind {
    /// The kind of thread that is opened from a message in it, if that is possible.
    pub(super) fn thread_from_message(self) -> Option<ChannelKind> {
        match self {
            ChannelKind::Text => Some(ChannelKind::PublicThread),
            ChannelKind::Announcements => Some(ChannelKind::AnnouncementThread),
            _ => None,
        }
    }

    /// Whether it contains messages.
    pub(super) fn takes_messages(self) -> bool {
        !matches!(self, ChannelKind::Category | ChannelKind::Forum | ChannelKind::Media)
    }
}

/// The state specific to threads.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ThreadState {
    pub parent: Id,
    pub owner: Id,
    pub archived: bool,
    pub locked: bool,
    pub auto_archive_minutes: u32,
    /// When it was last archived or unarchived, in milliseconds since 1970.
    pub archive_changed_ms: i64,
    pub members: Vec<Id>,
    pub messages_sent: u32,
}

/// A channel, thread or direct-message channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Channel {
    pub id: Id,
    pub kind: ChannelKind,
    pub name: String,
    pub topic: Option<String>,
    /// The person, for direct messages with the bot.
    pub recipient: Option<Id>,
    /// The people of a private channel.
    #[serde(default)]
    pub members: Vec<Id>,
    pub last_message: Option<Id>,
    pub thread: Option<ThreadState>,
    /// The bot's permissions here, if they differ from those in the server.
    pub bot_permissions: Option<u64>,
    /// The seconds that a person has to wait between two messages. Bots do not wait.
    #[serde(default)]
    pub slow_mode: u32,
}

impl Channel {
    pub fn text(id: Id, name: &str, topic: &str) -> Self {
        Self {
            id,
            kind: ChannelKind::Text,
            name: name.to_owned(),
            topic: Some(topic.to_owned()),
            recipient: None,
            members: Vec::new(),
            last_message: None,
            thread: None,
            bot_permissions: None,
            slow_mode: 0,
        }
    }

    pub fn is_thread(&self) -> bool {
        self.thread.is_some()
    }

    pub fn is_direct(&self) -> bool {
        self.kind == ChannelKind::Direct
    }

    /// Whether it is in the server.
    pub fn in_server(&self) -> bool {
        !matches!(self.kind, ChannelKind::Direct | ChannelKind::Private)
    }

    /// Discord's channel type.
    pub fn number(&self) -> u8 {
        match self.kind {
            ChannelKind::Text => 0,
            ChannelKind::Direct => 1,
            ChannelKind::Private if self.members.len() == 2 => 1,
            ChannelKind::Voice => 2,
            ChannelKind::Private => 3,
            ChannelKind::Category => 4,
            ChannelKind::Announcements => 5,
            ChannelKind::AnnouncementThread => 10,
            ChannelKind::PublicThread => 11,
            ChannelKind::PrivateThread => 12,
            ChannelKind::Stage => 13,
            ChannelKind::Forum => 15,
            ChannelKind::Media => 16,
        }
    }

    pub fn is_locked(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| thread.locked)
    }

    pub fn is_archived(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| thread.archived)
    }

    /// The people who can read it; `None` means everyone.
    pub fn audience(&self) -> Option<Vec<Id>> {
        match self.kind {
            ChannelKind::Direct => Some(self.recipient.into_iter().collect()),
            ChannelKind::Private => Some(self.members.clone()),
            ChannelKind::PrivateThread => self.thread.as_ref().map(|thread| thread.members.clone()),
            _ => None,
        }
    }

    /// Whether this person can read it.
    pub fn shows_to(&self, person: Id) -> bool {
        self.audience().is_none_or(|audience| audience.contains(&person))
    }

    /// Discord's interaction context: 0 for a server, 1 for direct messages with the bot, 2 for a channel between
    /// people.
    pub fn context(&self) -> u64 {
        match self.kind {
            ChannelKind::Direct => 1,
            ChannelKind::Private => 2,
            _ => 0,
        }
    }

    /// The channel as sent to the page.
    pub fn page_json(&self) -> Value {
        // The page uses the type of a group to tell the two kinds of direct messages apart.
        let kind = if self.kind == ChannelKind::Private { 3 } else { self.number() };
        json!({
            "id": self.id, "kind": kind, "name": self.name, "topic": self.topic,
            "parent": self.thread.as_ref().map(|t| t.parent),
            "archived": self.is_archived(),
            "locked": self.is_locked(),
            "recipient": self.recipient, "last_message": self.last_message,
        })
    }
}

/// The parameters of a new thread.
pub(super) struct NewThread {
    /// The id of the message that it is attached to, or a new id.
    pub id: Id,
    pub name: String,
    pub kind: ChannelKind,
    pub parent: Id,
    pub owner: Id,
    pub auto_archive_minutes: u32,
}

/// A thread member object.
pub(super) fn thread_member_json(thread: Id, person: Id) -> Value {
    json!({
        "id": thread, "user_id": person, "join_timestamp": format_timestamp(thread.created_at()), "flags": 0,
    })
}

/// The `thread_metadata` of a thread.
pub(super) fn thread_metadata(id: Id, thread: &ThreadState) -> Value {
    json!({
        "archived": thread.archived, "locked": thread.locked,
        "auto_archive_duration": thread.auto_archive_minutes,
        "archive_timestamp": format_millis(thread.archive_changed_ms),
        "create_timestamp": format_timestamp(id.created_at()),
    })
}
