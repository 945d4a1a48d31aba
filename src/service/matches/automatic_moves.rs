//! Moves that are played automatically for a player: conditional moves and forced moves.

use super::conditional_moves::ConditionalMoves;
use super::status::Status;
use crate::rules::Seat;
use crate::service::ids::PlayerId;
use crate::service::matches::state::{Match, PlayError};

/// The maximum number of automatic plies after one move. All conditional moves of a match together are shorter, so this
/// only bounds the forced moves of both sides.
const AUTOMATIC_MAX: usize = 200;

impl Match {
    /// The next automatic move, if any: a conditional move of the seat to move, or a forced move if the player has
    /// enabled them. Conditional moves that do not apply are dropped. `played` is the number of plies since the last
    /// move by hand.
    pub(in crate::service) fn next_automatic(&mut self, played: usize) -> Option<String> {
        let seat = self.to_move().filter(|_| played < AUTOMATIC_MAX && self.line.ending().is_none())?;
        let tree = &mut self.conditional_moves[seat.index()];
        if let Some(reply) = tree.reply(&*self.line, seat) {
            return Some(reply.to_owned());
        }
        *tree = ConditionalMoves::default();
        self.line.forced_move().filter(|_| self.preferences[seat.index()].play_forced_moves)
    }

    /// Advances the conditional moves of both seats past this move.
    pub(in crate::service) fn advance_conditional_moves(&mut self, played: &str) {
        self.conditional_moves.iter_mut().for_each(|tree| tree.advance(played));
    }

    pub(in crate::service) fn check_planner(&self, by: PlayerId) -> Result<Seat, PlayError> {
        let seat = self.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        if self.status == Status::Running { Ok(seat) } else { Err(PlayError::Over) }
    }
}
