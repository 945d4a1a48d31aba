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

/// Says in the successor of a room that games go on there.
pub fn moved(language: Language) -> View {
    View::text(localize(language, "room-moved", &[]))
}

/// Why an invitation is rejected that comes from somebody whom the host has not chosen.
pub fn inviter_not_allowed(language: Language) -> String {
    label(language, "room-inviter-not-allowed", &[])
}

/// Why an invitation is rejected when there were too many.
pub fn too_many_invitations(language: Language) -> String {
    label(language, "room-too-many-invitations", &[])
}

/// Why the bot leaves an encrypted room, in a few words for everybody there.
pub fn encrypted_reason(language: Language) -> String {
    label(language, "room-encrypted-reason", &[])
}
