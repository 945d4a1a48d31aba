//! What the bot says in a room that it has joined, and about one that it has left.

use crate::chat::texts::{Language, label, localize};
use crate::chat::view::View;

/// Says what the bot is and how to begin.
pub fn hello(language: Language) -> View {
    View::text(localize(language, "room-hello", &[]))
}

/// Says why the bot has left an encrypted room, and what to do instead.
pub fn encrypted(language: Language) -> View {
    View::text(localize(language, "room-encrypted", &[]))
}

/// Tells the members of an upgraded room that their games continue in its successor.
pub fn moved(language: Language) -> View {
    View::text(localize(language, "room-moved", &[]))
}

/// Tells the members of a room that was upgraded where their games continue.
pub fn moved_away(language: Language) -> View {
    View::text(localize(language, "room-moved-away", &[]))
}

/// Tells the members of a room that was upgraded that the bot cannot follow them.
pub fn not_followed(language: Language) -> View {
    View::text(localize(language, "room-not-followed", &[]))
}

/// Tells a user that the bot could not come into the room to which they have invited it.
pub fn not_joined(language: Language) -> View {
    View::text(localize(language, "room-not-joined", &[]))
}

/// The reason for rejecting a user who is not on the host's list.
pub fn inviter_not_allowed(language: Language) -> String {
    label(language, "room-inviter-not-allowed", &[])
}

/// The reason for rejecting one of too many invitations.
pub fn too_many_invitations(language: Language) -> String {
    label(language, "room-too-many-invitations", &[])
}

/// The reason for leaving an encrypted room, in a few words.
pub fn encrypted_reason(language: Language) -> String {
    label(language, "room-encrypted-reason", &[])
}
