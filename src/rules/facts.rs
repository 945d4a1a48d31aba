//! What is to be seen in a position, as data: for those who do not see the picture.

use super::game::Game;

/// One thing that is to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is about: lower-case words with hyphens, the key of the sentence.
    pub about: &'static str,
    /// Names of cells and numbers, which are the same in every language; empty when there are none.
    pub value: String,
}

impl Fact {
    pub(super) fn new(about: &'static str, value: impl Into<String>) -> Fact {
        Fact { about, value: value.into() }
    }
}

/// A position that shows a rule: the picture is of the last position of a line, with what is told pointed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// What it shows: lower-case words with hyphens, the key of the sentence.
    pub about: &'static str,
    /// The setup of the line.
    pub setup: &'static str,
    /// Its moves.
    pub moves: &'static str,
    /// The cells that are pointed out, by name.
    pub spotlight: &'static str,
    /// Numbered arrows and cells, as in `1:d4-e5 2:f3`; the sentence speaks of the numbers.
    pub guides: &'static str,
}

/// A game whose positions can be told. Together the facts are the whole position, and whoever knows the rules can
/// play from them.
pub trait Facts: Game {
    /// How the game is played, in the order in which one reads the rules.
    const EXAMPLES: &'static [Example];

    /// What is to be seen, always the same things in the same order.
    fn facts(&self) -> Vec<Fact>;
}
