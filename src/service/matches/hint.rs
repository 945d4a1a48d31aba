//! Hints that were given.

use crate::rules::Seat;
use crate::service::ids::{MatchId, Millis};

/// What a player was told about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// In which match.
    pub game: MatchId,
    /// After so many plies.
    pub ply: usize,
    /// Who asked.
    pub seat: Seat,
    /// The position: after a take-back there may be another at the same ply.
    pub position: String,
    /// How much of it was told, from 1 to 3.
    pub stage: u8,
    /// All of it, in the words of whoever tells it.
    pub told: String,
    /// When it was asked for.
    pub asked_at: Millis,
}
