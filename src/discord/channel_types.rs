//! Discord's types of channels, and where a game is played that is requested in one of them.

use serenity::all::ChannelType;

/// Where a game is played that is requested in a channel of some type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Venue {
    /// In a thread of its own, opened from a message in the channel.
    OwnThread,
    /// In the channel itself, because no threads can be opened there or others should not see the game.
    Here,
    /// It is a thread: its channel decides. Where that gives games threads of their own, the game gets one beside this
    /// thread. Otherwise it is played in this thread.
    BesideOrHere,
    /// Nowhere, because nobody can write there.
    Nowhere,
}

impl Venue {
    /// Its name in the documentation.
    pub fn name(self) -> &'static str {
        match self {
            Venue::OwnThread => "own thread",
            Venue::Here => "here",
            Venue::BesideOrHere => "beside or here",
            Venue::Nowhere => "refused",
        }
    }
}

/// A type of channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeOfChannel {
    /// Discord's number.
    pub number: u8,
    /// Its name in the documentation.
    pub name: &'static str,
    /// Where a game that is requested there is played.
    pub venue: Venue,
    /// Whether it is a thread, or a post, which is a thread of a forum.
    pub is_thread: bool,
}

const fn channel(number: u8, name: &'static str, venue: Venue) -> TypeOfChannel {
    TypeOfChannel { number, name, venue, is_thread: false }
}

const fn thread(number: u8, name: &'static str, venue: Venue) -> TypeOfChannel {
    TypeOfChannel { number, name, venue, is_thread: true }
}

/// All types. `docs/places.md` explains them.
pub const CHANNEL_TYPES: [TypeOfChannel; 13] = [
    channel(0, "text", Venue::OwnThread),
    channel(1, "direct messages", Venue::Here),
    channel(2, "voice", Venue::Here),
    channel(3, "group", Venue::Here),
    channel(4, "category", Venue::Nowhere),
    channel(5, "announcements", Venue::OwnThread),
    thread(10, "thread of announcements", Venue::BesideOrHere),
    thread(11, "public thread or post", Venue::BesideOrHere),
    thread(12, "private thread", Venue::Here),
    channel(13, "stage", Venue::Here),
    channel(14, "directory", Venue::Nowhere),
    channel(15, "forum", Venue::Nowhere),
    channel(16, "media", Venue::Nowhere),
];

/// The type with this number. One that Discord has added since is a channel without threads: a person has used a
/// command there, so the bot can probably write there, and nothing else is known of it.
pub fn type_of(kind: ChannelType) -> TypeOfChannel {
    let number = u8::from(kind);
    let known = CHANNEL_TYPES.into_iter().find(|known| known.number == number);
    known.unwrap_or(channel(number, "unknown", Venue::Here))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_every_type_with_its_venue() {
        let page = include_str!("../../docs/places.md");
        for TypeOfChannel { number, name, venue, .. } in CHANNEL_TYPES {
            let row = format!("| {number} | {name} | *{}*", venue.name());
            assert!(page.lines().any(|line| line.starts_with(&row)), "{row}");
        }
        assert_eq!(type_of(ChannelType::from(99)).venue, Venue::Here);
        assert_eq!(type_of(ChannelType::Forum).name, "forum");
    }
}
