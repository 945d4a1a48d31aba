//! Scheduled checks.

use crate::service::ids::{MatchId, Millis, PlaceId, PlayerId};
use crate::service::lease::Lease;
use crate::service::outbox::post::Post;

/// The subject of a scheduled check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScheduledCheck {
    /// A match: a reminder, an automatic vacation or a timeout may be due.
    Match(MatchId),
    /// The daily digest of a player.
    Digest(PlayerId),
    /// The board of the day of a channel.
    Daily(PlaceId),
}

impl ScheduledCheck {
    /// The match that it checks, if any.
    pub fn match_id(self) -> Option<MatchId> {
        match self {
            ScheduledCheck::Match(id) => Some(id),
            ScheduledCheck::Digest(_) | ScheduledCheck::Daily(_) => None,
        }
    }
}

/// A scheduled check that was due and has been claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueCheck {
    /// The subject.
    pub check: ScheduledCheck,
    /// When it was due.
    pub due_at: Millis,
    /// The lease of its claim.
    pub lease: Lease,
}

/// The result of a scheduled check.
#[derive(Clone, Debug)]
pub struct CheckOutcome {
    /// The check as it was claimed.
    pub due: DueCheck,
    /// When it is due next; `None` removes it.
    pub next: Option<Millis>,
    /// For a match: when the running clock will expire, as currently known.
    pub flag_at: Option<Millis>,
    /// The posts to deliver.
    pub posts: Vec<Post>,
}
