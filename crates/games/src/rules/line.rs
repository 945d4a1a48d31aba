//! A position with its history.

use super::game::{Ending, Game, Outcome, Reason, Seat};
use super::notation::Notation;
use std::fmt;

/// A game in progress: the starting position, the moves played, and the current position. Repetition is detected here,
/// since a position alone does not know its history.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    start: G,
    current: G,
    moves: Vec<G::Move>,
    /// The positions that can recur, including the current one; empty while none can.
    past: Vec<G>,
}

/// The number of occurrences of a position that draws the game (decision 2; a game that starts to go round in circles
/// "ends in a tie", seeds 000 and 003, F.3).
const REPETITIONS_TO_DRAW: usize = 3;

impl<G: Game> Line<G> {
    /// A new game with this setup.
    pub fn new(setup: &G::Setup) -> Self {
        Line::from_position(G::new(setup))
    }

    /// A game that starts from this position.
    pub fn from_position(start: G) -> Self {
        let past = if start.can_repeat() { vec![start.clone()] } else { Vec::new() };
        Line { current: start.clone(), start, moves: Vec::new(), past }
    }

    /// The starting position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &G {
        &self.current
    }

    /// The moves played so far; their number is the ply.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The seat to move.
    pub fn seat(&self) -> Seat {
        self.current.seat()
    }

    /// How the game ended, if it has; includes repetition.
    pub fn ending(&self) -> Option<Ending> {
        self.current.ending().or_else(|| is_repetition_draw(&self.past).then_some(Ending::draw(Reason::REPETITION)))
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending().map(|ending| ending.outcome)
    }

    /// The positions that can recur, with the current one last.
    pub fn past(&self) -> &[G] {
        &self.past
    }

    /// Plays a legal move. An illegal move, or any move after the end, changes nothing and returns `false`.
    #[must_use]
    pub fn play(&mut self, m: G::Move) -> bool {
        let legal = self.ending().is_none() && self.current.is_legal(m);
        if legal {
            self.push(m);
        }
        legal
    }

    fn push(&mut self, m: G::Move) {
        self.current.play_unchecked(m);
        self.moves.push(m);
        if self.current.can_repeat() {
            self.past.push(self.current.clone());
        } else {
            self.past.clear();
        }
    }

    /// Undoes the last move and returns it.
    pub fn take_back(&mut self) -> Option<G::Move> {
        let mut moves = std::mem::take(&mut self.moves);
        let last = moves.pop();
        *self = Line::from_position(self.start.clone());
        for m in moves {
            self.push(m);
        }
        last
    }
}

/// Whether the last of these positions occurs for the third time among them.
pub(super) fn is_repetition_draw<G: Eq>(past: &[G]) -> bool {
    let Some((current, earlier)) = past.split_last() else { return false };
    earlier.iter().rev().filter(|position| *position == current).take(REPETITIONS_TO_DRAW - 1).count()
        == REPETITIONS_TO_DRAW - 1
}

/// Why a line of moves could not be played to its end. None of its moves are applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError<E> {
    /// The game had ended before this move.
    Over {
        /// The move number, from 1.
        ply: usize,
    },
    /// The move is illegal or unreadable.
    Refused {
        /// The move number, from 1.
        ply: usize,
        /// The move as given.
        text: String,
        /// The reason.
        error: E,
    },
}

impl<E> LineError<E> {
    /// The same error with another move number.
    pub(crate) fn at(mut self, number: usize) -> LineError<E> {
        let (LineError::Over { ply } | LineError::Refused { ply, .. }) = &mut self;
        *ply = number;
        self
    }
}

impl<E: fmt::Display> fmt::Display for LineError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Over { ply } => write!(f, "move {ply}: the game was over before it"),
            LineError::Refused { ply, text, error } => {
                write!(f, "move {ply}, {}: {error}", super::notation::quote(text))
            }
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for LineError<E> {}

impl<G: Notation> Line<G> {
    /// Parses a move and plays it.
    ///
    /// # Errors
    /// The reason the move is refused. The line is unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, LineError<G::MoveError>> {
        let ply = self.moves.len() + 1;
        if self.ending().is_some() {
            return Err(LineError::Over { ply });
        }
        let refused = |error| LineError::Refused { ply, text: text.to_owned(), error };
        let m = self.current.read_move(text).map_err(refused)?;
        self.push(m);
        Ok(m)
    }

    /// Plays several moves, all or none.
    ///
    /// # Errors
    /// The error of the first refused move. No move is played then.
    pub fn play_all<'a>(&mut self, moves: impl IntoIterator<Item = &'a str>) -> Result<(), LineError<G::MoveError>> {
        let mut line = self.clone();
        for text in moves {
            line.play_text(text)?;
        }
        *self = line;
        Ok(())
    }
}
