//! Programs that speak the protocol well, badly or not at all.

use crate::stage::{Script, exists, match_run, run, short};
use engine_tools::match_runner::{CompetitorError, Limit, Timeouts};
use std::time::Duration;
use tablero::rules::{Outcome, Seat};

fn tablero() -> String {
    format!("cmd:{} ugi; as tablero", env!("CARGO_BIN_EXE_tablero"))
}

/// Plays a pair of games of a script against a baseline. Returns the text for each game that it lost by a fault.
fn faults(script: &Script, timeouts: Timeouts) -> (&'static str, Vec<String>) {
    let mut match_run = match_run("dvonn", "", &script.player(), "random", 2);
    match_run.timeouts = timeouts;
    let (conclusion, pairs) = run(&match_run).expect("a match");
    let [first, second] = &pairs[0];
    assert_eq!((first.outcome, second.outcome), (Outcome::Win(Seat::Two), Outcome::Win(Seat::One)));
    assert_eq!(conclusion.score.pairs.0, [1, 0, 0, 0, 0]);
    let reasons: Vec<_> = conclusion.score.reasons.keys().copied().collect();
    let [(reason, Some(0))] = reasons[..] else { panic!("one reason, the first player's: {reasons:?}") };
    for process in script.processes() {
        assert!(!exists(process), "process {process} is left");
    }
    let sentences = pairs[0].iter().map(|game| game.record.header("Reason").expect("a reason").to_owned()).collect();
    (reason, sentences)
}

#[test]
fn a_program_that_behaves_plays_every_game_to_its_end() {
    for (game, setup) in [("zertz", "variant=blitz claims=optional"), ("dvonn", ""), ("barrier", "5")] {
        let (conclusion, pairs) = run(&match_run(game, setup, &tablero(), &tablero(), 4)).expect("a match");
        assert_eq!(conclusion.score.games(), 4);
        assert!(pairs.iter().flatten().all(|game| game.fault.is_none()), "{:?}", conclusion.score.reasons);
        assert!(conclusion.score.time_used.iter().all(|time_used| time_used.moves > 0 && !time_used.longest.is_zero()));
    }
}

#[test]
fn a_program_gets_a_position_that_did_not_begin_at_the_start() {
    use engine_tools::match_runner::Competitor;
    use engine_tools::match_runner::program::Program;
    let line = tablero::catalog::Catalog::standard()
        .read_position("barrier ....#W/..B.#./....#./....../....../...... b")
        .expect("a position");
    let words = vec![env!("CARGO_BIN_EXE_tablero").to_owned(), "ugi".to_owned()];
    let mut program = Program::new(words, Vec::new(), Timeouts::default());
    program.begin(line.as_ref(), 1).expect("it starts");
    let m = program.choose(line.as_ref(), Limit::Depth(1)).expect("a move");
    assert!(line.copy().play(&m).is_ok(), "{m}");
}

#[test]
fn a_program_that_hangs_loses() {
    let (reason, sentences) = faults(&Script::that(":"), short());
    assert_eq!(reason, "silent");
    assert_eq!(sentences, ["the program did not answer go within 200ms"; 2]);
}

#[test]
fn a_program_that_writes_without_end_loses() {
    let (reason, _) = faults(&Script::that("while :; do echo info depth 1; done"), short());
    assert_eq!(reason, "silent");
}

#[test]
fn a_program_that_reads_nothing_more_loses() {
    let (reason, _) = faults(&Script::that("while :; do :; done"), short());
    assert_eq!(reason, "silent");
}

#[test]
fn a_program_that_crashes_loses_and_is_started_again() {
    let script = Script::that("exit 3");
    let (reason, sentences) = faults(&script, Timeouts::default());
    assert_eq!(reason, "crashed");
    assert_eq!(sentences, ["the program ended before it answered go"; 2]);
    assert_eq!(script.processes().len(), 2);
}

#[test]
fn an_illegal_move_loses_and_is_named() {
    let (reason, sentences) =
        faults(&Script::that("printf '\\377\\n'; echo garbage; echo bestmove a1z9"), Timeouts::default());
    assert_eq!(reason, "illegal move");
    assert!(sentences[0].starts_with("“a1z9” is refused: "), "{sentences:?}");
}

#[test]
fn bestmove_without_a_move_loses() {
    let (reason, _) = faults(&Script::that("echo bestmove"), Timeouts::default());
    assert_eq!(reason, "no move");
}

#[test]
fn a_program_that_answers_with_an_error_loses() {
    let (reason, sentences) = faults(&Script::that("echo error what is that"), Timeouts::default());
    assert_eq!(reason, "refused");
    assert_eq!(sentences[0], "the program answered go with an error: “what is that”");
}

#[test]
fn a_late_move_stands_and_is_counted() {
    // However fast the machine is, this program exceeds its time.
    let script = Script::that("sleep 0.05; echo bestmove a1z9");
    let mut match_run = match_run("dvonn", "", &script.player(), "random", 2);
    match_run.limit = Limit::Time(Duration::from_millis(1));
    match_run.timeouts = Timeouts { margin: Duration::ZERO, ..Timeouts::default() };
    let (conclusion, _) = run(&match_run).expect("a match");
    assert_eq!(conclusion.score.time_used[0].late, 2);
    assert_eq!(conclusion.score.reasons[&("illegal move", Some(0))], 2);
}

#[test]
fn a_match_does_not_begin_with_a_program_that_cannot_play() {
    let failure = |player: &str, timeouts: Timeouts| {
        let mut match_run = match_run("dvonn", "", player, "random", 2);
        match_run.timeouts = timeouts;
        run(&match_run).expect_err("no match").to_string()
    };
    let missing = failure("cmd:./no-such-program --flag; as nobody", Timeouts::default());
    assert!(missing.starts_with("nobody: “./no-such-program” does not start: "), "{missing}");
    let mute = Script::new(":", ":");
    let short_timeouts = Timeouts { answer: Duration::from_millis(200), ..Timeouts::default() };
    assert_eq!(failure(&mute.player(), short_timeouts), "script: the program did not answer ugi within 200ms");
    let gone = Script::new("exit 1", ":");
    assert_eq!(failure(&gone.player(), Timeouts::default()), "script: the program ended before it answered ugi");
    let plain = Script::that(":");
    let option = failure(&format!("{}; Level=3", plain.player()), Timeouts::default());
    assert_eq!(option, "script: the program has no option “Level”; it has game, deal, start");
    let other = Script::new("echo option name Deal type string; echo ugiok", ":");
    let option = failure(&other.player(), Timeouts::default());
    assert_eq!(option, "script: the program has no option “Start”; it has deal");
    for process in [mute, gone, plain, other].iter().flat_map(Script::processes) {
        assert!(!exists(process), "process {process} is left");
    }
}

#[test]
fn failures_have_words_for_the_table() {
    assert_eq!(CompetitorError::Stuck.name(), "no move");
    assert_eq!(CompetitorError::Ended { command: "go" }.name(), "crashed");
}
