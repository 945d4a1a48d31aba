//! Events of platforms, and what they have led to.

use crate::service::ids::{ChallengeId, MatchId, Millis, PlayerId};
use crate::service::people::accounts::PlatformId;

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

impl EventOutcome {
    /// The outcome as stored: a word, and the numbers that it names.
    pub fn word(self) -> String {
        match self {
            EventOutcome::Match { id, ply } => format!("match {id} {ply}"),
            EventOutcome::Challenge(id) => format!("challenge {id}"),
            EventOutcome::Erased => "erased".to_owned(),
            EventOutcome::Done => "done".to_owned(),
        }
    }

    /// Reads a stored outcome; `None` if it is not valid.
    pub fn from_word(word: &str) -> Option<EventOutcome> {
        let words: Vec<&str> = word.split(' ').collect();
        Some(match words[..] {
            ["match", id, ply] => EventOutcome::Match { id: MatchId(id.parse().ok()?), ply: ply.parse().ok()? },
            ["challenge", id] => EventOutcome::Challenge(ChallengeId(id.parse().ok()?)),
            ["erased"] => EventOutcome::Erased,
            ["done"] => EventOutcome::Done,
            _ => return None,
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
            assert_eq!(EventOutcome::from_word(&outcome.word()), Some(outcome));
        }
        for word in ["", "match", "match 7", "match 7 -1", "challenge x", "done 1", "sold"] {
            assert_eq!(EventOutcome::from_word(word), None, "{word}");
        }
    }
}
