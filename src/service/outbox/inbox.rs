//! Events of platforms, and what they have led to.

use crate::service::ids::{ChallengeId, MatchId, Millis, PlayerId};
use crate::service::people::accounts::PlatformId;
use std::fmt;
use std::str::FromStr;
use strum::ParseError;

/// An event of a platform that can change something: a command, a pressed button, a message, a reaction. A platform may
/// deliver it more than once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EventId {
    /// The platform.
    pub platform: PlatformId,
    /// The platform's id of the event.
    pub id: String,
}

/// An event to record, so that a second delivery changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InboxEvent {
    /// The event.
    pub id: EventId,
    /// The person who caused it.
    pub person: PlayerId,
    /// When it is handled.
    pub at: Millis,
}

/// What an event has led to. A second delivery is answered from this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventOutcome {
    /// A match was started or changed.
    Match {
        /// The match.
        id: MatchId,
        /// The number of plies before the change.
        ply: usize,
    },
    /// A challenge was made or closed.
    Challenge(ChallengeId),
    /// A person was erased, who is not recorded with it.
    Erased,
    /// Anything else.
    Done,
}

/// The outcome as stored: a word, and the numbers that it names.
impl fmt::Display for EventOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EventOutcome::Match { id, ply } => write!(f, "match {id} {ply}"),
            EventOutcome::Challenge(id) => write!(f, "challenge {id}"),
            EventOutcome::Erased => f.write_str("erased"),
            EventOutcome::Done => f.write_str("done"),
        }
    }
}

impl FromStr for EventOutcome {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<EventOutcome, ParseError> {
        let words: Vec<&str> = text.split(' ').collect();
        let id = |word: &str| word.parse().map_err(|_| ParseError::VariantNotFound);
        Ok(match words[..] {
            ["match", number, ply] => {
                let ply = ply.parse().map_err(|_| ParseError::VariantNotFound)?;
                EventOutcome::Match { id: MatchId(id(number)?), ply }
            }
            ["challenge", number] => EventOutcome::Challenge(ChallengeId(id(number)?)),
            ["erased"] => EventOutcome::Erased,
            ["done"] => EventOutcome::Done,
            _ => return Err(ParseError::VariantNotFound),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_read_as_they_were_stored() {
        let outcomes = [
            EventOutcome::Match { id: MatchId(7), ply: 12 },
            EventOutcome::Challenge(ChallengeId(9)),
            EventOutcome::Erased,
            EventOutcome::Done,
        ];
        for outcome in outcomes {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
        }
        for word in ["", "match", "match 7", "match 7 -1", "challenge x", "done 1", "sold"] {
            assert!(word.parse::<EventOutcome>().is_err(), "{word}");
        }
    }
}
