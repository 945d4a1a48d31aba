//! The space to which a room belongs. It counts as the server of the room: its settings hold in all its rooms.

use super::client::Client;
use super::error::MatrixError;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

const PARENT: &str = "m.space.parent";
const CHILD: &str = "m.space.child";

/// The spaces of rooms. Cheap to clone.
#[derive(Clone)]
pub struct Spaces {
    client: Client,
    known: Arc<RwLock<HashMap<String, Option<String>>>>,
}

impl Spaces {
    /// The spaces that this account can see.
    pub fn new(client: Client) -> Self {
        Spaces { client, known: Arc::default() }
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
            if child.is_some_and(|content| content["via"].is_array()) {
                return Ok(Some(space));
            }
        }
        Ok(None)
    }

    /// Whether an event of this kind can change the space of a room.
    pub fn concerns(kind: &str) -> bool {
        [PARENT, CHILD].contains(&kind)
    }

    /// Rooms may have come to another space.
    pub fn changed(&self) {
        self.known.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
