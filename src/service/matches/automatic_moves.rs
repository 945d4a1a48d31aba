//! What is played for people who are not there, as they have chosen; and their notes.

use super::conditional_moves::ConditionalMoves;
use super::status::Status;
use crate::catalog::AnyLine;
use crate::rules::Seat;
use crate::service::ids::PlayerId;
use crate::service::matches::state::{Match, PlayError};

/// A note to oneself has at most so many characters.
pub const NOTE_MAX: usize = 1000;

/// No more plies than this are played by themselves at once. No plans are as long together, so it only bounds what
/// forced moves of both could add.
const AUTOMATIC_MAX: usize = 200;

/// The only legal move, if it is a capture or a pass: these are written with an `x` and as `pass` in every game, and
/// no other move is.
fn forced_move(line: &dyn AnyLine) -> Option<String> {
    match &line.legal(2)[..] {
        [only] if only == "pass" || only.contains('x') => Some(only.clone()),
        _ => None,
    }
}

impl Match {
    /// What is played now without anybody's doing, as long as there is something: what was planned, and what is forced
    /// for those who leave that to us. What was planned and cannot be played is dropped.
    pub(in crate::service) fn next_automatic(&mut self, played: usize) -> Option<String> {
        let seat = self.to_move().filter(|_| played < AUTOMATIC_MAX && self.line.ending().is_none())?;
        let plan = &mut self.plans[seat.index()];
        if let Some(reply) = plan.reply(&*self.line, seat) {
            return Some(reply.to_owned());
        }
        *plan = ConditionalMoves::default();
        forced_move(&*self.line).filter(|_| self.settings[seat.index()].forced)
    }

    /// Both plans go on to what was planned after this move.
    pub(in crate::service) fn advance_plans(&mut self, played: &str) {
        self.plans.iter_mut().for_each(|plan| plan.advance(played));
    }

    pub(in crate::service) fn check_planner(&self, by: PlayerId) -> Result<Seat, PlayError> {
        let seat = self.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        if self.status == Status::Running { Ok(seat) } else { Err(PlayError::Over) }
    }
}
