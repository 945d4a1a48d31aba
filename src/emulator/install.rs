//! Where the application is installed. It is a member of the server unless the look-alike was set up otherwise, and
//! everybody has it installed for themselves, so that they have its commands wherever they are. Where it is no member
//! it hears nothing and may post nothing; all it can do there is answer interactions.

use serde_json::{Value, json};

use super::channel::{Channel, ChannelKind};
use super::id::Id;
use super::session::intent;
use super::world::{World, permission};

/// Discord's numbers for how a command came to be there.
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

    /// Discord's number for the kind of place: 0 a server, 1 direct messages with the bot, 2 between people.
    pub fn context(channel: &Channel) -> u64 {
        match channel.kind {
            ChannelKind::Text | ChannelKind::PublicThread | ChannelKind::PrivateThread => 0,
            ChannelKind::Direct => 1,
            ChannelKind::Private => 2,
        }
    }

    /// Whether a command with this body is offered here: its contexts name the place, and it may be installed in the
    /// way that brings it there.
    pub fn offers(&self, channel: &Channel, body: &Value) -> bool {
        let lists = |key: &str, number: u64| {
            let list = body[key].as_array();
            list.is_none_or(|list| list.iter().any(|one| one.as_u64() == Some(number)))
        };
        let here = lists("contexts", Self::context(channel));
        let installed = lists("integration_types", BY_PERSON);
        here && (installed || (self.bot_is_in(channel) && lists("integration_types", BY_SERVER)))
    }

    /// Who brought the application here: the server, or else the person who uses it.
    pub fn owners_json(&self, channel: &Channel, person: Id) -> Value {
        match channel.kind {
            ChannelKind::Direct => json!({ "0": "0" }),
            _ if self.bot_is_in(channel) => json!({ "0": self.guild() }),
            _ => json!({ "1": person }),
        }
    }

    /// What the application may do where an interaction happens.
    pub fn app_permissions(&self, channel: &Channel) -> u64 {
        if self.bot_is_in(channel) && channel.in_server() {
            self.bot_permissions_in(channel)
        } else {
            permission::ANSWERING
        }
    }

    /// What somebody may do in the server's channels. The owner may do everything.
    pub fn person_permissions(&self, person: Id) -> u64 {
        if person == self.owner() {
            return permission::OWNER;
        }
        let own = self.person(person).and_then(|person| person.permissions).unwrap_or(permission::PERSON);
        if self.external_apps { own } else { own & !permission::USE_EXTERNAL_APPS }
    }

    /// Whether somebody has all these permissions in the server.
    pub fn may(&self, person: Id, bits: u64) -> bool {
        let own = self.person_permissions(person);
        own & permission::ADMINISTRATOR != 0 || own & bits == bits
    }

    /// Whether a command with this body is shown to somebody in a channel: in the server they need the permissions that
    /// it asks for, and where it asks for none, all of them.
    pub fn permits(&self, person: Id, channel: &Channel, body: &Value) -> bool {
        let asked = body["default_member_permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok());
        let opened = body["name"].as_str().is_some_and(|name| self.opened.contains(name));
        match asked.filter(|_| channel.in_server() && !opened) {
            None => true,
            Some(0) => self.may(person, permission::ADMINISTRATOR),
            Some(bits) => self.may(person, bits),
        }
    }

    /// Takes the bot out of the server, or brings it back; both are told to it.
    pub fn install(&mut self, installed: bool) {
        let data = if installed { self.guild_create_json() } else { json!({ "id": self.guild() }) };
        // What is not installed hears nothing, but that it is so.
        self.installed = true;
        self.dispatch(intent::GUILDS, if installed { "GUILD_CREATE" } else { "GUILD_DELETE" }, data);
        self.installed = installed;
        self.notify(None, json!({ "type": "commands" }));
    }

    /// Somebody leaves the server, or comes back; who asks for members is told.
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

    /// Whether answers are seen by one person only, whatever the bot wants: in a server where it is not installed, for
    /// people who may not use it there before others.
    pub fn only_for_one(&self, channel: &Channel, person: Id) -> bool {
        channel.in_server() && !self.bot_is_in(channel) && !self.may(person, permission::USE_EXTERNAL_APPS)
    }

    /// A channel of these people, without the bot, made when there is none yet: direct messages between two, a group
    /// of more.
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
