//! A message.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::id::Id;

/// Flag: only one person sees the message.
pub(super) const EPHEMERAL: u64 = 1 << 6;
/// Flag: the response is still pending.
pub(super) const LOADING: u64 = 1 << 7;

/// A file attached to a message. Its bytes are stored separately, in `files`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Attachment {
    pub id: Id,
    pub filename: String,
    pub description: Option<String>,
    pub content_type: String,
    pub size: usize,
    /// Width and height in pixels, for pictures.
    pub dimensions: Option<(u32, u32)>,
}

/// The interaction that a message responds to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Origin {
    pub interaction: Id,
    /// Discord's interaction type.
    pub kind: u8,
    pub user: Id,
    /// The command's name.
    pub name: Option<String>,
    /// The message whose component was used.
    pub message: Option<Id>,
}

/// The people who reacted with one emoji.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Reaction {
    pub emoji: String,
    pub people: Vec<Id>,
}

/// A message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Message {
    pub id: Id,
    pub channel: Id,
    pub author: Id,
    /// Discord's message type: 0 for a plain message, 19 for a reply, 20 for a response to a command.
    pub kind: u8,
    pub content: String,
    pub edited_ms: Option<i64>,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<Attachment>,
    /// The people who are pinged.
    pub mentions: Vec<Id>,
    pub mention_everyone: bool,
    pub flags: u64,
    pub tts: bool,
    pub pinned: bool,
    /// The nonce that the client sent to recognise the message. It is returned when the message is created and not
    /// stored, as on Discord: a message that is read later has none.
    #[serde(skip)]
    pub nonce: Option<Value>,
    /// The message that it replies to, which may no longer exist.
    pub reference: Option<Id>,
    pub origin: Option<Origin>,
    pub reactions: Vec<Reaction>,
    /// The only person who sees it, if it is ephemeral.
    pub ephemeral_for: Option<Id>,
}

impl Message {
    /// Creates an empty message.
    pub fn blank(id: Id, channel: Id, author: Id) -> Self {
        Self {
            id,
            channel,
            author,
            kind: 0,
            content: String::new(),
            edited_ms: None,
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            mentions: Vec::new(),
            mention_everyone: false,
            flags: 0,
            tts: false,
            pinned: false,
            nonce: None,
            reference: None,
            origin: None,
            reactions: Vec::new(),
            ephemeral_for: None,
        }
    }

    /// Whether the message has no visible content.
    pub fn is_empty(&self) -> bool {
        self.content.trim().is_empty()
            && self.embeds.is_empty()
            && self.attachments.is_empty()
            && self.components.is_empty()
    }

    /// The component with this `custom_id`.
    pub fn component(&self, custom_id: &str) -> Option<&Value> {
        buttons_and_menus(&self.components).find(|c| c["custom_id"] == custom_id)
    }
}

/// Adds the nonce to a message object that is returned on creation.
pub(super) fn with_nonce(mut message: Value, nonce: Option<&Value>) -> Value {
    if let Some(nonce) = nonce {
        message["nonce"] = nonce.clone();
    }
    message
}

/// The components inside the rows of a message or modal.
pub(super) fn buttons_and_menus(rows: &[Value]) -> impl Iterator<Item = &Value> {
    rows.iter().filter_map(|row| row["components"].as_array()).flatten()
}
