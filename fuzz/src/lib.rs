//! Shared by the fuzz targets: games played by the bytes of an input.

use std::ops::ControlFlow;
use tablero_games::rules::{Game, Line, Notation, notation};

/// The maximum number of legal moves that are examined.
pub const MOVES_MAX: u64 = 10_000;

/// The first bytes of an input, one by one; 0 when there are none left.
#[derive(Debug)]
pub struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// All of the input.
    pub fn new(input: &'a [u8]) -> Self {
        Bytes { rest: input }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        *first
    }

    /// The next two bytes as a number.
    pub fn number(&mut self) -> u64 {
        u64::from(self.byte()) << 8 | u64::from(self.byte())
    }

    /// The remaining bytes, if they are text.
    pub fn text(self) -> Option<&'a str> {
        std::str::from_utf8(self.rest).ok()
    }
}

/// Plays `plies` legal moves, each chosen by two bytes, or fewer when the game ends before.
///
/// # Panics
/// When a running game has no legal move, has one after its end, or refuses one it has generated.
pub fn play_some<G: Notation>(line: &mut Line<G>, plies: u8, bytes: &mut Bytes<'_>) {
    for _ in 0..plies {
        let known = known_moves(line.position());
        if line.ending().is_some() {
            assert!(line.position().ending().is_none() || known == 0, "a finished game has moves");
            return;
        }
        assert!(known > 0, "a running game has no legal move");
        let chosen = line.position().nth_move(bytes.number() % known).expect("there are as many moves");
        assert!(line.play(chosen), "a generated move is not legal");
    }
}

/// The number of legal moves, or [`MOVES_MAX`] when there are more.
pub fn known_moves<G: Game>(position: &G) -> u64 {
    let mut count = 0;
    let _ = position.visit_moves(|_| {
        count += 1;
        if count < MOVES_MAX { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    count
}

/// Writes a position and reads it back.
///
/// # Panics
/// When the position read back differs.
pub fn check_position<G: Notation>(position: &G) {
    let written = position.write_position();
    match G::read_position(&written) {
        Ok(back) => {
            assert_eq!(&back, position, "{written} reads as another position");
            assert_eq!(back.key(), position.key(), "{written}: equal positions, unequal keys");
        }
        Err(faults) => panic!("{written} does not read back: {}", notation::join(&faults)),
    }
    assert!(written.len() <= notation::POSITION_TEXT_MAX, "{written} is too long to be read");
    assert!(position.board().ends_with('\n'));
}
