//! Arrows and marks of explanations.

use std::fmt;

/// An arrow of an explanation through the centres of cells or, with a single cell, a mark on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guide {
    /// Cell names as in moves. Pictures leave out names that are not on the board.
    pub cells: Vec<String>,
    /// The number beside it, to which the text refers.
    pub number: Option<u32>,
    /// Whether it marks something that is lost or removed.
    pub lost: bool,
}

impl Guide {
    /// An arrow through cells.
    pub fn arrow(cells: impl IntoIterator<Item = impl fmt::Display>) -> Guide {
        Guide { cells: cells.into_iter().map(|cell| cell.to_string()).collect(), ..Guide::default() }
    }

    /// A mark on a cell.
    pub fn mark(cell: impl fmt::Display) -> Guide {
        Guide::arrow([cell])
    }

    /// A mark on a cell whose contents are lost, or which is removed.
    pub fn lost(cell: impl fmt::Display) -> Guide {
        Guide { lost: true, ..Guide::mark(cell) }
    }

    /// Sets the number beside it.
    #[must_use]
    pub fn numbered(self, number: u32) -> Guide {
        Guide { number: Some(number), ..self }
    }

    /// Parses a guide such as `1:d4-e5-f6`, `d4-e5`, `2:d4` or, for what is lost, `!d4`.
    pub fn read(text: &str) -> Guide {
        let (number, cells) = match text.split_once(':') {
            Some((number, cells)) => (number.parse().ok(), cells),
            None => (None, text),
        };
        let lost = cells.starts_with('!');
        Guide { number, lost, ..Guide::arrow(cells.trim_start_matches('!').split('-')) }
    }
}

impl fmt::Display for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "{number}:")?;
        }
        write!(f, "{}{}", if self.lost { "!" } else { "" }, self.cells.join("-"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guide_is_read_as_it_is_written() {
        for text in ["1:d4-e5-f6", "d4-e5", "12:d4", "!d4", "3:!a1"] {
            assert_eq!(Guide::read(text).to_string(), text);
        }
        assert_eq!(Guide::read("2:d4-e5"), Guide::arrow(["d4", "e5"]).numbered(2));
        assert_eq!(Guide::read("!d4"), Guide::lost("d4"));
    }
}
