//! Game records: which are refused, and where; accepted ones round-trip exactly.

use proptest::prelude::*;
use tablero::catalog::Catalog;
use tablero::rules::record::{self, GameResult, Record, RecordProblem, RecordedMove};
use tablero::rules::{Outcome, Seat};

const GAME: &str = "[Game \"zertz\"]\n[Setup \"37\"]\n[Result \"*\"]\n\n1. Wd4,a1 {the centre} 2. Bd6,a2\n*\n";

fn refused(text: &str) -> String {
    record::read(text).expect_err("the file is invalid").to_string()
}

#[test]
fn a_truncated_file_is_refused_with_its_position() {
    assert!(record::read(GAME).is_ok());
    assert_eq!(
        refused("[Game \"zertz\"]\n\n1. Wd4,a1 2. Bd6,a2\n"),
        "line 4, column 1: the moves end without a result: add 1-0, 0-1, 1/2-1/2 or *"
    );
    assert!(refused("[Game \"zertz").starts_with("line 1, column 1: a header has the form"));
    assert!(refused("[Game \"zertz\"]\n1. Wd4,a1 {never closed *").starts_with("line 2, column 11: this comment"));
    // No prefix of the file is read as a whole game, except the empty one and whole lines of space.
    for end in (1..GAME.len() - 2).filter(|end| GAME.is_char_boundary(*end)) {
        assert!(record::read(&GAME[..end]).is_err(), "{:?}", &GAME[..end]);
    }
}

#[test]
fn contradictions_are_refused_with_their_position() {
    for (text, expected) in [
        ("[A \"1\"]\n[A \"2\"]\n*", "line 2, column 1: the header A appears twice"),
        ("[Result \"1-0\"]\n*", "line 1, column 1: the Result header says “1-0”, but the moves end with *"),
        ("1. Wd4,a1 3. Bd6,a2 *", "line 1, column 11: this should be move 2, not “3”"),
        ("1... Wd4,a1 *", "line 1, column 1: “..” is not a move"),
    ] {
        let error = refused(text);
        assert_eq!(error, expected, "{text}");
    }
}

#[test]
fn an_illegal_move_is_named_by_its_number_and_nothing_is_played() {
    let records =
        record::read("[Game \"zertz\"]\n1. Wd4,a1 2. Bd6,a2 3. Bd6,a3 4. Bd2,a4 *").expect("the text is well-formed");
    let error =
        Catalog::standard().game("zertz").expect("the game").replay(&records[0]).expect_err("move 3 is illegal");
    assert_eq!(error, "move 3, “Bd6,a3”: that ring is taken: d6 has a marble on it");
}

#[test]
fn headers_that_name_nothing_are_refused() {
    for (headers, expected) in [
        ("[Game \"chess\"]", "this is a record of “chess”, not of zertz"),
        (
            "[Game \"zertz\"]\n[Setup \"variant=50\"]",
            "the Setup header: variant cannot be “50”; possible values: 37, 40",
        ),
        (
            "[Game \"zertz\"]\n[Setup \"37 claims=optional claims=automatic\"]",
            "the Setup header: claims is given twice",
        ),
        (
            "[Game \"zertz\"]\n[Position \"37 automatic x 6,8,10 0,0,0 0,0,0 1\"]",
            "the Position header: the board has 7 columns",
        ),
    ] {
        let records = record::read(&format!("{headers}\n*")).expect("the text is well-formed");
        let error =
            Catalog::standard().game("zertz").expect("the game").replay(&records[0]).expect_err("a wrong header");
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn a_result_that_the_rules_contradict_is_refused() {
    let mut line = Catalog::standard().game("barrier").expect("the game").start("variant=5").expect("the size");
    while let Some(text) = line.nth_legal(0) {
        line.play(&text).expect("it is legal");
    }
    let mut record = line.record();
    let game = Catalog::standard().game("barrier").expect("the game");
    assert!(game.replay(&record).is_ok());
    record.score = GameResult::Open;
    assert!(game.replay(&record).expect_err("the game is over").contains("but the record says *"));
    // A game may end early, by resigning.
    record.moves.pop();
    record.score = GameResult::Over(Outcome::Win(Seat::Two));
    assert!(game.replay(&record).is_ok());
    // It does not go on after its end.
    let mut longer = line.record();
    longer.moves.push(RecordedMove { text: "a1a2b3".to_owned(), comments: Vec::new() });
    assert!(game.replay(&longer).expect_err("the game is over").contains("the game was over before it"));
}

#[test]
fn one_file_holds_many_games_and_ones_that_begin_elsewhere() {
    let mut line =
        Catalog::standard().read_position("barrier ....#W/..B.#./....#./....../....../...... b").expect("a position");
    let text = line.nth_legal(0).expect("a move");
    line.play(&text).expect("it is legal");
    let other =
        Catalog::standard().game("dvonn").expect("the game").start("start=random deal=7").expect("the setup").record();
    let file = record::write([&line.record(), &other]);
    let read = record::read(&file).expect("the written record is read back");
    assert_eq!(read, [line.record(), other]);
    assert!(read[0].header("Position").is_some());
    let again = Catalog::standard().game("barrier").expect("the game").replay(&read[0]).expect("it replays");
    assert_eq!(again.position(), line.position());
}

#[test]
fn a_record_is_written_as_the_notation_describes_it() {
    let mut records = record::read(GAME).expect("the text is well-formed");
    assert_eq!(record::write(&records), GAME.replace("Bd6,a2\n", "Bd6,a2 "));
    // Lines are filled up to a width, and neither begin nor end with a blank.
    records[0].moves = vec![RecordedMove { text: "Wd4,a1".to_owned(), comments: Vec::new() }; 30];
    let written = record::write(&records);
    let lines: Vec<&str> = written.lines().collect();
    assert!(lines.len() > 6 && lines.iter().all(|line| line.trim() == *line && line.len() <= 80), "{written}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// The contents of headers and comments round-trip exactly.
    #[test]
    fn records_are_read_back_as_written(
        values in prop::collection::vec(any::<String>(), 0..5),
        before in prop::collection::vec(any::<String>(), 0..3),
        moves in prop::collection::vec(("[a-kWGB][0-9a-z,x~]{0,20}", prop::collection::vec(any::<String>(), 0..3)), 0..12),
    ) {
        let mut written = Record::default();
        for (number, value) in values.iter().enumerate() {
            written.set_header(&format!("Name_{number}"), value);
        }
        written.comments = before;
        written.moves = moves.into_iter().map(|(text, comments)| RecordedMove { text, comments }).collect();
        prop_assert_eq!(record::read(&record::write([&written, &written])), Ok(vec![written.clone(), written]));
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        if let Ok(records) = record::read(&text) {
            prop_assert_eq!(record::read(&record::write(&records)), Ok(records));
        }
    }

    #[test]
    fn the_limit_of_a_game_is_a_refusal(extra in 1usize..3) {
        let text = "f3 ".repeat(record::MOVES_MAX + extra) + "*";
        let error = record::read(&text).expect_err("too many moves");
        prop_assert_eq!(error.problem, RecordProblem::Moves);
    }
}
