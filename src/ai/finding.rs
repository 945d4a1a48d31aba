//! What a hint says, as data: a key and what it is about, for the conversation to say in any language.

use crate::rules::Notation;
use std::fmt::Display;

/// What a finding speaks of: the same in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// How many.
    Count(u32),
    /// A value of the search in tenths of the game's unit.
    Tenths(i32),
    /// The name of a cell, or of a column.
    Cell(String),
    /// How many white, grey and black marbles.
    Marbles([u32; 3]),
    /// A colour of marbles: `white`, `grey` or `black`.
    Colour(&'static str),
    /// The text of a move.
    Move(String),
}

/// One thing that a search has found or that is to be seen on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The game it belongs to, or `any`.
    pub game: &'static str,
    /// What it is about: lower-case words with hyphens, unique within the game and the stage.
    pub about: &'static str,
    /// What the sentence speaks of, by name.
    pub args: Vec<(&'static str, Value)>,
}

impl Finding {
    /// A finding that any game can have.
    pub(super) fn any(about: &'static str) -> Finding {
        Finding { game: "any", about, args: Vec::new() }
    }

    /// A finding of one game.
    pub(super) fn of<G: Notation>(about: &'static str) -> Finding {
        Finding { game: G::NAME, about, args: Vec::new() }
    }

    /// The same with a value more.
    pub(super) fn with(mut self, name: &'static str, value: Value) -> Finding {
        self.args.push((name, value));
        self
    }

    /// The same with a number more.
    pub(super) fn count(self, name: &'static str, count: usize) -> Finding {
        self.with(name, Value::Count(count as u32))
    }

    /// The same with a cell more.
    pub(super) fn cell(self, name: &'static str, cell: impl Display) -> Finding {
        self.with(name, Value::Cell(cell.to_string()))
    }

    /// The same with a move more.
    pub(super) fn played(self, name: &'static str, m: impl Display) -> Finding {
        self.with(name, Value::Move(m.to_string()))
    }

    /// The value with this name.
    pub fn arg(&self, name: &str) -> Option<&Value> {
        self.args.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}
