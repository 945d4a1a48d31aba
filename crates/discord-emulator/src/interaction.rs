//! An interaction: created by a person, responded to by the bot.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::watch;
use tokio::time::Instant;

use super::id::Id;
use super::message::Origin;

/// The kind of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl Kind {
    /// Discord's interaction type.
    pub fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

/// The state of the response, as the person sees it.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "testing"), expect(dead_code, reason = "the page learns of messages from notices"))]
pub(super) enum Progress {
    /// There is no response yet.
    Waiting,
    /// "… is thinking": a message will replace this one.
    Thinking,
    /// A message was posted.
    Message(Id),
    /// The click was acknowledged; nothing needs to follow.
    Acknowledged,
    /// The message with the component was changed.
    Updated(Id),
    /// A form opened.
    Modal(Arc<Value>),
    /// Suggestions.
    Choices(Arc<Value>),
    /// The bot deleted its response.
    Deleted,
}

/// An interaction and its first response.
#[derive(Debug)]
pub(super) struct Interaction {
    pub id: Id,
    pub token: String,
    pub kind: Kind,
    pub user: Id,
    pub channel: Id,
    /// The command's name.
    pub name: Option<String>,
    /// The message whose component was used.
    pub message: Option<Id>,
    /// When it was created, by the world's clock.
    pub created: Instant,
    pub progress: watch::Sender<Progress>,
    /// The type of the first response, if there is one.
    pub answered: Option<u8>,
    /// How long the first response took, if there is one.
    pub took: Option<Duration>,
    /// The message that `@original` refers to.
    pub original: Option<Id>,
    /// Whether responses are ephemeral; determined by the first response.
    pub ephemeral: bool,
    /// The number of follow-up messages.
    pub follow_ups: usize,
}

impl Interaction {
    /// Its age at an instant of the world's clock.
    pub fn age(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.created)
    }

    /// The reference to it in a message that responds to it.
    pub fn origin(&self) -> Origin {
        Origin {
            interaction: self.id,
            kind: self.kind.number(),
            user: self.user,
            name: self.name.clone(),
            message: self.message,
        }
    }
}
