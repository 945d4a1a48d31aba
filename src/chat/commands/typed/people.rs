//! What only the platform knows: the people and channels in a conversation.

use crate::chat::arguments::Opponent;
use crate::service::PlaceId;

/// Looks up the users and channels named in a typed command.
pub trait Resolve: Sync {
    /// Returns the user with this mention or name; `None` if no user or more than one matches. Text that is not a
    /// mention may be the value of another option, so only whole names match.
    fn person(&self, text: &str) -> Option<Opponent>;

    /// Returns the channel with this mention or name, under the same rules.
    fn channel(&self, text: &str) -> Option<PlaceId>;
}

/// Writes mentions that the platform's [`Resolve`] can look up.
pub trait Mention {
    /// Returns a mention of a user.
    fn person(&self, person: &Opponent) -> String;

    /// Returns a mention of a channel.
    fn channel(&self, channel: PlaceId) -> String;
}
