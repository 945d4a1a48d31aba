//! Turns entered in steps: the square; or the target, then the corner of the walk.

use super::board::Square;
use super::position::{Barrier, Move};
use crate::rules::guide::Guide;
use crate::rules::steps::Steps;
use std::fmt;

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The square to place the knight on.
    Square(Square),
    /// The target of the walk.
    Target(Square),
    /// The corner of the walk.
    Corner(Square),
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Pick::Square(square) | Pick::Target(square) | Pick::Corner(square)) = self;
        write!(f, "{square}")
    }
}

impl Steps for Barrier {
    type Pick = Pick;
    const QUESTION_KEYS: &'static [&'static str] = &["square", "target", "corner"];

    fn question(&self, _picked: &[Pick], next: Pick) -> Option<&'static str> {
        Some(match next {
            Pick::Square(_) => "square",
            Pick::Target(_) => "target",
            Pick::Corner(_) => "corner",
        })
    }

    fn pick(&self, m: Move, number: usize) -> Option<Pick> {
        match (m, number) {
            (Move::Place(square), 0) => Some(Pick::Square(square)),
            (Move::Walk { walk, .. }, 0) => Some(Pick::Target(walk.target)),
            (Move::Walk { walk, .. }, 1) => Some(Pick::Corner(walk.corner)),
            _ => None,
        }
    }

    fn path(&self, m: Move) -> Vec<Guide> {
        vec![match m {
            Move::Place(square) => Guide::mark(square),
            Move::Walk { from, walk } => Guide::arrow([from, walk.corner, walk.target]),
        }]
    }
}
