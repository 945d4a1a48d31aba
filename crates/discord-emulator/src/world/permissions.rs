//! What the bot and the people may do, and where.

use serde_json::Value;

use super::super::channel::{Channel, ChannelKind};
use super::super::error::ApiError;
use super::super::id::Id;
use super::super::permission;
use super::World;

impl World {
    /// The bot's permissions in a channel; threads inherit those of their parent.
    pub fn bot_permissions_in(&self, channel: &Channel) -> u64 {
        let parent = channel.thread.as_ref().and_then(|t| self.persisted.channels.get(&t.parent));
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
        let is_outside = channel.kind == ChannelKind::PrivateThread
            && has & permission::MANAGE_THREADS == 0
            && !channel.shows_to(self.bot());
        if has & permission::VIEW_CHANNEL == 0 || is_outside {
            return Err(ApiError::missing_access());
        }
        if has & bits != bits {
            return Err(ApiError::missing_permissions());
        }
        Ok(channel)
    }

    /// Whether AutoMod blocks a text.
    pub fn is_filtered(&self, text: &str) -> bool {
        self.filter.as_ref().is_some_and(|filter| text.contains(filter))
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
        let required = body["default_member_permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok());
        let opened = body["name"].as_str().is_some_and(|name| self.opened.contains(name));
        match required.filter(|_| channel.in_server() && !opened) {
            None => true,
            Some(0) => self.may(person, permission::ADMINISTRATOR),
            Some(bits) => self.may(person, bits),
        }
    }

    /// Whether responses are always ephemeral: in a server in which the bot is not installed, for people without the
    /// permission to use external apps.
    pub fn only_for_one(&self, channel: &Channel, person: Id) -> bool {
        channel.in_server() && !self.bot_is_in(channel) && !self.may(person, permission::USE_EXTERNAL_APPS)
    }
}
