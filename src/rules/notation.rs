//! Moves and positions as text, and refusals that say what is wrong.
//!
//! The texts are those of `docs/notation.md`. Reading is tolerant where nothing is ambiguous (either case, spaces
//! between the parts); writing is canonical.

pub use super::quote::{is_direction_mark, quote};

use super::game::Game;
use std::fmt::{self, Write};

/// Why something was refused: a sentence in English by `Display`, and the same as data, so that the conversation can
/// say it in another language.
pub trait Refusal: std::error::Error + Clone + PartialEq + Send + Sync + 'static {
    /// Lower-case words with hyphens, unique within the game: the key of the sentence.
    fn code(&self) -> &'static str;

    /// The codes that there are.
    fn codes() -> &'static [&'static str]
    where
        Self: Sized;

    /// What the sentence is about: names and texts, each short and free of control characters.
    fn args(&self) -> Vec<(&'static str, String)>;
}

/// A game that is read and written.
pub trait Notation: Game {
    /// The name of the game in commands, setups and records: lower-case letters.
    const NAME: &'static str;

    /// Why a move is refused.
    type MoveError: Refusal;

    /// Something impossible about a position.
    type Fault: Refusal;

    /// Reads a legal move.
    ///
    /// # Errors
    /// What is wrong: with the text, or with playing the move here.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::MoveError>;

    /// Whether a move of this kind may be played for a player who wants that, when it is the only legal one: there is nothing to
    /// decide about a capture or a pass.
    fn is_played_when_forced(_: &Self::Move) -> bool {
        false
    }

    /// The position as one line, without the game's name.
    fn write_position(&self) -> String;

    /// Reads what [`write_position`](Notation::write_position) writes.
    ///
    /// # Errors
    /// Every reason why it is not a position that can stand in a game, at most [`FAULTS_MAX`] of them.
    fn read_position(text: &str) -> Result<Self, Vec<Self::Fault>>;

    /// A picture of the board in letters, of several lines, the last ended too. What lies beside the board is not
    /// in it.
    fn board(&self) -> String;
}

/// No more than this many reasons are given for refusing one position.
pub const FAULTS_MAX: usize = 20;

/// No move is longer than this many bytes: a capture of 23 marbles has 71, with spaces between all its parts 142.
pub const MOVE_TEXT_MAX: usize = 200;

/// No position is longer than this many bytes.
pub const POSITION_TEXT_MAX: usize = 1000;

/// Several sentences as one line.
pub fn join<F: fmt::Display>(faults: &[F]) -> String {
    let mut text = String::new();
    for fault in faults {
        let separator = if text.is_empty() { "" } else { "; " };
        // Writing to a string does not fail.
        let _ = write!(text, "{separator}{fault}");
    }
    text
}

/// Reads the parts of a move one after another, skipping spaces between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Reader { rest: text.trim() }
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn skip(&mut self, length: usize) {
        self.rest = self.rest[length..].trim_start();
    }

    /// Takes this character, in either case, if it is next.
    pub fn take(&mut self, wanted: char) -> bool {
        let found = self.peek().is_some_and(|c| c.eq_ignore_ascii_case(&wanted));
        if found {
            self.skip(wanted.len_utf8());
        }
        found
    }

    /// Takes a letter and one or two digits: column and number from 1. Letters beyond `z` and numbers beyond 99
    /// do not exist; a number with a leading zero is none.
    pub fn cell(&mut self) -> Option<(u8, u8)> {
        let mut chars = self.rest.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
        let digits: String = chars.take_while(char::is_ascii_digit).take(3).collect();
        if digits.is_empty() || digits.len() > 2 || digits.starts_with('0') {
            return None;
        }
        let number = digits.parse().ok()?;
        self.skip(1 + digits.len());
        Some((letter as u8 - b'a' + 1, number))
    }
}

/// Defines an enum of refusals: each variant with its code, its fields and its English sentence.
macro_rules! refusals {
    (
        $(#[$outer:meta])*
        pub enum $name:ident {
            $( $(#[$inner:meta])* $variant:ident { $( $(#[$about:meta])* $field:ident : $type:ty ),* $(,)? } = $code:literal, $text:literal; )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $( $(#[$inner])* $variant { $( $(#[$about])* $field: $type ),* }, )*
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $( Self::$variant { $( $field ),* } => write!(f, $text), )*
                }
            }
        }

        impl std::error::Error for $name {}

        impl $crate::rules::notation::Refusal for $name {
            fn code(&self) -> &'static str {
                match self {
                    $( Self::$variant { .. } => $code, )*
                }
            }

            fn codes() -> &'static [&'static str] {
                &[ $( $code ),* ]
            }

            fn args(&self) -> Vec<(&'static str, String)> {
                match self {
                    $( Self::$variant { $( $field ),* } => vec![ $( (stringify!($field), $field.to_string()) ),* ], )*
                }
            }
        }
    };
}
pub(super) use refusals;
