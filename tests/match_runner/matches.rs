//! Complete match runs.

use crate::stage::{match_run, run};
use engine_tools::match_runner::spec::CompetitorKind;
use engine_tools::match_runner::statistics::Verdict;
use engine_tools::match_runner::{CompetitorSpec, Openings, report};
use std::collections::BTreeSet;
use std::process::Command;
use tablero::catalog::Catalog;
use tablero::rules::record;

#[test]
fn every_opening_is_played_twice_with_the_seats_swapped() {
    let (conclusion, pairs) =
        run(&match_run("dvonn", "start=placement", "greedy; as a", "random; as b", 6)).expect("a match");
    assert_eq!((pairs.len(), conclusion.score.games()), (3, 6));
    for [first, second] in &pairs {
        let header = |game: &engine_tools::match_runner::adjudicator::Finished, name| {
            game.record.header(name).map(str::to_owned)
        };
        assert_eq!(header(first, "Player1").as_deref(), Some("a"));
        assert_eq!(header(first, "Player2"), header(second, "Player1"));
        assert_eq!(header(first, "Player1"), header(second, "Player2"));
        assert_eq!(header(first, "Setup"), header(second, "Setup"));
        let opening = |game: &engine_tools::match_runner::adjudicator::Finished| game.record.moves[..6].to_vec();
        assert_eq!(opening(first), opening(second));
        assert_eq!(header(first, "Opening").as_deref(), Some("6"));
    }
}

#[test]
fn the_same_seed_gives_the_same_match_however_many_play_at_a_time() {
    let games = |jobs, seed| {
        let mut match_run = match_run("barrier", "6", "uct", "greedy", 12);
        (match_run.jobs, match_run.seed) = (jobs, seed);
        let (_, pairs) = run(&match_run).expect("a match");
        pairs.iter().flatten().map(|game| game.record.to_string()).collect::<BTreeSet<_>>()
    };
    let alone = games(1, 5);
    assert_eq!(alone.len(), 12);
    assert_eq!(alone, games(3, 5));
    assert_ne!(alone, games(1, 6));
}

#[test]
fn greedy_beats_random_at_dvonn() {
    let (conclusion, _) = run(&match_run("dvonn", "", "greedy", "random", 40)).expect("a match");
    assert!(conclusion.score.pairs.elo().low > 0.0, "{:?}", conclusion.score);
}

#[test]
fn uct_beats_random() {
    let (conclusion, _) = run(&match_run("barrier", "6", "uct; nodes 100", "random", 20)).expect("a match");
    assert!(conclusion.score.pairs.elo().low > 0.0, "{:?}", conclusion.score);
}

#[test]
fn full_strength_does_not_delay_threats_until_it_loses_to_greedy() {
    // A search whose lines end right after a sacrifice loses two of these games, because it gives away a marble every turn.
    let mut match_run = match_run("zertz", "37", "engine; Hash=16; nodes 100000", "greedy", 40);
    match_run.seed = 4;
    match_run.openings = Openings::book(match_run.game, "37", match_run.seed).expect("a book");
    let (conclusion, _) = run(&match_run).expect("a match");
    assert_eq!(conclusion.score.pairs.0, [0, 0, 0, 0, 20], "all games are won");
}

#[test]
fn the_engine_plays_in_this_process_with_a_level_and_a_limit() {
    let (conclusion, pairs) = run(&match_run("dvonn", "", "engine; Hash=1; nodes 500", "random", 8)).expect("a match");
    assert!(conclusion.score.pairs.elo().low > 0.0, "{:?}", conclusion.score);
    assert_eq!(pairs[0][0].record.header("Player1"), Some("engine; Hash=1; nodes 500"));
    let spec = "engine; level=2; threads=3; as pupil".parse::<CompetitorSpec>().expect("a player");
    let CompetitorKind::Engine(settings) = spec.kind else { panic!("the engine") };
    assert_eq!((settings.level.number(), settings.threads, settings.hash), (2, 3, 16 << 20));
}

#[test]
fn depth_two_beats_random_at_zertz() {
    let (conclusion, _) = run(&match_run("zertz", "blitz", "depth2", "random", 8)).expect("a match");
    assert!(conclusion.score.pairs.elo().low > 0.0, "{:?}", conclusion.score);
}

#[test]
fn a_test_stops_the_match_as_soon_as_it_is_decided() {
    let mut match_run = match_run("dvonn", "", "greedy", "random", 400);
    match_run.sprt = "0,100".parse().ok();
    let (conclusion, pairs) = run(&match_run).expect("a match");
    assert_eq!(conclusion.verdict, Some(Verdict::Greater));
    assert!(pairs.len() < 200, "{} pairs", pairs.len());
    let text = report::result(&match_run, &conclusion);
    assert!(text.contains("H1: rather +100 than +0"), "{text}");
    assert_eq!(conclusion.score.games(), 2 * pairs.len() as u64);
}

#[test]
fn a_report_that_fails_ends_the_match() {
    let match_run = match_run("barrier", "5", "random", "random", 1_000);
    let mut shown = 0;
    let ended = match_run.run(|_, _| {
        shown += 1;
        Err(std::io::Error::other("the disk is full"))
    });
    assert_eq!(ended.expect_err("no match").to_string(), "the games could not be stored: the disk is full");
    assert_eq!(shown, 1);
}

#[test]
fn players_are_read_from_words() {
    let spec = "cmd:'/a b/tablero' ugi --game zertz; Level = 3;movetime 50 ; as third"
        .parse::<CompetitorSpec>()
        .expect("a player");
    assert_eq!(spec.label, "third");
    assert_eq!(spec.options, [("Level".to_owned(), "3".to_owned())]);
    assert_eq!(spec.limit.expect("a limit").to_string(), "movetime 50");
    assert_eq!("uct; nodes 10".parse::<CompetitorSpec>().expect("a player").label, "uct; nodes 10");
    for (text, sentence) in [
        (
            "alphabeta",
            "“alphabeta” isn't a player; choose random, greedy, taker, careless, exchanges, depth2, uct, engine or cmd:PROGRAM",
        ),
        ("cmd:", "cmd: needs a command line, and “” isn't one"),
        ("cmd:'open", "cmd: needs a command line, and “'open” isn't one"),
        ("greedy; Level=3", "greedy has no options"),
        (
            "engine; Level=11",
            "the engine has the options Level (0 to 10), Hash (1 to 4096, in megabytes), Threads (1 to 64) and Skill (six numbers, see docs/engines.md), not “Level=11”",
        ),
        (
            "random; nodes 0",
            "“nodes 0” is neither Name=value, nor movetime N, nodes N or depth N with N above 0, nor as NAME",
        ),
    ] {
        assert_eq!(text.parse::<CompetitorSpec>().expect_err("no player").to_string(), sentence);
    }
    let deep = run(&match_run("barrier", "5", "uct; depth 3", "random", 2)).expect_err("no match").to_string();
    assert!(deep.starts_with("uct needs movetime or nodes"), "{deep}");
}

#[test]
fn the_subcommand_prints_a_table_and_writes_the_games() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let file = folder.path().join("games.txt");
    let run = Command::new(env!("CARGO_BIN_EXE_tablero"))
        .args(["match", "--game", "barrier", "--variant", "5", "--first", "greedy", "--second", "random"])
        .args(["--games", "5", "--seed", "3", "--sprt", "-300,-200", "--records"])
        .arg(&file)
        .output()
        .expect("the program starts");
    let text = String::from_utf8(run.stdout).expect("text");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    for row in
        ["game          barrier variant=5, seed 3", "first         greedy, movetime 100", "Elo ", "SPRT ", "endings"]
    {
        assert!(text.contains(row), "{row:?} is not in\n{text}");
    }
    let games = record::read(&std::fs::read_to_string(&file).expect("the records")).expect("records");
    assert_eq!(games.len(), 6, "an even number");
    for game in &games {
        Catalog::standard().game("barrier").expect("a game").replay(game).expect("it can be replayed");
    }
}

#[test]
fn the_subcommand_explains_errors() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let openings = folder.path().join("openings.txt");
    std::fs::write(&openings, "e4 e4\n").expect("written");
    let openings = openings.to_string_lossy().into_owned();
    for (extra, sentence) in [
        (vec!["--game", "chess"], "there is no game of that name; choose one of zertz, dvonn, barrier"),
        (vec!["--game", "barrier", "--variant", "4"], "variant cannot be “4”"),
        (vec!["--game", "barrier", "--sprt", "5,0"], "--sprt takes two differences in Elo"),
        (vec!["--game", "barrier", "--openings", &openings], "line 1 of the openings: move 2, “e4”: "),
        (vec!["--game", "barrier", "--openings", "none.txt"], "none.txt: "),
        (vec!["--game", "barrier", "--nodes", "0"], "--nodes"),
    ] {
        let run = Command::new(env!("CARGO_BIN_EXE_tablero"))
            .args(["match", "--first", "random", "--second", "random", "--games", "2"])
            .args(&extra)
            .output()
            .expect("the program starts");
        let text = String::from_utf8_lossy(&run.stderr);
        assert!(!run.status.success() && text.contains(sentence), "{extra:?}: {text}");
    }
}

#[test]
fn openings_from_a_file_are_played() {
    let mut match_run = match_run("barrier", "8", "random", "random", 4);
    match_run.openings = Openings::read(match_run.game, "8", "e4 c3\nd4 f6 d4d6e6\n").expect("openings");
    let (_, pairs) = run(&match_run).expect("a match");
    assert_eq!(pairs[1][1].record.moves[2].text, "d4d6e6");
}
