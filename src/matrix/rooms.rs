//! What the bot knows of rooms: their members, and which of them are direct.

use super::api::Member;
use super::client::Client;
use super::error::MatrixError;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::Mutex;

/// The type of the account's data that lists direct rooms.
const DIRECT: &str = "m.direct";
/// The power level that a user has without being listed.
const LEVEL_DEFAULT: i64 = 0;
/// The power level that changes settings of a room, unless the room has another one.
const STATE_DEFAULT: i64 = 50;

type Members = Arc<BTreeMap<String, Member>>;

/// The rooms of the bot. Cheap to clone.
#[derive(Clone)]
pub struct Rooms {
    client: Client,
    /// The user id of the bot.
    user: Arc<str>,
    members: Arc<RwLock<HashMap<String, Members>>>,
    /// The direct room with each user. Locked while one is created, so that there is one.
    direct: Arc<Mutex<Option<HashMap<String, String>>>>,
}

impl Rooms {
    /// The rooms of this user.
    pub fn new(client: Client, user: &str) -> Self {
        Rooms { client, user: user.into(), members: Arc::default(), direct: Arc::default() }
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
    }

    /// Whether a room is a conversation of one person with the bot.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn is_direct(&self, room: &str) -> Result<bool, MatrixError> {
        let is_known = self.direct_rooms().await?.values().any(|known| known == room);
        Ok(is_known && self.members(room).await?.len() <= 2)
    }

    /// Whether a user may change the settings of a room.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn manages(&self, room: &str, user: &str) -> Result<bool, MatrixError> {
        let levels = self.client.state(room, "m.room.power_levels").await?.unwrap_or_default();
        let level = levels["users"][user].as_i64().or_else(|| levels["users_default"].as_i64());
        let needed = levels["state_default"].as_i64().unwrap_or(STATE_DEFAULT);
        Ok(level.unwrap_or(LEVEL_DEFAULT) >= needed)
    }

    /// Records that a room is the direct one with a user.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn set_direct(&self, user: &str, room: &str) -> Result<(), MatrixError> {
        let mut direct = self.direct.lock().await;
        self.add_direct(&mut direct, user, room).await
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
        if let Some(room) = direct.as_ref().and_then(|rooms| rooms.get(user)) {
            return Ok(room.clone());
        }
        let room = self.client.create_direct(user).await?;
        self.add_direct(&mut direct, user, &room).await?;
        Ok(room)
    }

    async fn direct_rooms(&self) -> Result<HashMap<String, String>, MatrixError> {
        let mut direct = self.direct.lock().await;
        match &*direct {
            Some(rooms) => Ok(rooms.clone()),
            None => Ok(direct.insert(self.read_direct().await?).clone()),
        }
    }

    /// The direct rooms as the account has stored them. The last one of a user is the latest.
    async fn read_direct(&self) -> Result<HashMap<String, String>, MatrixError> {
        let stored = self.client.account_data(&self.user, DIRECT).await?.unwrap_or_default();
        let latest = |rooms: &Value| rooms.as_array()?.last()?.as_str().map(str::to_owned);
        let users = stored.as_object().into_iter().flatten();
        Ok(users.filter_map(|(user, rooms)| Some((user.clone(), latest(rooms)?))).collect())
    }

    async fn add_direct(
        &self,
        direct: &mut Option<HashMap<String, String>>,
        user: &str,
        room: &str,
    ) -> Result<(), MatrixError> {
        let mut rooms = match direct.take() {
            Some(rooms) => rooms,
            None => self.read_direct().await?,
        };
        rooms.insert(user.to_owned(), room.to_owned());
        let content: serde_json::Map<String, Value> =
            rooms.iter().map(|(user, room)| (user.clone(), json!([room]))).collect();
        *direct = Some(rooms);
        self.client.set_account_data(&self.user, DIRECT, &content.into()).await
    }
}
