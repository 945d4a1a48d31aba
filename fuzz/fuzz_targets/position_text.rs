//! Texts of positions: parsing always returns, and an accepted position round-trips and can be played.
//!
//! An input is a byte that chooses the game, a byte for the number of plies, two bytes for each of eight plies, and the
//! text of a position without the name of the game.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;
use tablero_fuzz::{Bytes, MOVES_MAX, check_position, play_some};
use tablero_games::rules::notation::{POSITION_ERRORS_MAX, Refusal};
use tablero_games::rules::{Line, Notation, barrier::Barrier, dvonn::Dvonn, zertz::Zertz};

/// The number of bytes that choose moves, fixed so that the text always begins at the same offset.
const CHOICES: usize = 16;

fuzz_target!(|input: &[u8]| {
    if input.len() < 2 + CHOICES {
        return;
    }
    let (head, text) = input.split_at(2 + CHOICES);
    let Ok(text) = std::str::from_utf8(text) else { return };
    match head[0] % 3 {
        0 => check::<Zertz>(head, text),
        1 => check::<Dvonn>(head, text),
        _ => check::<Barrier>(head, text),
    }
});

fn check<G: Notation>(head: &[u8], text: &str) {
    let position = match G::read_position(text) {
        Ok(position) => position,
        Err(errors) => {
            assert!((1..=POSITION_ERRORS_MAX).contains(&errors.len()), "{text:?} has {} faults", errors.len());
            for error in errors {
                let message = error.to_string();
                assert!(!message.chars().any(char::is_control), "{message:?} has control characters");
                assert!(message.chars().count() < 400, "{message:?} is too long");
                assert!(!error.code().is_empty());
            }
            return;
        }
    };
    check_position(&position);
    let mut listed = 0;
    let _ = position.visit_moves(|m| {
        assert!(position.is_legal(m), "{m} is generated, but not legal");
        listed += 1;
        // Each of the first moves must lead to a valid position.
        if listed <= 50 {
            let canonical = m.to_string();
            assert_eq!(position.read_move(&canonical).as_ref(), Ok(&m), "{canonical} does not read back");
            let mut next = position.clone();
            next.play_unchecked(m);
            check_position(&next);
        }
        if listed < MOVES_MAX { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if listed < MOVES_MAX {
        assert_eq!(listed, position.count_moves(), "moves listed and counted");
    }
    assert_eq!(listed == 0, position.ending().is_some(), "a game is over when there is no move");
    let mut line = Line::from_position(position);
    let mut bytes = Bytes::new(&head[1..]);
    let plies = bytes.byte() % 9;
    play_some(&mut line, plies, &mut bytes);
    check_position(line.position());
    while line.take_back().is_some() {}
    assert_eq!(line.position(), line.start(), "moves are taken back to the start");
}
