//! Descriptions of a position as data, for players who cannot see the picture.

use super::game::Game;

/// One fact about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The kind of fact, in lower-case words with hyphens. It is the key of the localised sentence.
    pub about: &'static str,
    /// Cell names and numbers, which are the same in every language; may be empty.
    pub value: String,
}

impl Fact {
    /// A fact of this kind.
    pub fn new(about: &'static str, value: impl Into<String>) -> Fact {
        Fact { about, value: value.into() }
    }
}

/// An example of a rule: a line of moves whose last position is drawn, with the relevant cells highlighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The rule it shows, in lower-case words with hyphens. It is the key of the localised sentence.
    pub about: &'static str,
    /// The setup of the line.
    pub setup: &'static str,
    /// Its moves.
    pub moves: &'static str,
    /// The names of the highlighted cells.
    pub spotlight: &'static str,
    /// Numbered arrows and cells, as in `1:d4-e5 2:f3`. The sentence refers to the numbers.
    pub guides: &'static str,
}

/// A game whose positions can be described in words. Together the facts describe the whole position, so that a player
/// who knows the rules can play from them.
pub trait Facts: Game {
    /// Examples that explain the game, in the order of the rules.
    const EXAMPLES: &'static [Example];

    /// How the rules can end the game, but for repetition: `win-` or `draw-` and the word of the
    /// [`Reason`](super::game::Reason). These are the keys of the localised sentences.
    const ENDINGS: &'static [&'static str];

    /// What there can be to know about a turn: the kinds of [`Facts::turn_facts`]. The keys of the localised sentences
    /// are these after `turn-`.
    const TURN_FACTS: &'static [&'static str] = &[];

    /// The facts about this position: always the same kinds in the same order.
    fn facts(&self) -> Vec<Fact>;

    /// What the player to move should know about this turn, for example that they must capture. Each value is a number.
    fn turn_facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    /// The number of plies in which pieces are still placed, in a game that begins with a placement; 0 in others. The
    /// players may agree to have these placed at random.
    fn placements_left(&self) -> usize {
        0
    }

    /// The values that the sentences about the result name besides the players, for example how many pieces each
    /// controls: always the same kinds, also before the end.
    fn result_facts(&self) -> Vec<Fact> {
        Vec::new()
    }
}
