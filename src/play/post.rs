//! What must be said. A post is kept in the transaction that makes it true, and delivered afterwards; it names
//! things instead of containing their texts, which are made in the reader's language when it is delivered.

use super::ids::MatchId;
use crate::rules::Seat;
use serde::{Deserialize, Serialize};

/// Something that must be said in the place of a match.
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
}

impl Post {
    /// The match it is about.
    pub fn game(&self) -> MatchId {
        match self {
            Post::Open { game } | Post::Board { game, .. } | Post::Analysis { game } | Post::Notice { game, .. } => {
                *game
            }
        }
    }

    pub(super) fn notice(game: MatchId, ply: usize, notice: Notice, by: Seat) -> Post {
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
