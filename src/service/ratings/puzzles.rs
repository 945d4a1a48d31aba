//! The puzzles that players have seen and answered.

use crate::service::ids::{Millis, PlayerId};
use crate::service::ratings::rating::Rating;

/// A puzzle that a person has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenPuzzle {
    /// Its number in its game.
    pub number: u32,
    /// When it was shown last.
    pub shown_at: Millis,
    /// Whether the first answer solved it; `None` before that. A hint and the solution count as a wrong answer.
    pub is_solved: Option<bool>,
}

/// Stores that a person has seen or answered a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleChange {
    /// The person.
    pub player: PlayerId,
    /// The name of its game.
    pub game: &'static str,
    /// Its number.
    pub number: u32,
    /// What the answer decides, if it is the first one. Conflicts if another answer has been stored since.
    pub answer: Option<PuzzleAnswer>,
    /// The time of the change.
    pub now: Millis,
}

/// The first answer to a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleAnswer {
    /// Whether it solves the puzzle.
    pub is_solved: bool,
    /// The person's rating after it.
    pub rating: Rating,
}
