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

/// A game whose positions can be told. Together the facts are the whole position, and whoever knows the rules can
/// play from them.
pub trait Facts: Game {
    /// Lines that show how the game is played, each with its setup and its moves; the picture is of the last position.
    const EXAMPLES: &'static [(&'static str, &'static str)];

    /// What is to be seen, always the same things in the same order.
    fn facts(&self) -> Vec<Fact>;
}
