//! The direct rooms of the bot, as the data of its account has them.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The direct room with each user, and those whose users are not named any more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DirectRooms {
    /// The latest direct room with each user.
    named: BTreeMap<String, String>,
    /// The rooms of users who were erased. The bot still talks there as in other direct rooms, if its user comes back.
    unnamed: BTreeSet<String>,
}

impl DirectRooms {
    /// Reads the content of `m.direct`. `own` is the user id of the bot, under which rooms without a named user are.
    pub fn read(content: &Value, own: &str) -> DirectRooms {
        let mut direct = DirectRooms::default();
        for (user, rooms) in content.as_object().into_iter().flatten() {
            let mut rooms = rooms.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
            if user == own {
                direct.unnamed.extend(rooms);
            } else if let Some(latest) = rooms.next_back() {
                direct.named.insert(user.clone(), latest);
            }
        }
        direct
    }

    /// The content of `m.direct`.
    pub fn content(&self, own: &str) -> Value {
        let mut content: Map<String, Value> =
            self.named.iter().map(|(user, room)| (user.clone(), json!([room]))).collect();
        if !self.unnamed.is_empty() {
            content.insert(own.to_owned(), json!(self.unnamed));
        }
        content.into()
    }

    /// Whether a room is direct.
    pub fn contains(&self, room: &str) -> bool {
        self.unnamed.contains(room) || self.named.values().any(|known| known == room)
    }

    /// The direct room with a user.
    pub fn with(&self, user: &str) -> Option<&str> {
        self.named.get(user).map(String::as_str)
    }

    /// The users who are named.
    pub fn users(&self) -> impl Iterator<Item = &str> {
        self.named.keys().map(String::as_str)
    }

    /// A room is the direct one with a user.
    pub fn set(&mut self, user: &str, room: &str) {
        self.unnamed.remove(room);
        self.named.insert(user.to_owned(), room.to_owned());
    }

    /// Whether nobody is named as the user of a direct room, and this user has no other one.
    pub fn is_free_for(&self, user: &str, room: &str) -> bool {
        self.unnamed.contains(room) && !self.named.contains_key(user)
    }

    /// Does not name a user any more. Returns whether they were named.
    pub fn forget(&mut self, user: &str) -> bool {
        let room = self.named.remove(user);
        self.unnamed.extend(room.clone());
        room.is_some()
    }

    /// A room has a successor. Returns whether the room was direct.
    pub fn replace(&mut self, room: &str, successor: &str) -> bool {
        if self.unnamed.remove(room) {
            self.unnamed.insert(successor.to_owned());
            return true;
        }
        let known = self.named.values_mut().find(|known| *known == room);
        known.map(|known| successor.clone_into(known)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "@bot:b";

    #[test]
    fn the_room_of_a_forgotten_user_stays_direct_and_is_theirs_again_when_they_come_back() {
        let mut direct = DirectRooms::read(&json!({ "@a:b": ["!old", "!a"], "@c:b": ["!c"], "@d:b": "nonsense" }), OWN);
        assert_eq!((direct.with("@a:b"), direct.with("@d:b"), direct.contains("!old")), (Some("!a"), None, false));
        assert!(direct.forget("@a:b") && !direct.forget("@a:b"));
        let content = direct.content(OWN);
        assert_eq!(content, json!({ "@c:b": ["!c"], OWN: ["!a"] }));
        assert_eq!(DirectRooms::read(&content, OWN), direct);
        assert!(direct.contains("!a") && direct.is_free_for("@a:b", "!a"));
        assert!(!direct.is_free_for("@c:b", "!a"), "they have another one");
        assert!(direct.replace("!a", "!next") && !direct.replace("!a", "!next") && direct.contains("!next"));
        direct.set("@a:b", "!next");
        assert!(direct.replace("!c", "!further"));
        assert_eq!(direct.content(OWN), json!({ "@a:b": ["!next"], "@c:b": ["!further"] }));
        assert_eq!(direct.users().collect::<Vec<_>>(), ["@a:b", "@c:b"]);
    }
}
