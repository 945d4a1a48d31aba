//! Typed ids and instants.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

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
    /// A person. Their accounts on chat platforms are stored apart, see
    /// [`PeopleStorage`](crate::service::PeopleStorage). 0 is never a person.
    PlayerId(u64);
    /// A place for posts: a channel, a thread, or a direct message channel. Its id on its platform is stored apart, see
    /// [`PlaceStorage`](crate::service::PlaceStorage).
    PlaceId(u64);
    /// A server. Its id on its platform is stored apart, like that of a place.
    ServerId(u64);
    /// A challenge.
    ChallengeId(i64);
    /// A match: two players and their game.
    MatchId(i64);
    /// A post in the outbox.
    PostId(i64);
    /// An engine job.
    JobId(i64);
    /// An instant: milliseconds since 1970-01-01 00:00 UTC.
    Millis(i64);
}

/// A location of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LocationId {
    /// The match.
    pub match_id: MatchId,
    /// Its number among the locations of the match; 1 where the match was started.
    pub number: u32,
}

impl LocationId {
    /// Where a match was started.
    pub const fn first(match_id: MatchId) -> Self {
        LocationId { match_id, number: 1 }
    }
}

/// A worker that claims posts, jobs or checks. Chosen at random when it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WorkerId(pub u64);

impl fmt::Display for WorkerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// A message's id on its platform.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MessageId(pub String);

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Millis {
    /// This instant plus a number of milliseconds; saturates.
    #[must_use]
    pub const fn plus(self, milliseconds: i64) -> Millis {
        Millis(self.0.saturating_add(milliseconds))
    }

    /// The time from this instant until a later one; zero if it is not later.
    pub fn until(self, later: Millis) -> Duration {
        Duration::from_millis(later.0.saturating_sub(self.0).max(0).unsigned_abs())
    }

    /// This instant in whole seconds since 1970, rounded down.
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}
