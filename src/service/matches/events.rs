//! What happens to a match. Everything that follows from a change, such as posts and ratings, follows from its events.

use super::offer::{Offer, OfferKind};
use crate::rules::Seat;

/// An event of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEvent {
    /// The match has started.
    Started,
    /// A player has moved, and automatic moves may have followed.
    Moved {
        /// The number of plies played before.
        since: usize,
        /// Whether the other seat has moved too.
        passed_on: bool,
    },
    /// The remaining pieces were placed at random.
    PlacedAtRandom,
    /// Moves were taken back.
    TakenBack,
    /// A player has made an offer.
    Offered(Offer),
    /// A player has declined an offer of this kind.
    Declined(OfferKind, Seat),
    /// The running clock has reached this percentage of the time for the turn.
    Reminded(u8),
    /// A player has muted the reminders of the match, or turned them on again.
    Muted(Seat),
    /// The match has ended; its status says why, and its outcome who has won.
    Ended,
}
