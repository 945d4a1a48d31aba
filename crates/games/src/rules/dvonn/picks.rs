//! Turns entered in steps: the space; or the stack, then its target.

use super::board::{REDS, name};
use super::position::{Dvonn, Move, Phase};
use crate::rules::guide::Guide;
use crate::rules::hex::Cell;
use crate::rules::steps::Steps;
use std::fmt;

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    /// The space to place the next piece on.
    Space(Cell),
    /// The stack to move.
    Stack(Cell),
    /// The target of the stack.
    Target(Cell),
    /// Pass, as there is no move.
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
    const PICK_LABELS: &'static [(&'static str, &'static str)] = &[("pass", "pass")];
    const QUESTION_KEYS: &'static [&'static str] = &["red", "own", "stack", "target"];

    fn question(&self, _picked: &[Pick], next: Pick) -> Option<&'static str> {
        Some(match (next, self.phase()) {
            (Pick::Space(_), Phase::Placing(placed)) if placed < REDS => "red",
            (Pick::Space(_), _) => "own",
            (Pick::Stack(_), _) => "stack",
            (Pick::Target(_), _) => "target",
            // A pass is always the only move.
            (Pick::Pass, _) => return None,
        })
    }

    fn pick(&self, m: Move, number: usize) -> Option<Pick> {
        match (m, number) {
            (Move::Place(space), 0) => Some(Pick::Space(space)),
            (Move::Stack { from, .. }, 0) => Some(Pick::Stack(from)),
            (Move::Stack { to, .. }, 1) => Some(Pick::Target(to)),
            (Move::Pass, 0) => Some(Pick::Pass),
            _ => None,
        }
    }

    fn path(&self, m: Move) -> Vec<Guide> {
        match m {
            Move::Place(space) => vec![Guide::mark(name(space))],
            Move::Stack { from, to } => vec![Guide::arrow([from, to].map(name))],
            Move::Pass => Vec::new(),
        }
    }
}
