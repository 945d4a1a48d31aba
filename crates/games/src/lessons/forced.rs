//! Forced wins, found by trying every move of both seats. No evaluation and no engine takes part.

use super::teach::Teach;
use crate::ai::Finding;
use crate::ai::explain::played;
use crate::rules::{Game, Outcome, Seat};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// More plies than a game of DVONN or Barrier has.
pub const TO_THE_END: u32 = 200;

/// Positions closer to the last ply than this are not remembered: that takes longer than trying their moves.
const REMEMBERED_PLIES: u32 = 3;
/// The most positions that are remembered, some tens of megabytes.
const REMEMBERED_MAX: usize = 1 << 18;

/// Whether one seat can force a win, for positions of one game.
struct Forced<G: Game> {
    seat: Seat,
    /// The result for a position with this many plies left.
    known: HashMap<(G, u32), bool>,
}

impl<G: Game> Forced<G> {
    /// Whether the seat wins within this many plies, whatever the other seat plays.
    fn wins(&mut self, position: &G, plies: u32) -> bool {
        if let Some(ending) = position.ending() {
            return ending.outcome == Outcome::Win(self.seat);
        }
        if plies == 0 {
            return false;
        }
        let is_remembered = plies >= REMEMBERED_PLIES;
        if is_remembered && let Some(wins) = self.known.get(&(position.clone(), plies)) {
            return *wins;
        }
        let attacks = position.seat() == self.seat;
        let wins = self.first(position, plies, attacks).is_some() == attacks;
        if is_remembered && self.known.len() < REMEMBERED_MAX {
            self.known.insert((position.clone(), plies), wins);
        }
        wins
    }

    /// The first move after which the seat wins, or does not win, within the plies that are then left.
    fn first(&mut self, position: &G, plies: u32, wins: bool) -> Option<G::Move> {
        let found = position.visit_moves(|m| {
            if self.wins(&played(position, m), plies - 1) == wins {
                ControlFlow::Break(m)
            } else {
                ControlFlow::Continue(())
            }
        });
        found.break_value()
    }
}

/// Whether a seat that has just moved wins within this many further plies, whatever the opponent plays.
///
/// # Errors
/// The opponent's reply that prevents it, as `not-won`, or `not-won-end` if the move has ended the game.
pub(super) fn judge_win<G: Teach>(after: &G, seat: Seat, plies: u32) -> Result<Vec<G::Move>, Finding> {
    let mut forced = Forced { seat, known: HashMap::new() };
    if forced.wins(after, plies) {
        return Ok(Vec::new());
    }
    Err(match forced.first(after, plies.max(1), false) {
        Some(reply) => Finding::of::<G>("not-won").shown("reply", after, reply, Some(1)),
        None => Finding::of::<G>("not-won-end"),
    })
}
