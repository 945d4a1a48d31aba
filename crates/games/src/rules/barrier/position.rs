//! The position and the rules.

use super::board::{Square, Squares, Walk, covered, walks};
use super::setup::Setup;
use crate::rules::game::{Ending, Game, Reason, Seat, mix};
use std::fmt;
use std::ops::ControlFlow;

/// Everything a player decides in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Put the knight on an empty square.
    Place(Square),
    /// Walk an L with the knight.
    Walk {
        /// The start square.
        from: Square,
        /// The corner and the target.
        walk: Walk,
    },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => write!(f, "{square}"),
            Move::Walk { from, walk } => write!(f, "{from}{}{}", walk.corner, walk.target),
        }
    }
}

/// A position of Barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Barrier {
    pub(super) setup: Setup,
    /// The squares that were walked on, and all squares beyond the sides of the board.
    pub(super) blocked: Squares,
    pub(super) knights: [Option<Square>; 2],
    pub(super) seat: Seat,
}

/// The player to move has no legal walk (seed 002: "Pierde la partida el jugador que no pueda realizar una jugada").
pub const BLOCKED: Reason = Reason("blocked");

impl Barrier {
    /// The squares of the board.
    pub fn squares(&self) -> Squares {
        Squares::board(self.setup.size())
    }

    /// The squares of the board that were walked on.
    pub fn blocked(&self) -> Squares {
        Squares(self.blocked.0 & self.squares().0)
    }

    /// The square of a seat's knight.
    pub fn knight(&self, seat: Seat) -> Option<Square> {
        self.knights[seat.index()]
    }

    /// The squares that a walk may not touch: blocked ones and those with a knight.
    fn closed(&self) -> u128 {
        let knights = self.knights.iter().flatten();
        knights.fold(self.blocked.0, |closed, knight| closed | knight.set().0)
    }

    /// Whether this walk from this square is free.
    pub(super) fn is_open(&self, from: Square, walk: Walk) -> bool {
        let closed = Squares(self.closed());
        walks(from).any(|(other, covered)| other == walk && covered.is_disjoint(closed))
    }

    /// Whether every knight is on the board.
    pub fn is_walking(&self) -> bool {
        self.knights[1].is_some()
    }

    /// The squares that the knight to move can walk to; none while it is not on the board.
    pub fn walk_targets(&self) -> Squares {
        let Some(from) = self.knights[self.seat.index()] else { return Squares::default() };
        let closed = Squares(self.closed());
        let open = walks(from).filter(|(_, covered)| covered.is_disjoint(closed));
        Squares(open.fold(0, |all, (walk, _)| all | walk.target.set().0))
    }

    fn walks_open(&self) -> u64 {
        let Some(from) = self.knights[self.seat.index()] else { return 0 };
        let closed = self.closed();
        covered(from).iter().map(|covered| u64::from(covered & closed == 0)).sum()
    }
}

impl Game for Barrier {
    type Move = Move;
    type Setup = Setup;
    const DRAWS: bool = false;

    fn new(setup: &Setup) -> Self {
        let beyond = Squares(!Squares::board(setup.size()).0);
        Barrier { setup: setup.without_swap(), blocked: beyond, knights: [None; 2], seat: Seat::One }
    }

    fn setup(&self) -> Setup {
        self.setup
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn ending(&self) -> Option<Ending> {
        (self.is_walking() && self.walks_open() == 0).then_some(Ending::win(!self.seat, BLOCKED))
    }

    fn key(&self) -> u64 {
        let knight = |seat: Seat| self.knights[seat.index()].map_or(255, |square| u64::from(square.0));
        let state = knight(Seat::One) << 16 | knight(Seat::Two) << 8 | self.seat as u64;
        mix(&[self.blocked.0 as u64, (self.blocked.0 >> 64) as u64, state])
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let closed = Squares(self.closed());
        let Some(from) = self.knights[self.seat.index()] else {
            for square in Squares(self.squares().0 & !closed.0) {
                visit(Move::Place(square))?;
            }
            return ControlFlow::Continue(());
        };
        for (walk, covered) in walks(from) {
            if covered.is_disjoint(closed) {
                visit(Move::Walk { from, walk })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self) -> u64 {
        if self.is_walking() { self.walks_open() } else { u64::from((self.squares().0 & !self.closed()).count_ones()) }
    }

    fn play_unchecked(&mut self, m: Move) {
        match m {
            Move::Place(square) => self.knights[self.seat.index()] = Some(square),
            Move::Walk { from, walk } => {
                let walked = walks(from).find(|(other, _)| *other == walk);
                let covered = walked.map_or(Squares::default(), |(_, covered)| covered);
                self.blocked = Squares(self.blocked.0 | from.set().0 | covered.0 & !walk.target.set().0);
                self.knights[self.seat.index()] = Some(walk.target);
            }
        }
        self.seat = !self.seat;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_move_is_fixed() {
        assert_eq!(std::mem::size_of::<Move>(), 4);
    }
}
