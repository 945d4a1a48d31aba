//! Where the application is installed. It is a member of the server unless the emulator was configured otherwise, and
//! it is user-installed for everyone, so that they can use its commands everywhere. Where it is not a member, it
//! receives no events and may not post; it can only respond to interactions.

use serde_json::{Value, json};

use super::super::channel::{Channel, ChannelKind};
use super::super::id::Id;
use super::World;

/// Discord's integration types: installed in the server or by the user.
const BY_SERVER: u64 = 0;
const BY_PERSON: u64 = 1;

impl World {
    /// Whether the bot is a member here.
    pub fn bot_is_in(&self, channel: &Channel) -> bool {
        match channel.kind {
            ChannelKind::Direct => true,
            ChannelKind::Private => false,
            _ => self.installed,
        }
    }

    /// Whether a command with this body is available here: its contexts include this kind of channel, and its
    /// integration types include the way in which it is installed here.
    pub fn offers(&self, channel: &Channel, body: &Value) -> bool {
        let lists = |key: &str, number: u64| {
            let list = body[key].as_array();
            list.is_none_or(|list| list.iter().any(|one| one.as_u64() == Some(number)))
        };
        let here = lists("contexts", channel.context());
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
}
