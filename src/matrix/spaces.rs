//! The space to which a room belongs. It counts as the server of the room: its settings hold in all its rooms.

use super::api::Event;
use super::client::Client;
use super::error::MatrixError;
use super::rooms::Rooms;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

const PARENT: &str = "m.space.parent";
const CHILD: &str = "m.space.child";

/// The spaces of rooms. Cheap to clone.
#[derive(Clone)]
pub struct Spaces {
    client: Client,
    rooms: Rooms,
    known: Arc<RwLock<HashMap<String, Option<String>>>>,
}

impl Spaces {
    /// The spaces among these rooms.
    pub fn new(client: Client, rooms: Rooms) -> Self {
        Spaces { client, rooms, known: Arc::default() }
    }

    /// The space of a room. The bot must be in it, and both must name each other: a room alone could claim to belong to
    /// any space.
    ///
    /// # Errors
    /// See [`MatrixError`].
    pub async fn of(&self, room: &str) -> Result<Option<String>, MatrixError> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(room).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let found = self.find(room).await?;
        self.known.write().unwrap_or_else(PoisonError::into_inner).insert(room.to_owned(), found.clone());
        Ok(found)
    }

    async fn find(&self, room: &str) -> Result<Option<String>, MatrixError> {
        let mut parents: Vec<_> = self.client.full_state(room).await?;
        parents.retain(|event| event.kind == PARENT && event.content["via"].is_array());
        // The main one first, then the one with the smallest id.
        parents.sort_by_key(|event| {
            (!event.content["canonical"].as_bool().unwrap_or_default(), event.state_key.clone().unwrap_or_default())
        });
        for space in parents.into_iter().filter_map(|event| event.state_key) {
            let child = self.client.state_with_key(&space, CHILD, room).await?;
            if child.is_some_and(|content| content["via"].is_array()) && self.is_member(&space).await? {
                return Ok(Some(space));
            }
        }
        Ok(None)
    }

    /// Whether the bot is in a space. Some spaces can be read from outside.
    async fn is_member(&self, space: &str) -> Result<bool, MatrixError> {
        let member = self.client.member_state(space, self.rooms.user()).await?.unwrap_or_default();
        Ok(member["membership"] == "join")
    }

    /// Forgets the space of a room if this event of a room may change it. What the event says is not believed, so that
    /// the worst that it can do is that the state of one room is read again.
    pub fn noticed(&self, room: &str, event: &Event) {
        let concerned = match (event.kind.as_str(), event.state_key.as_deref()) {
            (PARENT, Some(_)) => room,
            (CHILD, Some(child)) => child,
            _ => return,
        };
        self.known.write().unwrap_or_else(PoisonError::into_inner).remove(concerned);
    }

    /// The bot has come into a space or left one: rooms may belong to another one.
    pub fn changed(&self) {
        self.known.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
