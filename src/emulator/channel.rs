//! Channels, threads and direct messages.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::error::ApiError;
use super::id::{Id, stamp};
use super::limits;
use super::session::intent;
use super::world::{World, permission};

/// The kind of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChannelKind {
    /// A text channel of the server.
    Text,
    /// Direct messages between a person and the bot.
    Direct,
    /// Direct messages between two people, or in a group. The bot is not a member.
    Private,
    /// A thread that everybody can read.
    PublicThread,
    /// A thread that only its members can read.
    PrivateThread,
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
            ChannelKind::Private => 3,
            ChannelKind::PublicThread => 11,
            ChannelKind::PrivateThread => 12,
        }
    }

    pub fn is_archived(&self) -> bool {
        self.thread.as_ref().is_some_and(|thread| thread.archived)
    }

    /// The people who can read it; `None` means everybody.
    pub fn audience(&self) -> Option<Vec<Id>> {
        match self.kind {
            ChannelKind::Direct => Some(self.recipient.into_iter().collect()),
            ChannelKind::Private => Some(self.members.clone()),
            ChannelKind::PrivateThread => self.thread.as_ref().map(|thread| thread.members.clone()),
            ChannelKind::Text | ChannelKind::PublicThread => None,
        }
    }

    /// Whether this person can read it.
    pub fn shows_to(&self, person: Id) -> bool {
        self.audience().is_none_or(|audience| audience.contains(&person))
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

impl World {
    /// Finds a channel.
    ///
    /// # Errors
    ///
    /// 10003 when it does not exist.
    pub fn channel(&self, id: Id) -> Result<&Channel, ApiError> {
        self.kept.channels.get(&id).ok_or_else(ApiError::unknown_channel)
    }

    pub fn channel_mut(&mut self, id: Id) -> Result<&mut Channel, ApiError> {
        self.kept.channels.get_mut(&id).ok_or_else(ApiError::unknown_channel)
    }

    /// The bot's permissions in a channel; threads inherit those of their parent.
    pub fn bot_permissions_in(&self, channel: &Channel) -> u64 {
        let parent = channel.thread.as_ref().and_then(|t| self.kept.channels.get(&t.parent));
        let own = channel.bot_permissions.or_else(|| parent.and_then(|p| p.bot_permissions));
        own.unwrap_or(self.bot_permissions)
    }

    /// Checks that the bot can see the channel and has all of the permissions `bits` there.
    ///
    /// # Errors
    ///
    /// 10003 when the channel does not exist, 50001 when the bot cannot see it, 50013 when it lacks a permission.
    pub fn allow(&self, channel: Id, bits: u64) -> Result<&Channel, ApiError> {
        let channel = self.channel(channel)?;
        if !self.bot_is_in(channel) {
            return Err(ApiError::missing_access());
        }
        if channel.is_direct() {
            return Ok(channel);
        }
        let has = self.bot_permissions_in(channel);
        if has & permission::VIEW_CHANNEL == 0 {
            return Err(ApiError::missing_access());
        }
        if has & bits != bits {
            return Err(ApiError::missing_permissions());
        }
        Ok(channel)
    }

    /// The channel object as the bot sees it.
    pub fn channel_json(&self, channel: &Channel) -> Value {
        let mut json = json!({
            "id": channel.id, "type": channel.number(), "flags": 0,
            "last_message_id": channel.last_message, "last_pin_timestamp": null,
        });
        if !channel.in_server() {
            let people = channel.recipient.iter().chain(&channel.members);
            json["recipients"] = people.map(|id| self.user_json(*id)).collect();
            if channel.number() == 3 {
                json["name"] = json!(channel.name);
                json["icon"] = Value::Null;
                json["owner_id"] = json!(channel.members.first());
            }
            return json;
        }
        json["guild_id"] = json!(self.guild());
        json["name"] = json!(channel.name);
        json["rate_limit_per_user"] = json!(0);
        let Some(thread) = &channel.thread else {
            json["position"] = json!(0);
            json["topic"] = json!(channel.topic);
            json["nsfw"] = json!(false);
            json["parent_id"] = Value::Null;
            json["permission_overwrites"] = json!([]);
            return json;
        };
        json["parent_id"] = json!(thread.parent);
        json["owner_id"] = json!(thread.owner);
        json["message_count"] = json!(thread.messages_sent);
        json["total_message_sent"] = json!(thread.messages_sent);
        json["member_count"] = json!(thread.members.len().min(50));
        json["thread_metadata"] = thread_metadata(channel.id, thread);
        if thread.members.contains(&self.bot()) {
            json["member"] = thread_member_json(channel.id, self.bot());
        }
        json
    }

    /// The partial channel object in an interaction.
    pub fn partial_channel_json(&self, channel: &Channel, person: Id) -> Value {
        let mut json = self.channel_json(channel);
        let bits =
            if person == self.bot() { self.bot_permissions_in(channel) } else { self.person_permissions(person) };
        json["permissions"] = json!(bits.to_string());
        json
    }

    /// Sends a channel event to the bot and to the page. `event` is a gateway event such as `CHANNEL_UPDATE`.
    pub fn announce_channel(&mut self, id: Id, event: &str) {
        let Some(channel) = self.kept.channels.get(&id) else { return };
        let audience = channel.audience();
        let mut json = self.channel_json(channel);
        let page = self.channel_page_json(channel);
        if event == "THREAD_CREATE" {
            json["newly_created"] = json!(true);
        }
        self.dispatch(intent::GUILDS, event, json);
        self.notify(audience, json!({ "type": "channel", "channel": page }));
        self.touch();
    }

    /// The channel as sent to the page.
    pub fn channel_page_json(&self, channel: &Channel) -> Value {
        // The page uses the type of a group to tell the two kinds of direct messages apart.
        let kind = if channel.kind == ChannelKind::Private { 3 } else { channel.number() };
        json!({
            "id": channel.id, "kind": kind, "name": channel.name, "topic": channel.topic,
            "parent": channel.thread.as_ref().map(|t| t.parent),
            "archived": channel.is_archived(),
            "locked": channel.thread.as_ref().is_some_and(|t| t.locked),
            "recipient": channel.recipient, "last_message": channel.last_message,
        })
    }

    /// The direct-message channel between a person and the bot, created if necessary.
    pub fn direct_channel(&mut self, person: Id) -> Id {
        let known = self.kept.channels.values().find(|c| c.is_direct() && c.recipient == Some(person));
        if let Some(channel) = known {
            return channel.id;
        }
        let id = self.mint.next();
        let mut channel = Channel::text(id, "", "");
        channel.kind = ChannelKind::Direct;
        channel.topic = None;
        channel.recipient = Some(person);
        self.kept.channels.insert(id, channel);
        // Discord no longer sends bots CHANNEL_CREATE for direct messages, so only the page is notified.
        if let Some(channel) = self.kept.channels.get(&id) {
            let page = self.channel_page_json(channel);
            self.notify(Some(vec![person]), json!({ "type": "channel", "channel": page }));
        }
        self.touch();
        id
    }

    /// Adds a text channel to the server.
    pub fn add_channel(&mut self, name: &str) -> Id {
        let id = self.mint.next();
        self.kept.channels.insert(id, Channel::text(id, name, ""));
        self.announce_channel(id, "CHANNEL_CREATE");
        id
    }

    /// Starts a thread.
    ///
    /// # Errors
    ///
    /// 160006 when there are too many active threads.
    pub fn add_thread(&mut self, new: NewThread) -> Result<Id, ApiError> {
        let active = self.kept.channels.values().filter(|c| c.is_thread() && !c.is_archived()).count();
        if active >= limits::ACTIVE_THREADS {
            return Err(ApiError::new(400, 160_006, "Maximum number of active threads reached"));
        }
        self.forget_channels();
        let NewThread { id, name, kind, parent, owner, auto_archive_minutes } = new;
        let thread = ThreadState {
            parent,
            owner,
            archived: false,
            locked: false,
            auto_archive_minutes,
            archive_changed_ms: now_ms(),
            members: vec![owner],
            messages_sent: 0,
        };
        let channel = Channel { kind, thread: Some(thread), topic: None, ..Channel::text(id, &name, "") };
        self.kept.channels.insert(id, channel);
        self.announce_channel(id, "THREAD_CREATE");
        Ok(id)
    }

    /// Adds a person to a thread. Does nothing if they are already a member.
    pub fn join_thread(&mut self, id: Id, person: Id) {
        let Some(channel) = self.kept.channels.get_mut(&id) else { return };
        let Some(thread) = &mut channel.thread else { return };
        if thread.members.contains(&person) {
            return;
        }
        thread.members.push(person);
        let count = thread.members.len();
        let private = channel.kind == ChannelKind::PrivateThread;
        let mut member = thread_member_json(id, person);
        member["member"] = self.full_member_json(person);
        member["presence"] = Value::Null;
        let body = json!({
            "id": id, "guild_id": self.guild(), "member_count": count.min(50), "added_members": [member],
        });
        self.dispatch(intent::GUILDS, "THREAD_MEMBERS_UPDATE", body);
        if private && let Some(channel) = self.kept.channels.get(&id) {
            let page = self.channel_page_json(channel);
            self.notify(Some(vec![person]), json!({ "type": "channel", "channel": page }));
        }
        self.touch();
    }

    /// Removes a person from a thread.
    pub fn leave_thread(&mut self, id: Id, person: Id) {
        let Some(thread) = self.kept.channels.get_mut(&id).and_then(|c| c.thread.as_mut()) else { return };
        thread.members.retain(|member| *member != person);
        let count = thread.members.len();
        let body = json!({
            "id": id, "guild_id": self.guild(), "member_count": count.min(50), "removed_member_ids": [person],
        });
        self.dispatch(intent::GUILDS, "THREAD_MEMBERS_UPDATE", body);
        self.touch();
    }

    /// Removes a channel with its messages.
    pub fn remove_channel(&mut self, id: Id) {
        let Some(channel) = self.kept.channels.remove(&id) else { return };
        self.kept.messages.remove(&id);
        // Threads are deleted with their channel, without an event for the bot.
        let is_inside = |thread: &&Channel| thread.thread.as_ref().is_some_and(|state| state.parent == id);
        let threads: Vec<Id> = self.kept.channels.values().filter(is_inside).map(|thread| thread.id).collect();
        for thread in threads {
            self.kept.channels.remove(&thread);
            self.kept.messages.remove(&thread);
            self.notify(None, json!({ "type": "channel_gone", "id": thread }));
        }
        let event = if channel.is_thread() { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        self.dispatch(intent::GUILDS, event, self.channel_json(&channel));
        self.notify(channel.audience(), json!({ "type": "channel_gone", "id": id }));
        self.touch();
    }

    /// Deletes the oldest archived threads when there are too many channels.
    fn forget_channels(&mut self) {
        while self.kept.channels.len() >= limits::KEPT_CHANNELS {
            let Some(id) = self.kept.channels.values().find(|c| c.is_archived()).map(|c| c.id) else { return };
            self.remove_channel(id);
        }
    }
}

/// A thread member object.
pub(super) fn thread_member_json(thread: Id, person: Id) -> Value {
    json!({
        "id": thread, "user_id": person, "join_timestamp": stamp(thread.created_at()), "flags": 0,
    })
}

fn thread_metadata(id: Id, thread: &ThreadState) -> Value {
    let changed = Timestamp::from_millisecond(thread.archive_changed_ms);
    json!({
        "archived": thread.archived, "locked": thread.locked,
        "auto_archive_duration": thread.auto_archive_minutes,
        "archive_timestamp": stamp(changed.unwrap_or(Timestamp::UNIX_EPOCH)),
        "create_timestamp": stamp(id.created_at()),
    })
}

/// Milliseconds since 1970.
pub(super) fn now_ms() -> i64 {
    Timestamp::now().as_millisecond()
}
