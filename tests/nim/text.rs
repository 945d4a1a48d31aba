//! Moves and positions as text.

use super::rules::{HEAPS, Move, Nim, Pick, STONES_MAX};
use std::fmt;
use tablero::rules::notation::quote;
use tablero::rules::{Notation, Refusal, Seat};

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    Over,
    Unreadable(String),
    TooMany(u8, u8),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Over => f.write_str("the game is over"),
            MoveError::Unreadable(text) => write!(f, "{text} is not a move; write R2 to take two red stones"),
            MoveError::TooMany(heap, left) => {
                write!(f, "there are {left} stones in the {} heap", HEAPS[usize::from(*heap)])
            }
        }
    }
}

impl std::error::Error for MoveError {}

impl Refusal for MoveError {
    fn code(&self) -> &'static str {
        match self {
            MoveError::Over => "over",
            MoveError::Unreadable(_) => "unreadable",
            MoveError::TooMany(..) => "too-many",
        }
    }

    fn codes() -> &'static [&'static str] {
        &["over", "unreadable", "too-many"]
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            MoveError::Over => Vec::new(),
            MoveError::Unreadable(text) => vec![("text", text.clone())],
            MoveError::TooMany(heap, left) => {
                vec![("heap", HEAPS[usize::from(*heap)].to_owned()), ("left", left.to_string())]
            }
        }
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError(String);

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a position: write three heaps of at most 7, wins or loses, and 1 or 2", self.0)
    }
}

impl std::error::Error for PositionError {}

impl Refusal for PositionError {
    fn code(&self) -> &'static str {
        "form"
    }

    fn codes() -> &'static [&'static str] {
        &["form"]
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        vec![("text", self.0.clone())]
    }
}

impl Notation for Nim {
    const NAME: &'static str = "nim";
    const TITLE: &'static str = "Nim";
    const MOVE_EXAMPLES: &'static [&'static str] = &["R2"];
    const PIECE_KINDS: &'static [&'static str] = &HEAPS;
    type MoveError = MoveError;
    type PositionError = PositionError;

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        let mut chars = text.chars();
        let letter = chars.next().map(|letter| letter.to_ascii_uppercase().to_string()).unwrap_or_default();
        let heap = (0..3).find(|heap| Pick::Heap(*heap).to_string() == letter);
        let count = chars.as_str().parse().ok().filter(|count| *count > 0);
        let (Some(heap), Some(count)) = (heap, count) else { return Err(MoveError::Unreadable(quote(text))) };
        if self.heaps == [0; 3] {
            return Err(MoveError::Over);
        }
        let left = self.heaps[usize::from(heap)];
        if count > left { Err(MoveError::TooMany(heap, left)) } else { Ok(Move { heap, count }) }
    }

    /// The last stone may be taken for a player who has nothing else to take.
    fn is_played_when_forced(_: &Move) -> bool {
        true
    }

    fn write_position(&self) -> String {
        let [red, green, blue] = self.heaps;
        let last = if self.is_misere { "loses" } else { "wins" };
        format!("{red},{green},{blue} {last} {}", self.seat.index() + 1)
    }

    fn read_position(text: &str) -> Result<Nim, Vec<PositionError>> {
        let read = || {
            let [heaps, last, seat] = text.split_whitespace().collect::<Vec<_>>().try_into().ok()?;
            let heaps: Vec<u8> = heaps.split(',').map(|stones| stones.parse().ok()).collect::<Option<_>>()?;
            let heaps: [u8; 3] = heaps.try_into().ok()?;
            let is_misere = match last {
                "wins" => false,
                "loses" => true,
                _ => return None,
            };
            let seat = match seat {
                "1" => Seat::One,
                "2" => Seat::Two,
                _ => return None,
            };
            heaps.iter().all(|stones| *stones <= STONES_MAX).then_some(Nim { heaps, seat, is_misere })
        };
        read().ok_or_else(|| vec![PositionError(quote(text))])
    }

    fn board(&self) -> String {
        let heap = |(heap, stones): (u8, u8)| format!("{} {}\n", Pick::Heap(heap), "o".repeat(usize::from(stones)));
        (0..).zip(self.heaps).map(heap).collect()
    }
}
