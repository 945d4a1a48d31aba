//! Moves and positions as text, and errors that explain what is wrong.
//!
//! `docs/notation.md` defines the format. Parsing is tolerant where nothing is ambiguous (either case, spaces between
//! the parts); output is canonical.

pub use super::quote::{is_direction_mark, quote, unquote};

use super::facts::{Example, Fact};
use super::game::Game;
use std::fmt::{self, Write};

/// An error with an English message in `Display`, and the same content as data so that the chat layer can localise it.
pub trait Refusal: std::error::Error + Clone + PartialEq + Send + Sync + 'static {
    /// The error code, in lower-case words with hyphens and unique within the game. It is the key of the localised
    /// sentence.
    fn code(&self) -> &'static str;

    /// All codes of this type.
    fn codes() -> &'static [&'static str]
    where
        Self: Sized;

    /// The arguments of the sentence: names and texts, each short and free of control characters.
    fn args(&self) -> Vec<(&'static str, String)>;
}

/// A game in text: how moves and positions are written, and how a position is described to players who cannot see the
/// picture.
pub trait Notation: Game {
    /// The name of the game in commands, setups and records: lower-case letters.
    const NAME: &'static str;

    /// The name of the game as players write it, the same in every language.
    const TITLE: &'static str;

    /// Moves that show how moves are written, one of each form.
    const MOVE_EXAMPLES: &'static [&'static str];

    /// The kinds of piece that sentences name, such as the colours of marbles. The argument of a [`Refusal`] that
    /// equals one of them is localised; quoted input never equals one.
    const PIECE_KINDS: &'static [&'static str] = &[];

    /// Examples that explain the game, in the order of the rules.
    const EXAMPLES: &'static [Example] = &[];

    /// How the rules can end the game, but for repetition: `win-` or `draw-` and the word of the
    /// [`Reason`](super::game::Reason). These are the keys of the localised sentences.
    const ENDINGS: &'static [&'static str] = &[];

    /// What there can be to know about a turn: the kinds of [`Notation::turn_facts`]. The keys of the localised sentences
    /// are these after `turn-`.
    const TURN_FACTS: &'static [&'static str] = &[];

    /// The kinds of [`Notation::facts`] that list cells with what is on them, and `other` for cells that none of them
    /// lists. The keys of the localised descriptions of a cell are these after `cell-`.
    const CELL_FACTS: &'static [&'static str] = &[];

    /// Why a move is refused.
    type MoveError: Refusal;

    /// Why a position is invalid.
    type PositionError: Refusal;

    /// Parses a legal move.
    ///
    /// # Errors
    /// What is wrong with the text, or with playing the move here.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::MoveError>;

    /// Whether a move of this kind may be played automatically, for a player who opted in, when it is the only legal
    /// one. A forced capture or pass leaves nothing to decide.
    fn is_played_when_forced(_: &Self::Move) -> bool {
        false
    }

    /// The position as one line, without the game's name.
    fn write_position(&self) -> String;

    /// Parses what [`write_position`](Notation::write_position) writes.
    ///
    /// # Errors
    /// Every reason why the text is not a position that can occur in a game, at most [`POSITION_ERRORS_MAX`] of them.
    fn read_position(text: &str) -> Result<Self, Vec<Self::PositionError>>;

    /// The board as multi-line text art, ending with a newline. Marbles or pieces off the board are not included. The
    /// default is the position.
    fn board(&self) -> String {
        self.write_position() + "\n"
    }

    /// The facts about this position: always the same kinds in the same order. Together they describe the whole position,
    /// so that a player who knows the rules can play from them.
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

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

/// The maximum number of errors reported for one position.
pub const POSITION_ERRORS_MAX: usize = 20;

/// The code that every game uses for the [`Refusal`] of a text that does not look like a move.
pub const UNREADABLE: &str = "unreadable";

/// The maximum length of a move in bytes. A capture of 23 marbles has 71, or 142 with spaces between all its parts.
pub const MOVE_TEXT_MAX: usize = 200;

/// The maximum length of a position in bytes.
pub const POSITION_TEXT_MAX: usize = 1000;

/// Joins several messages into one line.
pub fn join<F: fmt::Display>(errors: &[F]) -> String {
    let mut text = String::new();
    for error in errors {
        let separator = if text.is_empty() { "" } else { "; " };
        // Writing to a string does not fail.
        let _ = write!(text, "{separator}{error}");
    }
    text
}

/// The characters read as a hyphen, because keyboards and clients turn hyphens into dashes and arrows.
const DASHES: [char; 13] = ['-', '‐', '‑', '‒', '–', '—', '−', '→', '➔', '➜', '➡', '⇒', '⟶'];

/// A cursor over the parts of a move; skips spaces between them, backticks around the move and a full stop after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        let is_around = |c: char| c.is_whitespace() || c == '`';
        Reader { rest: text.trim_matches(is_around).trim_end_matches('.').trim_matches(is_around) }
    }

    /// Whether the rest of the text is this word, in either case.
    pub fn is_word(&self, word: &str) -> bool {
        self.rest.eq_ignore_ascii_case(word)
    }

    /// Whether all input is consumed.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn skip(&mut self, length: usize) {
        self.rest = self.rest[length..].trim_start();
    }

    /// Consumes this character, in either case, if it is next.
    pub fn take(&mut self, wanted: char) -> bool {
        let found = self.peek().is_some_and(|c| c.eq_ignore_ascii_case(&wanted));
        if found {
            self.skip(wanted.len_utf8());
        }
        found
    }

    /// Consumes one of the [`DASHES`] or `->`, if it is next.
    pub fn take_dash(&mut self) -> bool {
        let Some(dash) = self.peek().filter(|c| DASHES.contains(c)) else { return false };
        self.skip(dash.len_utf8());
        // The second character of `->`, or the variation selector that makes an arrow an emoji.
        let second = self.peek().filter(|c| (dash == '-' && *c == '>') || *c == '\u{fe0f}');
        self.skip(second.map_or(0, char::len_utf8));
        true
    }

    /// Consumes a letter and one or two digits: column and number from 1. Letters beyond `z`, numbers beyond 99 and
    /// leading zeros are rejected.
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

/// Defines a [`Refusal`](crate::rules::Refusal) enum: each variant with its code, its fields and its English sentence.
///
/// ```
/// use tablero_games::rules::Refusal;
///
/// tablero_games::refusals! {
///     /// Why a move is refused.
///     pub enum MoveError {
///         /// The game is over.
///         Over {} = "over", "the game is over";
///         /// There are fewer stones.
///         TooMany { left: u8 } = "too-many", "there are {left} stones";
///     }
/// }
///
/// let refused = MoveError::TooMany { left: 2 };
/// assert_eq!(refused.to_string(), "there are 2 stones");
/// assert_eq!((refused.code(), refused.args()), ("too-many", vec![("left", "2".to_owned())]));
/// assert_eq!(MoveError::codes(), ["over", "too-many"]);
/// ```
#[macro_export]
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
