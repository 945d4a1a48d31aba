//! Messages in rooms that the bot has joined, and about rooms that it has left. If the language is unknown, they are in
//! all languages.

use crate::chat::text::Text;
use crate::chat::texts::{Language, label, localize};
use crate::chat::view::View;

/// Says what the bot is and how to begin.
pub fn hello(languages: &[Language]) -> View {
    in_each(languages, "room-hello")
}

/// Says why the bot has left an encrypted room, and what to do instead.
pub fn encrypted(languages: &[Language]) -> View {
    in_each(languages, "room-encrypted")
}

/// Tells a user that the bot could not read their message, because its key has not come.
pub fn unreadable(languages: &[Language]) -> View {
    in_each(languages, "room-unreadable")
}

/// Tells a person who asks for a verification that the host was asked.
pub fn verification_asked(languages: &[Language]) -> View {
    in_each(languages, "room-verification-asked")
}

/// Tells a person that the host has not answered their request for a verification.
pub fn verification_unanswered(languages: &[Language]) -> View {
    in_each(languages, "room-verification-unanswered")
}

/// Tells a person that too many ask for a verification.
pub fn verification_too_many(languages: &[Language]) -> View {
    in_each(languages, "room-verification-too-many")
}

/// Tells a person that their verification has ended because the bot was restarted.
pub fn verification_restarted(languages: &[Language]) -> View {
    in_each(languages, "room-verification-restarted")
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
pub fn not_joined(languages: &[Language]) -> View {
    in_each(languages, "room-not-joined")
}

/// The reason for rejecting a user who is not on the host's list.
pub fn inviter_not_allowed(languages: &[Language]) -> String {
    reason(languages, "room-inviter-not-allowed")
}

/// The reason for rejecting one of too many invitations.
pub fn too_many_invitations(languages: &[Language]) -> String {
    reason(languages, "room-too-many-invitations")
}

/// The reason for leaving an encrypted room, in a few words.
pub fn encrypted_reason(languages: &[Language]) -> String {
    reason(languages, "room-encrypted-reason")
}

fn in_each(languages: &[Language], key: &str) -> View {
    View::text(Text::join(languages.iter().map(|language| localize(*language, key, &[])), "\n\n"))
}

/// Clients show a reason on one line.
fn reason(languages: &[Language], key: &str) -> String {
    languages.iter().map(|language| label(*language, key, &[])).collect::<Vec<_>>().join(" / ")
}
