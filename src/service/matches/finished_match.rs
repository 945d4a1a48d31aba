//! A match that is over, as an entry of a player's list.

use super::player::Player;
use super::status::Status;
use crate::catalog::AnyLine;
use crate::rules::Outcome;
use crate::service::ids::{MatchId, Millis, PlaceId, PlayerId};

/// A match that is over, as an entry of a player's list.
#[derive(Clone, Debug)]
pub struct FinishedMatch {
    /// Its id.
    pub id: MatchId,
    /// The players on the seats.
    pub players: [Player; 2],
    /// The moves and the final position.
    pub line: Box<dyn AnyLine>,
    /// Why it ended.
    pub status: Status,
    /// Who won, or that it was drawn; `None` if it has no result.
    pub outcome: Option<Outcome>,
    /// The place where boards were posted.
    pub place: Option<PlaceId>,
    /// When it ended.
    pub ended_at: Millis,
}

impl FinishedMatch {
    /// The people who played it.
    pub fn people(&self) -> impl Iterator<Item = PlayerId> {
        self.players.into_iter().filter_map(Player::person)
    }
}
