//! What must be said. A post is kept in the transaction that makes it true, and delivered afterwards; it names
//! things instead of containing their texts, which are made in the reader's language when it is delivered.

use crate::rules::Seat;
use crate::service::ids::{MatchId, Millis, PlayerId};
use serde::{Deserialize, Serialize};

/// Something that must be said: in the place of a match, or to one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "post", rename_all = "snake_case")]
pub enum Post {
    /// The match begins: its thread is to be opened.
    Open {
        /// The match.
        game: MatchId,
    },
    /// The board after a turn, with a ping for whose turn it is; or the result.
    Board {
        /// The match.
        game: MatchId,
        /// After so many plies.
        ply: usize,
        /// The last of them, by which a move that was taken back in the meantime is noticed.
        last: Option<String>,
        /// The turns after this ply are told of, the first of which somebody made and the others were automatic. The
        /// last turn alone when absent.
        #[serde(default)]
        since: Option<usize>,
        /// Whether the match was over then.
        ended: bool,
        /// Whether the person on each seat is pinged. Others hear of it in another way, or not at all.
        #[serde(default = "both")]
        pings: [bool; 2],
    },
    /// How far the analysis of a match has come, or what it says, in one message that changes.
    Analysis {
        /// The match.
        game: MatchId,
    },
    /// Something happened that changes no board.
    Notice {
        /// The match.
        game: MatchId,
        /// After so many plies.
        ply: usize,
        /// What.
        notice: Notice,
        /// Who did it.
        #[serde(with = "seat")]
        by: Seat,
    },
    /// The program was not there, and the clocks stood still.
    Outage {
        /// The match.
        game: MatchId,
        /// Since when.
        from: Millis,
        /// Until when.
        until: Millis,
    },
    /// A person is told of a board: that it is their turn, or that the match is over.
    Turn {
        /// The match.
        game: MatchId,
        /// After so many plies.
        ply: usize,
        /// What is new on the board began after this ply, as in [`Post::Board`].
        #[serde(default)]
        since: Option<usize>,
        /// Who.
        person: PlayerId,
        /// By a direct message, instead of where the match is played.
        direct: bool,
        /// Not before.
        at: Millis,
    },
    /// A person is reminded that it is their turn.
    Reminder {
        /// The match.
        game: MatchId,
        /// After so many plies.
        ply: usize,
        /// Who.
        person: PlayerId,
        /// By a direct message, instead of where the match is played.
        direct: bool,
        /// Not before.
        at: Millis,
    },
    /// A person's vacation has begun by itself, because the time in a match was nearly over.
    Rescue {
        /// The match.
        game: MatchId,
        /// Who.
        person: PlayerId,
        /// Until when it lasts at most.
        until: Millis,
    },
    /// A person is told once a day about all their games.
    Digest {
        /// Who.
        person: PlayerId,
    },
    /// A person is told directly what could not be posted where the match is played.
    Undelivered {
        /// The match.
        game: MatchId,
        /// Who.
        person: PlayerId,
        /// What stands in the way.
        obstacle: DeliveryObstacle,
        /// Whether the board comes along, instead of the one that this person was to be pinged with.
        board: bool,
        /// Whether the opponent could not be told either.
        alone: bool,
    },
}

/// Why something cannot be posted where a match is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryObstacle {
    /// We may not write there.
    Forbidden,
    /// The place does not exist any more.
    Gone,
    /// It failed for too long, or is not possible for a reason of ours.
    Failed,
}

/// How urgent a post is. Each priority is delivered at a pace of its own, so that many posts of one do not hold up the
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostPriority {
    /// Somebody waits for it: boards, questions, and what is said of a turn.
    Turn,
    /// There may be thousands of them at once: outages and digests.
    Notice,
}

/// In earlier versions, whoever was concerned by a board was pinged.
fn both() -> [bool; 2] {
    [true; 2]
}

impl Post {
    /// The match it is about, if it is about one.
    pub fn game(&self) -> Option<MatchId> {
        match self {
            Post::Open { game }
            | Post::Board { game, .. }
            | Post::Analysis { game }
            | Post::Notice { game, .. }
            | Post::Outage { game, .. }
            | Post::Turn { game, .. }
            | Post::Reminder { game, .. }
            | Post::Rescue { game, .. }
            | Post::Undelivered { game, .. } => Some(*game),
            Post::Digest { .. } => None,
        }
    }

    /// To whom it is said, if it is said to one person. Such posts wait for no others of their match, and none wait for
    /// them.
    pub fn person(&self) -> Option<PlayerId> {
        match self {
            Post::Turn { person, .. }
            | Post::Reminder { person, .. }
            | Post::Rescue { person, .. }
            | Post::Undelivered { person, .. }
            | Post::Digest { person } => Some(*person),
            _ => None,
        }
    }

    /// How urgent it is.
    pub fn priority(&self) -> PostPriority {
        match self {
            Post::Outage { .. } | Post::Digest { .. } => PostPriority::Notice,
            Post::Open { .. }
            | Post::Board { .. }
            | Post::Analysis { .. }
            | Post::Notice { .. }
            | Post::Turn { .. }
            | Post::Reminder { .. }
            | Post::Rescue { .. }
            | Post::Undelivered { .. } => PostPriority::Turn,
        }
    }

    /// Before when it must not be said.
    pub fn not_before(&self) -> Option<Millis> {
        match self {
            Post::Turn { at, .. } | Post::Reminder { at, .. } => Some(*at),
            _ => None,
        }
    }

    pub(in crate::service) fn notice(game: MatchId, ply: usize, notice: Notice, by: Seat) -> Post {
        Post::Notice { game, ply, notice, by }
    }
}

/// What a [`Post::Notice`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// A draw was offered.
    DrawOffered,
    /// The offer of a draw was declined.
    DrawDeclined,
    /// A take-back was asked for.
    TakeBackAsked,
    /// The take-back was declined.
    TakeBackDeclined,
}

/// A seat as it is kept: 1 or 2.
mod seat {
    use crate::rules::Seat;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(seat.index() as u8 + 1)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        match u8::deserialize(deserializer)? {
            1 => Ok(Seat::One),
            2 => Ok(Seat::Two),
            other => Err(serde::de::Error::custom(format_args!("{other} is no seat"))),
        }
    }
}
