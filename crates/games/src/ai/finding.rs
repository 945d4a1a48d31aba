//! The statements of a hint, as data: a key and its arguments, for the conversation layer to phrase in any language.

use crate::rules::{Guide, Notation, Steps};
use std::fmt::Display;

/// An argument of a finding, independent of language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A count.
    Count(u32),
    /// A search score in tenths of the game's unit.
    Tenths(i32),
    /// The name of a cell, or of a column.
    Cell(String),
    /// Pieces that are gained or lost: each kind with its number, see [`Notation::PIECE_KINDS`].
    Pieces(Vec<(&'static str, u32)>),
    /// A kind of piece, see [`Notation::PIECE_KINDS`].
    Kind(&'static str),
    /// The text of a move.
    Move(String),
}

/// One fact found by a search or read off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The game it belongs to, or `any`.
    pub game: &'static str,
    /// The finding's key: lower-case words with hyphens, unique within the game and the stage.
    pub about: &'static str,
    /// The arguments of the sentence, by name.
    pub args: Vec<(&'static str, Value)>,
    /// What a picture shows: the moves that follow, pieces in danger, and pieces or rings that are lost.
    pub guides: Vec<Guide>,
}

impl Finding {
    /// Creates a finding common to all games.
    pub fn any(about: &'static str) -> Finding {
        Finding { game: "any", about, args: Vec::new(), guides: Vec::new() }
    }

    /// Creates a finding specific to one game.
    pub fn of<G: Notation>(about: &'static str) -> Finding {
        Finding { game: G::NAME, about, args: Vec::new(), guides: Vec::new() }
    }

    /// Adds an argument.
    pub fn with(mut self, name: &'static str, value: Value) -> Finding {
        self.args.push((name, value));
        self
    }

    /// Adds a count argument.
    pub fn count(self, name: &'static str, count: usize) -> Finding {
        self.with(name, Value::Count(count as u32))
    }

    /// Adds a cell argument.
    pub fn cell(self, name: &'static str, cell: impl Display) -> Finding {
        self.with(name, Value::Cell(cell.to_string()))
    }

    /// Adds a move argument.
    pub fn played(self, name: &'static str, m: impl Display) -> Finding {
        self.with(name, Value::Move(m.to_string()))
    }

    /// Adds a move as an argument and draws it. `number` is its place in the line that starts with the hinted move; a
    /// threat has no number.
    pub fn shown<G: Steps>(self, name: &'static str, position: &G, m: G::Move, number: Option<u32>) -> Finding {
        let guides = position.path(m).into_iter().map(|guide| Guide { number, ..guide });
        self.played(name, m).marking(guides)
    }

    /// Adds marks for pictures.
    pub fn marking(mut self, guides: impl IntoIterator<Item = Guide>) -> Finding {
        self.guides.extend(guides);
        self
    }

    /// Returns the argument with this name.
    pub fn arg(&self, name: &str) -> Option<&Value> {
        self.args.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}
