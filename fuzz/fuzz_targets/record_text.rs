//! Files of games: parsing always returns, an accepted file round-trips, and replaying any of its games
//! does not panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tablero_fuzz::check_position;
use tablero_games::rules::record::{Record, read};
use tablero_games::rules::{Notation, barrier::Barrier, dvonn::Dvonn, setup, zertz::Zertz};

fuzz_target!(|input: &[u8]| {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let records = match read(text) {
        Ok(records) => records,
        Err(error) => {
            let message = error.to_string();
            assert!(error.line >= 1 && error.column >= 1);
            assert!(error.line <= text.matches('\n').count() + 1, "{message}: there is no such line");
            return;
        }
    };
    let written: String = records.iter().map(|record| format!("{record}\n")).collect();
    match read(&written) {
        Ok(back) => assert_eq!(back, records, "{written}"),
        Err(error) => panic!("what is written does not read back, {error}:\n{written}"),
    }
    for record in &records {
        replay::<Zertz>(record);
        replay::<Dvonn>(record);
        replay::<Barrier>(record);
    }
});

fn replay<G: Notation>(record: &Record) {
    let line = match record.replay::<G>() {
        Ok(line) => line,
        Err(error) => {
            let _ = error.to_string();
            return;
        }
    };
    check_position(line.position());
    let setup = setup::read::<G::Setup>(record.header("Setup").unwrap_or_default()).expect("the replay read it");
    let again = Record::of_line(&setup, &line).replay::<G>();
    let Ok(again) = again else { panic!("the record of a replayed game does not replay") };
    assert_eq!(again.position(), line.position());
    assert_eq!(again.moves(), line.moves());
}
