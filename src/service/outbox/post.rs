//! Messages to deliver. A post is stored in the same transaction as the change it announces, and delivered afterwards.
//! It contains ids instead of texts; the texts are rendered in the reader's language on delivery.

use crate::rules::Seat;
use crate::service::ids::{ChallengeId, MatchId, Millis, PlaceId, PlayerId};
use serde::{Deserialize, Serialize};

/// A message to deliver, to the place of a match or to one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "post", rename_all = "snake_case")]
pub enum Post {
    /// The match has started: opens its thread.
    Open {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
    },
    /// The board after a turn, with a ping for the player to move; or the result.
    Board {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// The number of plies played.
        ply: usize,
        /// The last move, which reveals whether it was taken back meanwhile.
        last: Option<String>,
        /// The turns after this ply are presented as new: the first was played by hand, the others automatically. Only
        /// the last turn if absent.
        since: Option<usize>,
        /// Whether the match was over.
        ended: bool,
        /// Whether the player on each seat is pinged. A player who is not is notified in another way, or not at all.
        pings: [bool; 2],
        /// Whether a move was taken back.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        taken_back: bool,
        /// Whether the last pieces were placed at random.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        placed_at_random: bool,
    },
    /// The picture of a board that was posted in words at one location, because the platform refused the file. The
    /// message is edited as soon as the platform takes the picture, unless a later board is posted before.
    Picture {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// The number of the location.
        location: u32,
        /// The [`Post::Board`].
        board: Box<Post>,
    },
    /// A note that the engine is thinking. It is posted only if the engine takes long, and deleted when the next board
    /// is posted.
    Thinking {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// The number of plies played.
        ply: usize,
        /// The earliest time of delivery.
        at: Millis,
    },
    /// The progress or result of the analysis of a match, in one message that is edited.
    Analysis {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
    },
    /// An event that does not change the board.
    Notice {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// The number of plies played.
        ply: usize,
        /// The event.
        notice: Notice,
        /// The seat that caused it.
        #[serde(with = "seat")]
        by: Seat,
    },
    /// An outage of the bot, for which the clocks were stopped.
    Outage {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// Its start.
        from: Millis,
        /// Its end.
        until: Millis,
    },
    /// The clock of the bot had leaped ahead, which was announced as an outage, and is right again.
    ClockCorrected {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// When it leaped. The clocks of the match were stopped from then on.
        from: Millis,
        /// When it was set back.
        until: Millis,
        /// How far it was ahead, in milliseconds.
        ahead: i64,
    },
    /// Notifies a player of a board: it is their turn, or the match is over.
    Turn {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// The number of plies played.
        ply: usize,
        /// The plies after this one are new, as in [`Post::Board`].
        since: Option<usize>,
        /// The player.
        person: PlayerId,
        /// Whether to send a direct message instead of posting where the match is played.
        direct: bool,
        /// The earliest time of delivery.
        at: Millis,
    },
    /// Reminds a player that it is their turn.
    Reminder {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// The number of plies played.
        ply: usize,
        /// The player.
        person: PlayerId,
        /// Whether to send a direct message instead of posting where the match is played.
        direct: bool,
        /// The earliest time of delivery.
        at: Millis,
    },
    /// A vacation of a player was started automatically, because their clock in a match had nearly expired.
    #[serde(rename = "rescue")]
    AutomaticVacation {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// The player.
        person: PlayerId,
        /// The latest end of the vacation.
        until: Millis,
    },
    /// The player to move has gone on vacation, which pauses the clock of the match. The opponent is told without a ping.
    Vacation {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// The number of plies played. Later boards say by themselves that the clock is paused.
        ply: usize,
    },
    /// The daily digest of a player's matches.
    Digest {
        /// The player.
        person: PlayerId,
    },
    /// Notifies a player directly of a post that could not be delivered where the match is played.
    Undelivered {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// The player.
        person: PlayerId,
        /// The obstacle.
        obstacle: DeliveryObstacle,
        /// Whether to attach the board, in place of the post that would have pinged this player.
        board: bool,
        /// Whether the opponent could not be notified either.
        #[serde(rename = "alone")]
        opponent_unreachable: bool,
    },
    /// Closes a match that is over: the message that opened its thread shows the result, and the thread is archived after
    /// a quiet day.
    Closing {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
    },
    /// The animation of a match, which a player shares.
    Replay {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
        /// The seat of that player, which remains when the player is erased before the delivery. Posts of version 0.1.0
        /// have none.
        by: Option<StoredSeat>,
    },
    /// Removes what was posted about a match. A player who was erased has asked for it.
    Removal {
        /// The match.
        #[serde(rename = "game")]
        match_id: MatchId,
    },
    /// The message of a challenge that could not be shown when the challenge was made.
    Challenge {
        /// The challenge.
        challenge: ChallengeId,
        /// The nonce of the first attempt; empty if it had none.
        nonce: String,
    },
    /// The message of an open challenge shows dates of a clock that was wrong, and is edited.
    ChallengeCorrected {
        /// The challenge.
        challenge: ChallengeId,
        /// When it would have expired by that clock.
        until: Millis,
    },
    /// A challenge was withdrawn because its message was refused. The challenger is told.
    ChallengeWithdrawn {
        /// The challenge.
        challenge: ChallengeId,
        /// The challenger.
        person: PlayerId,
    },
    /// Removes the message of a challenge. A player who was erased has asked for it.
    ChallengeRemoval {
        /// The challenge.
        challenge: ChallengeId,
    },
    /// A board of the day.
    DailyBoard {
        /// The channel.
        place: PlaceId,
        /// The number of the board in the channel.
        number: u32,
    },
    /// What people answered to a board of the day that is closed, and its solution.
    DailyResult {
        /// The channel.
        place: PlaceId,
        /// The number of the board in the channel.
        number: u32,
    },
    /// No more boards of the day come, because nobody has answered for long.
    DailyPaused {
        /// The channel.
        place: PlaceId,
    },
}

/// What a post is about. It is stored beside the post, so that statements find the posts about something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A match.
    Match(MatchId),
    /// A challenge that is not a match, or not yet.
    Challenge(ChallengeId),
    /// The boards of the day of a channel.
    Daily(PlaceId),
}

impl Subject {
    /// The stored word and number.
    pub fn stored(self) -> (&'static str, i64) {
        match self {
            Subject::Match(id) => ("match", id.0),
            Subject::Challenge(id) => ("challenge", id.0),
            Subject::Daily(place) => ("daily", place.0.cast_signed()),
        }
    }
}

/// Why a post cannot be delivered where a match is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryObstacle {
    /// The bot has no permission to post there.
    Forbidden,
    /// The place takes no messages, for example because it is locked.
    Closed,
    /// The place no longer exists.
    Gone,
    /// Delivery failed for too long, or is impossible because of an error in the bot.
    Failed,
}

/// The players to tell of a post that was not delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissedBy {
    /// No player.
    Nobody,
    /// Each player whose seat is true. The other player is told only of the first refusal.
    Seats([bool; 2]),
    /// Both players.
    Both,
    /// One player, by direct message.
    Person(PlayerId),
    /// One player, who refuses direct messages; only the opponent can tell them.
    Unreachable(PlayerId),
}

/// The priority of a post. Each priority has its own rate of delivery, so that many posts of one do not delay the
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostPriority {
    /// A player is waiting for it: boards, offers, turn notifications and so on.
    Turn,
    /// Posts that may be created by the thousands at once, such as outages, digests and removals, and posts that no
    /// player is waiting for. They follow all earlier posts of their match.
    Notice,
}

impl Post {
    /// What it is about; `None` if it is about a person's whole day.
    pub fn subject(&self) -> Option<Subject> {
        match self {
            Post::Open { match_id }
            | Post::Board { match_id, .. }
            | Post::Picture { match_id, .. }
            | Post::Thinking { match_id, .. }
            | Post::Analysis { match_id }
            | Post::Notice { match_id, .. }
            | Post::Outage { match_id, .. }
            | Post::ClockCorrected { match_id, .. }
            | Post::Turn { match_id, .. }
            | Post::Reminder { match_id, .. }
            | Post::AutomaticVacation { match_id, .. }
            | Post::Vacation { match_id, .. }
            | Post::Undelivered { match_id, .. }
            | Post::Closing { match_id }
            | Post::Replay { match_id, .. }
            | Post::Removal { match_id } => Some(Subject::Match(*match_id)),
            Post::Challenge { challenge, .. }
            | Post::ChallengeCorrected { challenge, .. }
            | Post::ChallengeWithdrawn { challenge, .. }
            | Post::ChallengeRemoval { challenge } => Some(Subject::Challenge(*challenge)),
            Post::DailyBoard { place, .. } | Post::DailyResult { place, .. } | Post::DailyPaused { place } => {
                Some(Subject::Daily(*place))
            }
            Post::Digest { .. } => None,
        }
    }

    /// The match it is about, if any.
    pub fn match_id(&self) -> Option<MatchId> {
        match self.subject()? {
            Subject::Match(id) => Some(id),
            Subject::Challenge(_) | Subject::Daily(_) => None,
        }
    }

    /// The recipient, if the post is for one player. Such posts do not wait for other posts of their match, nor other
    /// posts for them.
    pub fn person(&self) -> Option<PlayerId> {
        match self {
            Post::Turn { person, .. }
            | Post::Reminder { person, .. }
            | Post::AutomaticVacation { person, .. }
            | Post::Undelivered { person, .. }
            | Post::ChallengeWithdrawn { person, .. }
            | Post::Digest { person } => Some(*person),
            _ => None,
        }
    }

    /// Its priority.
    pub fn priority(&self) -> PostPriority {
        match self {
            Post::Outage { .. }
            | Post::ClockCorrected { .. }
            | Post::Vacation { .. }
            | Post::Digest { .. }
            | Post::Picture { .. }
            | Post::Closing { .. }
            | Post::Replay { .. }
            | Post::Removal { .. }
            | Post::ChallengeCorrected { .. }
            | Post::ChallengeRemoval { .. }
            | Post::DailyBoard { .. }
            | Post::DailyResult { .. }
            | Post::DailyPaused { .. } => PostPriority::Notice,
            Post::Open { .. }
            | Post::Board { .. }
            | Post::Thinking { .. }
            | Post::Analysis { .. }
            | Post::Notice { .. }
            | Post::Turn { .. }
            | Post::Reminder { .. }
            | Post::AutomaticVacation { .. }
            | Post::Challenge { .. }
            | Post::ChallengeWithdrawn { .. }
            | Post::Undelivered { .. } => PostPriority::Turn,
        }
    }

    /// The earliest time of delivery, if restricted.
    pub fn not_before(&self) -> Option<Millis> {
        match self {
            Post::Thinking { at, .. } | Post::Turn { at, .. } | Post::Reminder { at, .. } => Some(*at),
            _ => None,
        }
    }

    /// The match whose thread it opens, if any.
    pub fn opens_thread_of(&self) -> Option<MatchId> {
        if let Post::Open { match_id } = self { Some(*match_id) } else { None }
    }

    /// The ply of a note that the engine is thinking. The note is deleted if a move is made before it is due.
    pub fn thinking_ply(&self) -> Option<usize> {
        if let Post::Thinking { ply, .. } = self { Some(*ply) } else { None }
    }

    /// Whether it is tried again later if its place refuses it. Digests and notices of undelivered posts are direct
    /// messages without an alternative place, a note that the engine is thinking is soon outdated, a challenge whose
    /// message is refused is withdrawn, and the next board of the day comes soon enough.
    pub fn waits_when_refused(&self) -> bool {
        match self {
            Post::Digest { .. }
            | Post::Thinking { .. }
            | Post::Undelivered { .. }
            | Post::Challenge { .. }
            | Post::ChallengeCorrected { .. }
            | Post::ChallengeWithdrawn { .. }
            | Post::Removal { .. }
            | Post::ChallengeRemoval { .. }
            | Post::DailyBoard { .. }
            | Post::DailyResult { .. }
            | Post::DailyPaused { .. } => false,
            Post::Open { .. }
            | Post::Board { .. }
            | Post::Picture { .. }
            | Post::Analysis { .. }
            | Post::Notice { .. }
            | Post::Outage { .. }
            | Post::ClockCorrected { .. }
            | Post::Turn { .. }
            | Post::Reminder { .. }
            | Post::AutomaticVacation { .. }
            | Post::Vacation { .. }
            | Post::Closing { .. }
            | Post::Replay { .. } => true,
        }
    }

    /// The players to tell that it was not delivered, in a match of `ply` plies that has `ended` or not. They are not
    /// told of an outdated board or turn, because a newer one follows.
    pub fn missed_by(&self, ply: usize, ended: bool) -> MissedBy {
        match self {
            Post::Board { ply: of, ended: was_ended, .. } if (*of, *was_ended) != (ply, ended) => MissedBy::Nobody,
            Post::Turn { ply: of, .. } | Post::Reminder { ply: of, .. } if *of != ply => MissedBy::Nobody,
            Post::Board { pings, .. } => MissedBy::Seats(*pings),
            Post::Notice { by, .. } => MissedBy::Seats(Seat::BOTH.map(|seat| seat != *by)),
            Post::Analysis { .. } => MissedBy::Both,
            Post::Turn { person, direct: false, .. } | Post::Reminder { person, direct: false, .. } => {
                MissedBy::Person(*person)
            }
            Post::Turn { person, .. }
            | Post::Reminder { person, .. }
            | Post::Undelivered { person, opponent_unreachable: false, .. } => MissedBy::Unreachable(*person),
            // No player is waiting for the others. If an opening is refused, so is the board that follows it.
            _ => MissedBy::Nobody,
        }
    }

    /// The earliest time at which it could have been delivered, if it was stored then.
    pub fn first_due_at(&self, stored_at: Millis) -> Millis {
        self.not_before().map_or(stored_at, |at| at.max(stored_at))
    }

    pub(in crate::service) fn notice(match_id: MatchId, ply: usize, notice: Notice, by: Seat) -> Post {
        Post::Notice { match_id, ply, notice, by }
    }
}

/// The event of a [`Post::Notice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// A draw was offered.
    DrawOffered,
    /// The draw offer was declined.
    DrawDeclined,
    /// A take-back was requested.
    TakeBackAsked,
    /// The take-back was declined.
    TakeBackDeclined,
    /// A player offered to place the remaining pieces at random.
    RandomPlacementOffered,
    /// The random placement was declined.
    RandomPlacementDeclined,
}

/// A seat that is stored as 1 or 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSeat(#[serde(with = "seat")] pub Seat);

/// Serializes a seat as 1 or 2.
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
            other => Err(serde::de::Error::custom(format_args!("{other} is not a seat"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_replay_of_version_0_1_0_names_no_seat() {
        let older: Post = serde_json::from_str(r#"{"post":"replay","game":7}"#).expect("it is read");
        assert_eq!(older, Post::Replay { match_id: MatchId(7), by: None });
        let post = Post::Replay { match_id: MatchId(7), by: Some(StoredSeat(Seat::Two)) };
        let text = serde_json::to_string(&post).expect("it is written");
        assert_eq!(text, r#"{"post":"replay","game":7,"by":2}"#);
        assert_eq!(serde_json::from_str::<Post>(&text).expect("it is read"), post);
    }
}
