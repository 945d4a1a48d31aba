//! The people as users and as members of the server.

use serde_json::{Value, json};

use super::super::id::Id;
use super::super::person::Person;
use super::super::timestamp::format_timestamp;
use super::World;

impl World {
    /// The user object; people who have left still appear in old messages.
    pub fn user_json(&self, id: Id) -> Value {
        let mut user =
            self.person(id).map_or_else(|| Person::human(id, "Someone", "en-US").user_json(), Person::user_json);
        user["avatar"] = json!(self.avatars.get(&id).map(|(hash, _)| hash));
        user
    }

    /// A guild member object without the user.
    pub fn member_json(&self, id: Id) -> Value {
        json!({
            "avatar": null, "banner": null, "communication_disabled_until": null, "flags": 0,
            "joined_at": format_timestamp(self.guild().created_at()),
            "nick": self.person(id).and_then(|person| person.nick.as_deref()),
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
}
