//! Descriptions of a position as data, for players who cannot see the picture.

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
