//! What only the platform knows: the people and channels of a conversation.

use crate::chat::request::Opponent;
use crate::service::PlaceId;

/// Finds the users and channels that a typed command names.
pub trait Resolve {
    /// The user with this mention or name; `None` if there is none, or more than one. A text that is no mention may be
    /// the value of another option, so only a whole name is one.
    fn person(&self, text: &str) -> Option<Opponent>;

    /// The channel with this mention or name, likewise.
    fn channel(&self, text: &str) -> Option<PlaceId>;
}

/// Mentions users and channels so that the platform's [`Resolve`] finds them again.
pub trait Mention {
    /// The mention of a user.
    fn person(&self, person: &Opponent) -> String;

    /// The mention of a channel.
    fn channel(&self, channel: PlaceId) -> String;
}
