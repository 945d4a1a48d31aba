//! The validated body of a request that creates or changes a message.

use std::collections::BTreeSet;

use axum::body::Bytes;
use serde_json::Value;

use super::id::Id;
use super::message::{Attachment, EPHEMERAL};

/// A file sent with a request.
#[derive(Clone, Debug)]
pub(super) struct Upload {
    /// The `n` of `files[n]`.
    pub index: u64,
    pub filename: String,
    pub content_type: String,
    pub bytes: Bytes,
    pub description: Option<String>,
}

/// The mentions that a message may ping.
#[derive(Clone, Debug)]
pub(super) enum AllowedMentions {
    /// Not specified: everyone who is mentioned.
    All,
    Some {
        users: MentionedUsers,
        everyone: bool,
        replied_user: bool,
    },
}

/// Which of the mentioned users are pinged.
#[derive(Clone, Debug)]
pub(super) enum MentionedUsers {
    All,
    These(BTreeSet<Id>),
}

/// A validated message body. A field that is `None` was not sent; on an edit it stays unchanged.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub content: Option<String>,
    pub embeds: Option<Vec<Value>>,
    pub components: Option<Vec<Value>>,
    /// The existing attachments to retain, each with a new description if one was sent.
    pub retained_attachments: Option<Vec<(Id, Option<String>)>>,
    pub uploads: Vec<Upload>,
    /// The uploads, once they have been stored in `files`.
    pub stored: Vec<Attachment>,
    pub flags: u64,
    pub tts: bool,
    pub allowed: AllowedMentions,
    /// The message to reply to, and whether it must exist.
    pub reply: Option<(Id, bool)>,
    pub nonce: Option<Value>,
    pub enforce_nonce: bool,
}

impl Draft {
    /// Whether the message is ephemeral.
    pub fn is_ephemeral(&self) -> bool {
        self.flags & EPHEMERAL != 0
    }

    /// Whether a new message from this draft would be empty.
    pub fn is_empty(&self) -> bool {
        let none = |list: &Option<Vec<Value>>| list.as_ref().is_none_or(Vec::is_empty);
        self.content.as_deref().unwrap_or_default().trim().is_empty()
            && none(&self.embeds)
            && none(&self.components)
            && self.uploads.is_empty()
            && self.stored.is_empty()
    }
}
