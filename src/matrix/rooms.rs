//! What the bot knows of rooms: their members, and which of them are direct.

use super::api::{Event, Member};
use super::client::Client;
use super::direct_rooms::DirectRooms;
use super::error::MatrixError;
use crate::service::people::display_name::display_name;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::Mutex;

/// The type of the account's data that lists direct rooms.
const DIRECT: &str = "m.direct";
/// The type of the state that makes a room encrypted.
pub const ENCRYPTION: &str = "m.room.encryption";
/// The algorithm with which rooms are encrypted.
pub const MEGOLM: &str = "m.megolm.v1.aes-sha2";
/// The members of a direct room: a person and the bot.
const DIRECT_MEMBERS: usize = 2;
/// The power level that a user has without being listed.
const LEVEL_DEFAULT: i64 = 0;
/// The power level that changes settings of a room, unless the room has another one.
const STATE_DEFAULT: i64 = 50;

/// The maximum number of members listed in place of a missing room name.
const NAMED_MEMBERS_MAX: usize = 3;

/// The first version of rooms in which their creators may do everything.
const CREATORS_SINCE: u32 = 12;

type Members = Arc<BTreeMap<String, Member>>;

/// The rooms of the bot. Cheap to clone.
#[derive(Clone)]
pub struct Rooms {
    client: Client,
    /// The user id of the bot.
    user: Arc<str>,
    /// The state of the direct rooms that the bot creates.
    direct_state: Arc<[Value]>,
    members: Arc<RwLock<HashMap<String, Members>>>,
    /// The power levels of rooms.
    levels: Arc<RwLock<HashMap<String, Arc<PowerLevels>>>>,
    /// How rooms are encrypted.
    encryption: Arc<RwLock<HashMap<String, Option<Arc<Value>>>>>,
    /// Who may read what is encrypted in a room.
    readers: Arc<RwLock<HashMap<String, Arc<[String]>>>>,
    /// The names of rooms, kept after the bot leaves because it can't read them from outside.
    names: Arc<RwLock<HashMap<String, Arc<str>>>>,
    /// The direct rooms. Locked while one is created, so that there is one with each user.
    direct: Arc<Mutex<Option<DirectRooms>>>,
}

impl Rooms {
    /// The rooms of this user. Direct rooms that are created are encrypted if the bot can read them then.
    pub fn new(client: Client, user: &str, can_decrypt: bool) -> Self {
        let encryption = json!({ "type": ENCRYPTION, "state_key": "", "content": { "algorithm": MEGOLM } });
        Rooms {
            client,
            user: user.into(),
            direct_state: can_decrypt.then_some(encryption).into_iter().collect(),
            members: Arc::default(),
            levels: Arc::default(),
            encryption: Arc::default(),
            readers: Arc::default(),
            names: Arc::default(),
            direct: Arc::default(),
        }
    }

    /// The user id of the bot.
    pub fn user(&self) -> &str {
        &self.user
    }

    /// The members of a room.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn members(&self, room: &str) -> Result<Members, MatrixError> {
        let known = self.members.read().unwrap_or_else(PoisonError::into_inner).get(room).cloned();
        if let Some(members) = known {
            return Ok(members);
        }
        let members = Arc::new(self.client.members(room).await?);
        let mut all = self.members.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(all.entry(room.to_owned()).or_insert(members)))
    }

    /// Members have come, left, or changed their names.
    pub fn members_changed(&self, room: &str) {
        self.members.write().unwrap_or_else(PoisonError::into_inner).remove(room);
        self.readers.write().unwrap_or_else(PoisonError::into_inner).remove(room);
    }

    /// The users for whose devices something is encrypted in a room: its members, and those who are invited, unless
    /// members may read only what comes after them.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn readers(&self, room: &str) -> Result<Arc<[String]>, MatrixError> {
        let known = self.readers.read().unwrap_or_else(PoisonError::into_inner).get(room).cloned();
        if let Some(readers) = known {
            return Ok(readers);
        }
        let visibility = self.client.state(room, "m.room.history_visibility").await?.unwrap_or_default();
        let mut readers: Vec<String> = self.members(room).await?.keys().cloned().collect();
        if visibility["history_visibility"] != "joined" {
            readers.extend(self.client.invited(room).await?);
        }
        let mut all = self.readers.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(all.entry(room.to_owned()).or_insert(readers.into())))
    }

    /// The content of the state that makes a room encrypted; `None` if it is not. Untrusted.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn encryption(&self, room: &str) -> Result<Option<Arc<Value>>, MatrixError> {
        let known = self.encryption.read().unwrap_or_else(PoisonError::into_inner).get(room).cloned();
        if let Some(encryption) = known {
            return Ok(encryption);
        }
        let encryption = self.client.state(room, ENCRYPTION).await?.map(Arc::new);
        let mut all = self.encryption.write().unwrap_or_else(PoisonError::into_inner);
        Ok(all.entry(room.to_owned()).or_insert(encryption).clone())
    }

    /// The encryption of a room may have changed.
    pub fn encryption_changed(&self, room: &str) {
        self.encryption.write().unwrap_or_else(PoisonError::into_inner).remove(room);
    }

    /// The name of a room, else its alias, else the names of its other members, else its id.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn name(&self, room: &str) -> Result<Arc<str>, MatrixError> {
        let known = self.names.read().unwrap_or_else(PoisonError::into_inner).get(room).cloned();
        if let Some(name) = known {
            return Ok(name);
        }
        let Some(name) = self.read_name(room).await? else { return Ok(room.into()) };
        let name: Arc<str> = name.into();
        let mut all = self.names.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(all.entry(room.to_owned()).or_insert(name)))
    }

    async fn read_name(&self, room: &str) -> Result<Option<String>, MatrixError> {
        for (kind, field) in [("m.room.name", "name"), ("m.room.canonical_alias", "alias")] {
            let content = self.client.shown_state(room, kind).await?.unwrap_or_default();
            let name = display_name(content[field].as_str().unwrap_or_default());
            if !name.is_empty() {
                return Ok(Some(name));
            }
        }
        let members = match self.members(room).await {
            Err(MatrixError::Refused { status: 403 | 404, .. }) => return Ok(None),
            members => members?,
        };
        // A direct room is named after the bot, because the other member is the reader.
        let is_wanted = |user: &str| (user == self.user()) == (members.len() <= DIRECT_MEMBERS);
        let names = members.iter().filter(|(user, _)| is_wanted(user));
        let names: Vec<String> = names
            .map(|(user, member)| display_name(member.display_name.as_deref().unwrap_or(user)))
            .take(NAMED_MEMBERS_MAX)
            .collect();
        Ok(Some(names.join(", ")).filter(|name| !name.is_empty()))
    }

    /// The name of a room has changed.
    pub fn name_changed(&self, room: &str) {
        self.names.write().unwrap_or_else(PoisonError::into_inner).remove(room);
    }

    /// The bot has left a room, or was removed from it.
    pub fn left(&self, room: &str) {
        self.members_changed(room);
        self.levels_changed(room);
        self.encryption_changed(room);
    }

    /// A room has a successor, which is then the direct room of the same user.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn replaced(&self, room: &str, successor: &str) -> Result<(), MatrixError> {
        if !self.direct_rooms().await?.contains(room) {
            return Ok(());
        }
        self.change_direct(|direct| direct.replace(room, successor)).await
    }

    /// Whether a room is a conversation of one person with the bot.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn is_direct(&self, room: &str) -> Result<bool, MatrixError> {
        Ok(self.direct_rooms().await?.contains(room) && self.members(room).await?.len() <= DIRECT_MEMBERS)
    }

    /// Whether a user is in a room and may change its settings. A user keeps their power level when they leave or are
    /// banned, and the room may be the space of the one where they ask.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn manages(&self, room: &str, user: &str) -> Result<bool, MatrixError> {
        if !self.members(room).await?.contains_key(user) {
            return Ok(false);
        }
        let levels = self.levels(room).await?;
        Ok(levels.of(user) >= levels.content["state_default"].as_i64().unwrap_or(STATE_DEFAULT))
    }

    /// Whether the bot may write in a room.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn may_write(&self, room: &str) -> Result<bool, MatrixError> {
        let levels = self.levels(room).await?;
        let needed = levels.content["events"]["m.room.message"].as_i64();
        let needed = needed.or_else(|| levels.content["events_default"].as_i64()).unwrap_or(LEVEL_DEFAULT);
        Ok(levels.of(&self.user) >= needed)
    }

    /// The power levels of a room.
    async fn levels(&self, room: &str) -> Result<Arc<PowerLevels>, MatrixError> {
        let known = self.levels.read().unwrap_or_else(PoisonError::into_inner).get(room).cloned();
        if let Some(levels) = known {
            return Ok(levels);
        }
        let content = self.client.state(room, "m.room.power_levels").await?.unwrap_or_default();
        let levels = Arc::new(PowerLevels { content, creators: creators(&self.client.creation(room).await?) });
        let mut all = self.levels.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(all.entry(room.to_owned()).or_insert(levels)))
    }

    /// The power levels of a room have changed.
    pub fn levels_changed(&self, room: &str) {
        self.levels.write().unwrap_or_else(PoisonError::into_inner).remove(room);
    }

    /// Records that a room is the direct one with a user.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn set_direct(&self, user: &str, room: &str) -> Result<(), MatrixError> {
        self.change_direct(|direct| direct.set(user, room)).await
    }

    /// Records that a user has used a direct room, so that the bot writes to them there from now on.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn used_direct(&self, user: &str, room: &str) -> Result<(), MatrixError> {
        if self.direct_rooms().await?.is_new_to(user, room) { self.set_direct(user, room).await } else { Ok(()) }
    }

    /// The only reader of a room: the user of a direct room, if it is known; `None` for other rooms.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn only_reader(&self, room: &str) -> Result<Option<String>, MatrixError> {
        if !self.is_direct(room).await? {
            return Ok(None);
        }
        Ok(self.direct_rooms().await?.user_of(room).map(str::to_owned))
    }

    /// The users that have a direct room with the bot, as the homeserver has stored them.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn direct_users(&self) -> Result<Vec<String>, MatrixError> {
        Ok(self.read_direct().await?.users().map(str::to_owned).collect())
    }

    /// Removes users from the list of direct rooms. Their rooms stay direct.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn forget(&self, users: &[String]) -> Result<(), MatrixError> {
        self.change_direct(|direct| users.iter().filter(|user| direct.forget(user)).count() > 0).await
    }

    /// The direct room with a user. Creates it the first time.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn direct_room(&self, user: &str) -> Result<String, MatrixError> {
        let mut direct = self.direct.lock().await;
        if direct.is_none() {
            *direct = Some(self.read_direct().await?);
        }
        for room in direct.as_ref().map(|rooms| rooms.with(user)).unwrap_or_default() {
            if self.is_reachable_in(user, &room).await? {
                return Ok(room);
            }
        }
        let room = self.client.create_direct(user, &self.direct_state).await?;
        let mut current = self.read_direct().await?;
        current.set(user, &room);
        self.store_direct(direct.insert(current)).await?;
        Ok(room)
    }

    /// Whether a user is in a direct room, or invited there. The bot itself may have been removed from it, and where a
    /// third person has come in, it is not direct any more.
    async fn is_reachable_in(&self, user: &str, room: &str) -> Result<bool, MatrixError> {
        match self.members(room).await {
            Ok(members) if members.len() > DIRECT_MEMBERS => return Ok(false),
            Ok(members) if members.contains_key(user) => return Ok(true),
            Err(MatrixError::Refused { status: 403 | 404, .. }) => return Ok(false),
            members => drop(members?),
        }
        let member = self.client.member_state(room, user).await?.unwrap_or_default();
        Ok(member["membership"] == "invite")
    }

    /// A direct room in which a user is, or to which they are invited, if there is one.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn known_direct_room(&self, user: &str) -> Result<Option<String>, MatrixError> {
        for room in self.direct_rooms().await?.with(user) {
            if self.is_reachable_in(user, &room).await? {
                return Ok(Some(room));
            }
        }
        Ok(None)
    }

    async fn direct_rooms(&self) -> Result<DirectRooms, MatrixError> {
        let mut direct = self.direct.lock().await;
        match &*direct {
            Some(rooms) => Ok(rooms.clone()),
            None => Ok(direct.insert(self.read_direct().await?).clone()),
        }
    }

    /// The direct rooms as the homeserver has stored them.
    async fn read_direct(&self) -> Result<DirectRooms, MatrixError> {
        let stored = self.client.account_data(&self.user, DIRECT).await?.unwrap_or_default();
        Ok(DirectRooms::read(&stored, &self.user))
    }

    async fn store_direct(&self, rooms: &DirectRooms) -> Result<(), MatrixError> {
        self.client.set_account_data(&self.user, DIRECT, &rooms.content(&self.user)).await
    }

    /// Changes the direct rooms and stores them, if the change returns true. They are read again before, because another
    /// process may have changed them.
    async fn change_direct(&self, change: impl FnOnce(&mut DirectRooms) -> bool) -> Result<(), MatrixError> {
        let mut direct = self.direct.lock().await;
        let current = direct.insert(self.read_direct().await?);
        if change(current) { self.store_direct(current).await } else { Ok(()) }
    }
}

/// Who may do what in a room.
#[derive(Clone, Debug, Default)]
struct PowerLevels {
    /// The content of the state event. Untrusted.
    content: Value,
    /// Users who may do everything.
    creators: Vec<String>,
}

impl PowerLevels {
    /// The power level of a user.
    fn of(&self, user: &str) -> i64 {
        if self.creators.iter().any(|creator| creator == user) {
            return i64::MAX;
        }
        let level = self.content["users"][user].as_i64().or_else(|| self.content["users_default"].as_i64());
        level.unwrap_or(LEVEL_DEFAULT)
    }
}

/// The users who created a room, if its version lets them do everything. Earlier versions list them among the others.
fn creators(creation: &Event) -> Vec<String> {
    let version = creation.content["room_version"].as_str().and_then(|version| version.parse::<u32>().ok());
    if version.is_none_or(|version| version < CREATORS_SINCE) {
        return Vec::new();
    }
    let others = creation.content["additional_creators"].as_array().into_iter().flatten();
    let others = others.filter_map(Value::as_str).map(str::to_owned);
    std::iter::once(creation.sender.clone()).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_level_is_that_of_the_user_or_the_default_of_the_room() {
        let of = |content, user| PowerLevels { content, creators: vec!["@d:b".to_owned()] }.of(user);
        let levels = json!({ "users": { "@a:b": 100 }, "users_default": 10 });
        assert_eq!((of(levels.clone(), "@a:b"), of(levels.clone(), "@c:b")), (100, 10));
        assert_eq!(of(levels, "@d:b"), i64::MAX);
        assert_eq!(of(json!({}), "@a:b"), 0);
        assert_eq!(of(json!({ "users": "nonsense" }), "@a:b"), 0);
    }

    #[test]
    fn creators_may_do_everything_since_version_12_of_rooms() {
        let created = |version: Value| Event {
            sender: "@a:b".to_owned(),
            content: json!({ "room_version": version, "additional_creators": ["@c:b", 7] }),
            ..Event::default()
        };
        assert_eq!(creators(&created("12".into())), ["@a:b", "@c:b"]);
        for version in ["11".into(), "org.example.special".into(), Value::Null] {
            assert_eq!(creators(&created(version)), Vec::<String>::new());
        }
    }
}
