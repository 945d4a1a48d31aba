//! The state of the emulator: one server, its people, channels and messages, and the application's commands.
//!
//! The world is protected by one mutex. Its methods change it and, under the same lock, queue the events for gateway
//! sessions and the page, so that all clients see changes in the order in which they happened.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::{Notify, broadcast};
use tokio::time::Instant;

use super::channel::{Channel, ChannelKind};
use super::command::Command;
use super::id::{Id, IdClock, IdGenerator, stamp};
use super::interaction::Interaction;
use super::limits;
use super::message::Message;
use super::person::Person;
use super::session::{Session, intent};

/// Discord's permission bits.
pub mod permission {
    /// All permissions, regardless of the other bits.
    pub const ADMINISTRATOR: u64 = 1 << 3;
    /// Change and delete channels.
    pub const MANAGE_CHANNELS: u64 = 1 << 4;
    /// Change the server.
    pub const MANAGE_GUILD: u64 = 1 << 5;
    /// Add reactions.
    pub const ADD_REACTIONS: u64 = 1 << 6;
    /// See the channel.
    pub const VIEW_CHANNEL: u64 = 1 << 10;
    /// Write messages.
    pub const SEND_MESSAGES: u64 = 1 << 11;
    /// Delete others' messages.
    pub const MANAGE_MESSAGES: u64 = 1 << 13;
    /// Send embeds.
    pub const EMBED_LINKS: u64 = 1 << 14;
    /// Send files.
    pub const ATTACH_FILES: u64 = 1 << 15;
    /// Read older messages.
    pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
    /// Mention `@everyone`.
    pub const MENTION_EVERYONE: u64 = 1 << 17;
    /// Invoke commands.
    pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
    /// Lock, rename and delete threads.
    pub const MANAGE_THREADS: u64 = 1 << 34;
    /// Start public threads.
    pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
    /// Start private threads.
    pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
    /// Write in threads.
    pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

    /// Make the responses of applications that are not installed in the server visible to everybody.
    pub const USE_EXTERNAL_APPS: u64 = 1 << 50;

    /// The default permissions of the bot.
    pub const BOT: u64 = ADD_REACTIONS
        | VIEW_CHANNEL
        | SEND_MESSAGES
        | EMBED_LINKS
        | ATTACH_FILES
        | READ_MESSAGE_HISTORY
        | USE_APPLICATION_COMMANDS
        | MANAGE_THREADS
        | CREATE_PUBLIC_THREADS
        | CREATE_PRIVATE_THREADS
        | SEND_MESSAGES_IN_THREADS;

    /// The permissions of a person.
    pub const PERSON: u64 = (BOT & !MANAGE_THREADS) | USE_EXTERNAL_APPS;
    /// The permissions of the server owner: everything.
    pub const OWNER: u64 =
        PERSON | ADMINISTRATOR | MANAGE_CHANNELS | MANAGE_GUILD | MANAGE_MESSAGES | MANAGE_THREADS | MENTION_EVERYONE;
    /// The permissions of an application in its responses where it is not a member.
    pub const ANSWERING: u64 = EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE;
}

/// An event for the page.
#[derive(Clone, Debug)]
pub(super) struct Notice {
    /// The people who may see it; `None` means everybody.
    pub audience: Option<Vec<Id>>,
    /// An object with a `type`.
    pub body: Arc<Value>,
}

impl Notice {
    /// The channel and the id of the message, for an event about a new or changed message.
    pub fn message(&self) -> Option<(Id, Id)> {
        let message = self.body.get("message").filter(|message| message.is_object())?;
        Some((Id::of(&message["channel_id"])?, Id::of(&message["id"])?))
    }
}

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
        let mut mint = IdGenerator::after(Id(0), clock);
        let guild_id = mint.next();
        let bot = mint.next();
        let mut people = vec![Person::bot(bot, bot_name)];
        for (name, locale) in [("Ada", "en-US"), ("Bruno", "it"), ("Carmen", "es-ES")] {
            people.push(Person::human(mint.next(), name, locale));
        }
        let games = Channel::text(mint.next(), "games", "Play here. Type / to see the commands.");
        Self {
            format: Self::FORMAT,
            last_id: mint.last(),
            guild_id,
            application_id: bot,
            people,
            channels: BTreeMap::from([(games.id, games)]),
            messages: BTreeMap::new(),
            commands: Vec::new(),
        }
    }
}

/// The state of the emulator; see the module documentation.
#[derive(Debug)]
pub(super) struct World {
    pub kept: PersistedWorld,
    pub mint: IdGenerator,
    /// The base URL of the server, without a trailing slash; URLs of attachments begin with it.
    pub base: String,
    /// The bot's permissions where a channel does not override them.
    pub bot_permissions: u64,
    /// The privileged intents enabled for the application.
    pub privileged_intents: u64,
    /// Whether the application is installed in the server.
    pub installed: bool,
    /// Whether responses of applications that are not installed in the server may be visible to everybody.
    pub external_apps: bool,
    /// The commands that everybody may use in the server, regardless of their default permissions.
    pub opened: BTreeSet<String>,
    pub sessions: VecDeque<Session>,
    /// Ephemeral messages, by channel. They are not persisted, just as they do not survive a restart of Discord's
    /// client.
    pub ephemeral: BTreeMap<Id, VecDeque<Message>>,
    /// Files of deleted messages, to be removed by the persistence task.
    pub orphans: Vec<Id>,
    pub interactions: BTreeMap<Id, Interaction>,
    /// Maps (author, channel, nonce) to the message and its time.
    pub nonces: HashMap<(Id, Id, String), (Id, Instant)>,
    /// How far this world's clock is ahead of the system clock; tests advance it.
    pub ahead: Duration,
    /// The number of times a bot has identified itself, not counting resumed sessions.
    pub identified: usize,
    pub notices: broadcast::Sender<Notice>,
    /// Notified whenever persistent state has changed.
    pub changed: Arc<Notify>,
}

impl World {
    pub fn new(
        kept: PersistedWorld,
        base: String,
        bot_permissions: u64,
        privileged_intents: u64,
        clock: IdClock,
    ) -> Self {
        Self {
            mint: IdGenerator::after(kept.last_id, clock),
            kept,
            base,
            bot_permissions,
            privileged_intents,
            installed: true,
            external_apps: true,
            opened: BTreeSet::new(),
            sessions: VecDeque::new(),
            ephemeral: BTreeMap::new(),
            orphans: Vec::new(),
            interactions: BTreeMap::new(),
            nonces: HashMap::new(),
            ahead: Duration::ZERO,
            identified: 0,
            notices: broadcast::Sender::new(limits::KEPT_NOTICES),
            changed: Arc::new(Notify::new()),
        }
    }

    /// The current instant on this world's clock.
    pub fn now(&self) -> Instant {
        Instant::now() + self.ahead
    }

    /// The bot's user id, which is also the application id.
    pub fn bot(&self) -> Id {
        self.kept.application_id
    }

    pub fn guild(&self) -> Id {
        self.kept.guild_id
    }

    pub fn person(&self, id: Id) -> Option<&Person> {
        self.kept.people.iter().find(|person| person.id == id)
    }

    pub fn person_mut(&mut self, id: Id) -> Option<&mut Person> {
        self.kept.people.iter_mut().find(|person| person.id == id)
    }

    /// The user object; people who have left still appear in old messages.
    pub fn user_json(&self, id: Id) -> Value {
        self.person(id).map_or_else(|| Person::human(id, "Someone", "en-US").user_json(), Person::user_json)
    }

    /// A guild member object without the user.
    pub fn member_json(&self, id: Id) -> Value {
        json!({
            "avatar": null, "banner": null, "communication_disabled_until": null, "flags": 0,
            "joined_at": stamp(self.guild().created_at()), "nick": self.person(id).and_then(|person| person.nick.as_deref()),
            "pending": false,
            "premium_since": null, "roles": [], "mute": false, "deaf": false,
            "permissions": self.member_permissions(id).to_string(),
        })
    }

    fn member_permissions(&self, id: Id) -> u64 {
        if id == self.bot() { self.bot_permissions } else { self.person_permissions(id) }
    }

    /// A guild member object with its user.
    pub fn full_member_json(&self, id: Id) -> Value {
        let mut member = self.member_json(id);
        member["user"] = self.user_json(id);
        if let Some(map) = member.as_object_mut() {
            map.remove("permissions");
        }
        member
    }

    /// The guild object as returned by the REST API.
    pub fn guild_json(&self) -> Value {
        json!({
            "id": self.guild(), "name": "Local", "icon": null, "description": null, "home_header": null,
            "splash": null, "discovery_splash": null, "features": [], "banner": null,
            "owner_id": self.owner(), "application_id": null, "region": "us-west",
            "afk_channel_id": null, "afk_timeout": 300, "system_channel_id": null,
            "system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": null,
            "verification_level": 0, "roles": self.roles_json(), "default_message_notifications": 1,
            "mfa_level": 0, "explicit_content_filter": 0, "max_presences": null, "max_members": 500_000,
            "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": null,
            "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US",
            "rules_channel_id": null, "safety_alerts_channel_id": null, "public_updates_channel_id": null,
            "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": [],
            "stickers": [], "incidents_data": null,
        })
    }

    /// The owner of the server: the first person.
    pub fn owner(&self) -> Id {
        self.kept.people.iter().find(|p| !p.bot).map_or(self.bot(), |p| p.id)
    }

    /// The guild object in `GUILD_CREATE`.
    pub fn guild_create_json(&self) -> Value {
        let mut guild = self.guild_json();
        let channels = self.kept.channels.values();
        let text: Vec<Value> =
            channels.clone().filter(|c| c.kind == ChannelKind::Text).map(|c| self.channel_json(c)).collect();
        let threads: Vec<Value> =
            channels.filter(|c| c.is_thread() && !c.is_archived()).map(|c| self.channel_json(c)).collect();
        let here = self.kept.people.iter().filter(|person| !person.away);
        let members: Vec<Value> = here.map(|person| self.full_member_json(person.id)).collect();
        guild["joined_at"] = json!(stamp(self.guild().created_at()));
        guild["large"] = json!(false);
        guild["unavailable"] = json!(false);
        guild["member_count"] = json!(members.len());
        guild["members"] = json!(members);
        guild["channels"] = json!(text);
        guild["threads"] = json!(threads);
        for empty in ["voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"] {
            guild[empty] = json!([]);
        }
        guild
    }

    /// Changes the permissions of the `@everyone` role and notifies the bot.
    pub fn change_role(&mut self, bits: u64) {
        self.bot_permissions = bits;
        let role = self.roles_json()[0].take();
        self.dispatch(intent::GUILDS, "GUILD_ROLE_UPDATE", json!({ "guild_id": self.guild(), "role": role }));
        self.touch();
    }

    /// The role objects: only `@everyone`.
    pub fn roles_json(&self) -> Value {
        json!([{
            "id": self.guild(), "name": "@everyone", "permissions": self.bot_permissions.to_string(),
            "position": 0, "color": 0,
            "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null },
            "hoist": false, "managed": false, "mentionable": false, "icon": null, "unicode_emoji": null,
            "flags": 0,
        }])
    }

    /// Marks the persistent state as changed, so that it is written soon.
    pub fn touch(&mut self) {
        self.kept.last_id = self.mint.last();
        self.changed.notify_one();
    }

    /// Sends an event to the page. Having no subscribers is not an error.
    pub fn notify(&self, audience: Option<Vec<Id>>, body: Value) {
        let _ = self.notices.send(Notice { audience, body: Arc::new(body) });
    }
}
