//! What the bot says in a room that it has joined, and about one that it has left.

use crate::chat::texts::{Language, localize};
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
