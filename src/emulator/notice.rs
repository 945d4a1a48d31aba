//! Events for the page.

use std::sync::Arc;

use serde_json::Value;

use super::id::Id;

/// An event for the page.
#[derive(Clone, Debug)]
pub(super) struct Notice {
    /// The people who may see it; `None` means everyone.
    pub audience: Option<Vec<Id>>,
    /// An object with a `type`.
    pub body: Arc<Value>,
}

impl Notice {
    /// The channel and the id of the message, for an event about a new or changed message.
    pub fn message(&self) -> Option<(Id, Id)> {
        let message = self.body.get("message").filter(|message| message.is_object())?;
        Some((Id::of(&message["channel_id"])?, Id::of(&message["id"])?))
    }
}
