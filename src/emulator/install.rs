//! Where the application is installed. It is a member of the server unless the emulator was configured otherwise, and
//! it is user-installed for everybody, so that they can use its commands everywhere. Where it is not a member, it
//! receives no events and may not post; it can only respond to interactions.

use serde_json::{Value, json};

use super::channel::{Channel, ChannelKind};
use super::id::Id;
use super::session::intent;
use super::world::{World, permission};

/// Discord's integration types: installed in the server or by the user.
const BY_SERVER: u64 = 0;
const BY_PERSON: u64 = 1;

impl World {
    /// Whether the bot is a member here.
    pub fn bot_is_in(&self, channel: &Channel) -> bool {
        match channel.kind {
            ChannelKind::Direct => true,
            ChannelKind::Private => false,
            ChannelKind::Text | ChannelKind::PublicThread | ChannelKind::PrivateThread => self.installed,
        }
    }

    /// Discord's interaction context: 0 for a server, 1 for direct messages with the bot, 2 for a channel between
    /// people.
    pub fn context(channel: &Channel) -> u64 {
        match channel.kind {
            ChannelKind::Text | ChannelKind::PublicThread | ChannelKind::PrivateThread => 0,
            ChannelKind::Direct => 1,
            ChannelKind::Private => 2,
        }
    }

    /// Whether a command with this body is available here: its contexts include this kind of channel, and its
    /// integration types include the way in which it is installed here.
    pub fn offers(&self, channel: &Channel, body: &Value) -> bool {
        let lists = |key: &str, number: u64| {
            let list = body[key].as_array();
            list.is_none_or(|list| list.iter().any(|one| one.as_u64() == Some(number)))
        };
        let here = lists("contexts", Self::context(channel));
        let installed = lists("integration_types", BY_PERSON);
        here && (installed || (self.bot_is_in(channel) && lists("integration_types", BY_SERVER)))
    }

    /// The installation owners in this channel: the server, or else the person who uses the application.
    pub fn owners_json(&self, channel: &Channel, person: Id) -> Value {
        match channel.kind {
            ChannelKind::Direct => json!({ "0": "0" }),
            _ if self.bot_is_in(channel) => json!({ "0": self.guild() }),
            _ => json!({ "1": person }),
        }
    }

    /// The application's permissions where an interaction happens.
    pub fn app_permissions(&self, channel: &Channel) -> u64 {
        if self.bot_is_in(channel) && channel.in_server() {
            self.bot_permissions_in(channel)
        } else {
            permission::ANSWERING
        }
    }

    /// A person's permissions in the server's channels. The owner has all permissions.
    pub fn person_permissions(&self, person: Id) -> u64 {
        if person == self.owner() {
            return permission::OWNER;
        }
        let own = self.person(person).and_then(|person| person.permissions).unwrap_or(permission::PERSON);
        if self.external_apps { own } else { own & !permission::USE_EXTERNAL_APPS }
    }

    /// Whether a person has all these permissions in the server.
    pub fn may(&self, person: Id, bits: u64) -> bool {
        let own = self.person_permissions(person);
        own & permission::ADMINISTRATOR != 0 || own & bits == bits
    }

    /// Whether a command with this body is shown to a person in a channel: in the server they need its default
    /// permissions, or, if those are empty, the administrator permission.
    pub fn permits(&self, person: Id, channel: &Channel, body: &Value) -> bool {
        let asked = body["default_member_permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok());
        let opened = body["name"].as_str().is_some_and(|name| self.opened.contains(name));
        match asked.filter(|_| channel.in_server() && !opened) {
            None => true,
            Some(0) => self.may(person, permission::ADMINISTRATOR),
            Some(bits) => self.may(person, bits),
        }
    }

    /// Removes the bot from the server, or adds it again, and sends it the event.
    pub fn install(&mut self, installed: bool) {
        let data = if installed { self.guild_create_json() } else { json!({ "id": self.guild() }) };
        // A bot that is not installed receives no events except this one.
        self.installed = true;
        self.dispatch(intent::GUILDS, if installed { "GUILD_CREATE" } else { "GUILD_DELETE" }, data);
        self.installed = installed;
        self.notify(None, json!({ "type": "commands" }));
    }

    /// Makes a person leave or rejoin the server, and sends the event to sessions with the members intent.
    pub fn attend(&mut self, person: Id, here: bool) {
        let Some(known) = self.person_mut(person) else { return };
        known.away = !here;
        let (name, data) = if here {
            let mut member = self.full_member_json(person);
            member["guild_id"] = json!(self.guild());
            ("GUILD_MEMBER_ADD", member)
        } else {
            ("GUILD_MEMBER_REMOVE", json!({ "guild_id": self.guild(), "user": self.user_json(person) }))
        };
        self.dispatch(intent::GUILD_MEMBERS, name, data);
        self.touch();
    }

    /// Whether responses are always ephemeral: in a server in which the bot is not installed, for people without the
    /// permission to use external apps.
    pub fn only_for_one(&self, channel: &Channel, person: Id) -> bool {
        channel.in_server() && !self.bot_is_in(channel) && !self.may(person, permission::USE_EXTERNAL_APPS)
    }

    /// The channel of these people without the bot, created if necessary: direct messages for two people, a group for
    /// more.
    pub fn private_channel(&mut self, mut members: Vec<Id>) -> Id {
        members.sort_unstable();
        members.dedup();
        let same = |c: &&Channel| c.kind == ChannelKind::Private && c.members == members;
        if let Some(known) = self.kept.channels.values().find(same) {
            return known.id;
        }
        let names = members.iter().filter_map(|id| self.person(*id)).map(|person| person.name.as_str());
        let name = format!("private: {}", names.collect::<Vec<_>>().join(" & "));
        let id = self.mint.next();
        let topic = "Without the bot, which everybody has brought along: its commands work here.";
        let channel = Channel { kind: ChannelKind::Private, members, ..Channel::text(id, &name, topic) };
        let page = self.channel_page_json(&channel);
        self.notify(channel.audience(), json!({ "type": "channel", "channel": page }));
        self.kept.channels.insert(id, channel);
        self.touch();
        id
    }
}
