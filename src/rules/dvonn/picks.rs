//! A turn picked in steps: the space; or the stack, then where it goes.

use super::board::name;
use super::position::{Dvonn, Move};
use crate::rules::hex::Cell;
use crate::rules::steps::Steps;
use std::fmt;

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// Where the next piece is put.
    Space(Cell),
    /// The stack to move.
    Stack(Cell),
    /// Where it goes.
    Target(Cell),
    /// There is no move.
    Pass,
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::Space(space) | Pick::Stack(space) | Pick::Target(space) => write!(f, "{}", name(*space)),
            Pick::Pass => f.write_str("pass"),
        }
    }
}

impl Steps for Dvonn {
    type Pick = Pick;

    fn pick(&self, m: Move, number: usize) -> Option<Pick> {
        match (m, number) {
            (Move::Place(space), 0) => Some(Pick::Space(space)),
            (Move::Stack { from, .. }, 0) => Some(Pick::Stack(from)),
            (Move::Stack { to, .. }, 1) => Some(Pick::Target(to)),
            (Move::Pass, 0) => Some(Pick::Pass),
            _ => None,
        }
    }
}
