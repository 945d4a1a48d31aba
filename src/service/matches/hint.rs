//! Hints that were given.

use crate::rules::Seat;
use crate::service::ids::{MatchId, Millis};

/// A hint that a player was given for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The match.
    pub match_id: MatchId,
    /// The number of plies played before the position.
    pub ply: usize,
    /// The seat of the player.
    pub seat: Seat,
    /// The position, because a take-back can lead to another one at the same ply.
    pub position: String,
    /// The revealed stage, from 1 to 3.
    pub stage: u8,
    /// The complete hint, in the format of the layer that presents it.
    pub worded: String,
    /// When it was requested.
    pub requested_at: Millis,
}
