//! Texts of moves: parsing always returns, and an accepted move is legal and is parsed back from its own text.
//!
//! An input is a byte that chooses the game, a byte that chooses the setup, a byte for the number of plies, two bytes
//! for each ply, and the text of a move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tablero_fuzz::{Bytes, play_some};
use tablero_games::rules::notation::Refusal;
use tablero_games::rules::{Line, Notation, barrier::Barrier, dvonn::Dvonn, setup, zertz::Zertz};

const ZERTZ: [&str; 14] = [
    "37",
    "40",
    "43",
    "44",
    "48",
    "61",
    "blitz",
    "37 claims=optional",
    "40 claims=optional",
    "43 claims=optional",
    "44 claims=optional",
    "48 claims=optional",
    "61 claims=optional",
    "blitz claims=optional",
];
const DVONN: [&str; 4] = ["", "start=random deal=7", "start=random deal=0", "start=random deal=18446744073709551615"];
const BARRIER: [&str; 6] = ["8", "5", "6", "7", "9", "10"];

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes::new(input);
    let (game, setup) = (bytes.byte(), usize::from(bytes.byte()));
    match game % 3 {
        0 => check::<Zertz>(ZERTZ[setup % ZERTZ.len()], bytes),
        1 => check::<Dvonn>(DVONN[setup % DVONN.len()], bytes),
        _ => check::<Barrier>(BARRIER[setup % BARRIER.len()], bytes),
    }
});

fn check<G: Notation>(setup: &str, mut bytes: Bytes<'_>) {
    let setup = setup::read::<G::Setup>(setup).expect("the setups above are good");
    let mut line = Line::<G>::new(&setup);
    let plies = bytes.byte() % 120;
    play_some(&mut line, plies, &mut bytes);
    let Some(text) = bytes.text() else { return };
    let position = line.position();
    match position.read_move(text) {
        Ok(m) => {
            assert!(position.is_legal(m), "{text:?} reads as {m}, which is not legal");
            let canonical = m.to_string();
            assert_eq!(position.read_move(&canonical).as_ref(), Ok(&m), "{canonical} does not read back");
            assert!(line.play_text(text).is_ok() || line.ending().is_some());
        }
        Err(refusal) => {
            let message = [refusal.to_string()].into_iter().chain(refusal.args().into_iter().map(|(_, value)| value));
            for text in message {
                assert!(!text.chars().any(char::is_control), "{text:?} has control characters");
                assert!(text.chars().count() < 400, "{text:?} is too long");
            }
            assert!(line.play_text(text).is_err());
        }
    }
}
