//! Numbers that name things.

use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! ids {
    ($($(#[$about:meta])* $name:ident($number:ty);)*) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
            #[serde(transparent)]
            pub struct $name(pub $number);

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.0.fmt(f)
                }
            }
        )*
    };
}

ids! {
    /// A person, by the number that the chat platform gave them.
    PlayerId(u64);
    /// Where one can post: a channel, a thread, or direct messages.
    PlaceId(u64);
    /// A server: many people and places together.
    ServerId(u64);
    /// A challenge.
    ChallengeId(i64);
    /// A match: two players and their game.
    MatchId(i64);
    /// Something that must be said.
    PostId(i64);
    /// Something the engine has to do.
    JobId(i64);
    /// An instant: milliseconds since 1970-01-01 00:00 UTC.
    Millis(i64);
}

impl Millis {
    /// This instant and so many milliseconds.
    #[must_use]
    pub const fn plus(self, milliseconds: i64) -> Millis {
        Millis(self.0.saturating_add(milliseconds))
    }

    /// The second in which this instant lies, counted from 1970.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}
