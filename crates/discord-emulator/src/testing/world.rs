//! What happens to the world without people: changes of members, rights and connections.

use serde_json::json;

use crate::id::Id;
use crate::notice::Notice;
use crate::person::Person;
use crate::session::{ControlAction, intent};
use crate::world::World;

impl World {
    /// Applies an action to every connection.
    pub fn control(&self, action: ControlAction) {
        for session in &self.sessions {
            session.control.send_replace(action);
        }
    }

    /// Makes a person leave or rejoin the server, and sends the event to sessions with the members intent.
    pub fn set_membership(&mut self, person: Id, here: bool) {
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

    /// Removes the bot from the server, or adds it again, and sends it the event.
    pub fn install(&mut self, installed: bool) {
        let data = if installed { self.guild_create_json() } else { json!({ "id": self.guild() }) };
        // A bot that is not installed receives no events except this one.
        self.installed = true;
        self.dispatch(intent::GUILDS, if installed { "GUILD_CREATE" } else { "GUILD_DELETE" }, data);
        self.installed = installed;
        self.notify(None, json!({ "type": "commands" }));
    }

    /// Tells the bot that Discord cannot reach the server at the moment, although the bot is still a member.
    pub fn announce_outage(&mut self) {
        let data = json!({ "id": self.guild(), "unavailable": true });
        self.dispatch(intent::GUILDS, "GUILD_DELETE", data);
    }

    /// Changes the permissions of the `@everyone` role and notifies the bot.
    pub fn change_role(&mut self, bits: u64) {
        self.bot_permissions = bits;
        let role = self.roles_json()[0].take();
        self.dispatch(intent::GUILDS, "GUILD_ROLE_UPDATE", json!({ "guild_id": self.guild(), "role": role }));
        self.touch();
    }

    /// Changes the permissions of the `@everyone` role, and notifies the bot only that some other role was deleted.
    pub fn delete_role(&mut self, bits: u64) {
        self.bot_permissions = bits;
        let data = json!({ "guild_id": self.guild(), "role_id": "1" });
        self.dispatch(intent::GUILDS, "GUILD_ROLE_DELETE", data);
        self.touch();
    }

    pub fn person_mut(&mut self, id: Id) -> Option<&mut Person> {
        self.persisted.people.iter_mut().find(|person| person.id == id)
    }
}

impl Notice {
    /// The channel and the id of the message, for an event about a new or changed message.
    pub fn message(&self) -> Option<(Id, Id)> {
        let message = self.body.get("message").filter(|message| message.is_object())?;
        Some((Id::of(&message["channel_id"])?, Id::of(&message["id"])?))
    }
}
