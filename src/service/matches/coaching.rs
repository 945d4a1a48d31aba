//! What the bot tells its opponent about the moves of a match: comments on request, and guidance in guided matches.

use super::state::{Match, PlayError};
use crate::rules::Seat;
use crate::service::ids::PlayerId;

/// The engine comments on games up to this level.
const COACH_MAX: u8 = 3;

/// The number of turns through which the bot guides its opponent in a guided match.
pub const GUIDED_TURNS: usize = 10;

impl Match {
    /// Whether the opponent may ask the bot for comments on their moves.
    pub fn is_coached(&self) -> bool {
        !self.rated && self.hints && self.engine_level().is_some_and(|level| level.number() <= COACH_MAX)
    }

    /// The match right after the player's last move, for a comment by the engine.
    ///
    /// # Errors
    /// Why the engine does not comment.
    pub fn check_coach(&self, player: PlayerId) -> Result<Match, PlayError> {
        let seat = self.seat_of(player).ok_or(PlayError::NotAPlayer)?;
        if !self.is_coached() {
            return Err(PlayError::NoCoach);
        }
        let last = self.turns_of(seat).next().ok_or(PlayError::NoMoves)?;
        Ok(self.at_ply(last, false))
    }

    /// How many turns the guided player has played, and the match right after the last of them. `None` if it is not their
    /// turn or the guidance is over.
    pub fn guided_turn(&self) -> Option<(usize, Option<Match>)> {
        let seat = self.to_move().filter(|seat| self.guided && self.player(*seat).person().is_some())?;
        let turns: Vec<usize> = self.turns_of(seat).take(GUIDED_TURNS + 1).collect();
        let last = turns.first().map(|ply| self.at_ply(*ply, false));
        (turns.len() <= GUIDED_TURNS).then_some((turns.len(), last))
    }

    /// The numbers of the plies that a seat has played, the last one first.
    fn turns_of(&self, seat: Seat) -> impl Iterator<Item = usize> {
        let mut line = self.line.copy();
        (1..=self.ply()).rev().filter(move |_| line.take_back().is_some() && line.seat() == seat)
    }
}
