//! The direct rooms of the bot, as the data of its account has them.

use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of direct rooms remembered for a user.
const ROOMS_MAX: usize = 10;

/// The direct rooms with each user, and those whose users are not named any more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DirectRooms {
    /// The direct rooms with each user, the most recently used one last.
    named: BTreeMap<String, Vec<String>>,
    /// The rooms of users who were erased. The bot still talks there as in other direct rooms, if its user comes back.
    unnamed: BTreeSet<String>,
}

impl DirectRooms {
    /// Reads the content of `m.direct`. `own` is the user id of the bot, under which rooms without a named user are.
    pub fn read(content: &Value, own: &str) -> DirectRooms {
        let mut direct = DirectRooms::default();
        for (user, rooms) in content.as_object().into_iter().flatten() {
            let rooms = rooms.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
            if user == own {
                direct.unnamed.extend(rooms);
                continue;
            }
            let rooms: Vec<String> = rooms.collect();
            if !rooms.is_empty() {
                direct.named.insert(user.clone(), rooms);
            }
        }
        direct
    }

    /// The content of `m.direct`.
    pub fn content(&self, own: &str) -> Value {
        let mut content: Map<String, Value> =
            self.named.iter().map(|(user, rooms)| (user.clone(), json!(rooms))).collect();
        if !self.unnamed.is_empty() {
            content.insert(own.to_owned(), json!(self.unnamed));
        }
        content.into()
    }

    /// Whether a room is direct.
    pub fn contains(&self, room: &str) -> bool {
        self.unnamed.contains(room) || self.user_of(room).is_some()
    }

    /// The user that this direct room belongs to, if it is known.
    pub fn user_of(&self, room: &str) -> Option<&str> {
        let found = self.named.iter().find(|(_, rooms)| rooms.iter().any(|known| known == room));
        found.map(|(user, _)| user.as_str())
    }

    /// The direct rooms with a user, the most recently used one first.
    pub fn with(&self, user: &str) -> Vec<String> {
        self.named.get(user).into_iter().flatten().rev().cloned().collect()
    }

    /// The users who are named.
    pub fn users(&self) -> impl Iterator<Item = &str> {
        self.named.keys().map(String::as_str)
    }

    /// Records that a user has used a direct room. Returns whether that changed anything.
    pub fn set(&mut self, user: &str, room: &str) -> bool {
        let was_unnamed = self.unnamed.remove(room);
        let rooms = self.named.entry(user.to_owned()).or_default();
        if rooms.last().is_some_and(|last| last == room) {
            return was_unnamed;
        }
        rooms.retain(|known| known != room);
        rooms.push(room.to_owned());
        let too_many = rooms.len().saturating_sub(ROOMS_MAX);
        rooms.drain(..too_many);
        true
    }

    /// Whether a room is direct, belongs to no other user, and is not the one that this user used last.
    pub fn is_new_to(&self, user: &str, room: &str) -> bool {
        let is_theirs = self.user_of(room).is_none_or(|known| known == user);
        self.contains(room)
            && is_theirs
            && self.named.get(user).and_then(|rooms| rooms.last()).is_none_or(|last| last != room)
    }

    /// Does not name a user any more. Returns whether they were named.
    pub fn forget(&mut self, user: &str) -> bool {
        let rooms = self.named.remove(user);
        self.unnamed.extend(rooms.iter().flatten().cloned());
        rooms.is_some()
    }

    /// A room has a successor. Returns whether the room was direct.
    pub fn replace(&mut self, room: &str, successor: &str) -> bool {
        if self.unnamed.remove(room) {
            self.unnamed.insert(successor.to_owned());
            return true;
        }
        let known = self.named.values_mut().flatten().find(|known| *known == room);
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
        assert_eq!((direct.with("@a:b"), direct.with("@d:b")), (vec!["!a".to_owned(), "!old".to_owned()], Vec::new()));
        assert!(direct.forget("@a:b") && !direct.forget("@a:b"));
        let content = direct.content(OWN);
        assert_eq!(content, json!({ "@c:b": ["!c"], OWN: ["!a", "!old"] }));
        assert_eq!(DirectRooms::read(&content, OWN), direct);
        assert!(direct.contains("!a") && direct.contains("!old") && direct.is_new_to("@a:b", "!a"));
        assert!(direct.replace("!a", "!next") && !direct.replace("!a", "!next") && direct.contains("!next"));
        assert!(direct.set("@a:b", "!next") && !direct.set("@a:b", "!next"));
        assert!(direct.replace("!c", "!further"));
        assert_eq!(direct.content(OWN), json!({ "@a:b": ["!next"], "@c:b": ["!further"], OWN: ["!old"] }));
        assert_eq!(direct.users().collect::<Vec<_>>(), ["@a:b", "@c:b"]);
    }

    #[test]
    fn a_second_direct_room_is_as_good_as_the_first() {
        let mut direct = DirectRooms::default();
        assert!(direct.set("@a:b", "!one") && direct.set("@a:b", "!two"));
        assert_eq!(direct.with("@a:b"), ["!two", "!one"]);
        assert!(direct.contains("!one") && direct.is_new_to("@a:b", "!one") && !direct.is_new_to("@a:b", "!two"));
        assert!(direct.set("@a:b", "!one"), "they talk in the first again");
        assert_eq!(
            (direct.with("@a:b"), direct.user_of("!two")),
            (vec!["!one".to_owned(), "!two".to_owned()], Some("@a:b"))
        );
        assert!(!direct.is_new_to("@c:b", "!one") && !direct.is_new_to("@a:b", "!three"));
        for number in 0..2 * ROOMS_MAX {
            direct.set("@a:b", &format!("!{number}"));
        }
        assert_eq!(direct.with("@a:b").len(), ROOMS_MAX);
    }
}
