//! What is played for people who are not there, as they have chosen; and their notes.

use super::conditional_moves::{AddedLine, ConditionalMoves};
use super::status::Status;
use crate::catalog::AnyLine;
use crate::rules::Seat;
use crate::service::game_service::{ATTEMPTS_MAX, GameService, ServiceError};
use crate::service::ids::{MatchId, PlayerId};
use crate::service::matches::state::{Match, PlayError};
use crate::service::storage::{ConditionalMovesChange, StorageError};

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

    fn check_planner(&self, by: PlayerId) -> Result<Seat, PlayError> {
        let seat = self.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        if self.status == Status::Running { Ok(seat) } else { Err(PlayError::Over) }
    }
}

impl GameService {
    /// Adds a line to the plan of a player, see [`Plan::add`], and returns the match with it.
    ///
    /// # Errors
    /// That it is no running match of this player, or why the line cannot be added; nothing has changed then.
    pub async fn plan(&self, id: MatchId, by: PlayerId, text: &str) -> Result<(Match, AddedLine), ServiceError> {
        self.change_plan(id, by, |played, seat, plan| Ok(plan.add(&*played.line, seat, text)?)).await
    }

    /// Cancels the lines of a player's plan that are meant, and returns the match and those lines. `ply` is the ply the
    /// player saw.
    ///
    /// # Errors
    /// That it is no running match of this player, or that it has gone on.
    pub async fn cancel_lines(
        &self,
        id: MatchId,
        by: PlayerId,
        ply: usize,
        is_meant: impl Fn(&[String]) -> bool,
    ) -> Result<(Match, Vec<Vec<String>>), ServiceError> {
        let cancel = |played: &Match, _, plan: &mut ConditionalMoves| {
            if played.ply() != ply {
                return Err(PlayError::Stale.into());
            }
            // From the last to the first, so that the numbers of those before stay.
            let mut numbered: Vec<(usize, Vec<String>)> = plan.lines().into_iter().enumerate().collect();
            numbered.retain(|(_, line)| is_meant(line));
            numbered.iter().rev().for_each(|(number, _)| drop(plan.remove(*number)));
            Ok(numbered.into_iter().map(|(_, line)| line).collect())
        };
        self.change_plan(id, by, cancel).await
    }

    async fn change_plan<T>(
        &self,
        id: MatchId,
        by: PlayerId,
        change: impl Fn(&Match, Seat, &mut ConditionalMoves) -> Result<T, ServiceError>,
    ) -> Result<(Match, T), ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let mut played = self.find(id).await?;
            let seat = played.check_planner(by)?;
            let before = played.plans[seat.index()].clone();
            let mut after = before.clone();
            let done = change(&played, seat, &mut after)?;
            played.plans[seat.index()] = after.clone();
            if after == before {
                return Ok((played, done));
            }
            let change = ConditionalMovesChange { game: id, seat, from_version: played.version, before, after };
            match self.storage().store_plan(&change).await {
                Err(StorageError::Conflict) => {}
                kept => return Ok(kept.map(|()| (played, done))?),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// What a player has noted about a match.
    ///
    /// # Errors
    /// That it is not this player's match.
    pub async fn note(&self, played: &Match, by: PlayerId) -> Result<Option<String>, ServiceError> {
        played.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        Ok(self.storage().note(played.id, by).await?)
    }

    /// Keeps what a player notes about a match, in the place of what was noted before; an empty text deletes it.
    ///
    /// # Errors
    /// That it is not this player's match, or [`PlayError::NoteTooLong`].
    pub async fn store_note(&self, played: &Match, by: PlayerId, text: &str) -> Result<(), ServiceError> {
        played.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        let text = text.trim();
        if text.chars().count() > NOTE_MAX {
            return Err(PlayError::NoteTooLong.into());
        }
        Ok(self.storage().store_note(played.id, by, text).await?)
    }
}
