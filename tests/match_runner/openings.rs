//! Openings: balanced, quiet, distinct, and the same for the same seed.

use engine_tools::match_runner::{Opening, Openings};
use std::collections::BTreeSet;
use tablero::catalog::{AnyGame, Catalog};

fn game(name: &str) -> &'static dyn AnyGame {
    Catalog::standard().game(name).expect("a game")
}

fn positions(openings: &[Opening]) -> Vec<String> {
    openings.iter().map(|opening| opening.line().position()).collect()
}

#[test]
fn a_seed_has_its_openings_and_they_differ() {
    for game in Catalog::standard().games().iter().copied() {
        let draw = |seed, count| positions(&Openings::Random(None).draw(game, "", seed, count).expect("openings"));
        let drawn = draw(7, 60);
        assert_eq!(drawn, draw(7, 60));
        assert_eq!(drawn[..20], draw(7, 20), "more of them begin with the same ones");
        assert_ne!(drawn, draw(8, 60));
        assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), 60, "{}", game.name());
    }
}

#[test]
fn openings_repeat_when_there_are_no_others() {
    let drawn = Openings::Random(Some(1)).draw(game("barrier"), "5", 1, 60).expect("openings");
    assert_eq!(positions(&drawn).iter().collect::<BTreeSet<_>>().len(), 25);
}

#[test]
fn nothing_is_lost_in_an_opening() {
    let openings = Openings::Random(None).draw(game("zertz"), "48", 3, 50).expect("openings");
    for opening in &openings {
        let line = opening.line();
        assert!((2..=4).contains(&line.ply()));
        assert!(line.ending().is_none() && line.legal(usize::MAX).iter().all(|m| !m.contains('x')), "{line:?}");
    }
}

#[test]
fn dvonn_is_dealt_unless_it_is_to_be_placed() {
    let draw = |setup| Openings::Random(None).draw(game("dvonn"), setup, 3, 2).expect("openings");
    assert!(positions(&draw("")).iter().all(|position| position.starts_with("dvonn stack")));
    let placed = draw("start=placement");
    assert!(positions(&placed).iter().all(|position| position.starts_with("dvonn place")));
    assert!(placed.iter().all(|opening| opening.line().ply() == 6));
    let dealt = positions(&draw("start=random deal=7"));
    assert_eq!(dealt[0], dealt[1], "a fixed deal has only one opening");
}

#[test]
fn a_file_of_openings_is_read_line_by_line() {
    let text = "# two openings\n\ne4 c3\nvariant=5 a1 b3 a1a3b3\n";
    let wrong = Openings::read(game("barrier"), "8", text).expect_err("b3 is taken").to_string();
    assert!(wrong.starts_with("line 4 of the openings: move 3, “a1a3b3”: "), "{wrong}");
    let openings = Openings::read(game("barrier"), "8", "e4 c3\nvariant=5 a1 b3\n").expect("openings");
    let drawn = openings.draw(game("barrier"), "8", 1, 3).expect("openings");
    assert_eq!(drawn[0].line().moves(), ["e4", "c3"]);
    assert!(drawn[1].line().position().starts_with("barrier ...../"));
    assert_eq!(positions(&drawn)[0], positions(&drawn)[2], "the first comes again");
    let empty = Openings::read(game("barrier"), "", "\n# nothing\n")
        .expect_err("a file without openings is refused")
        .to_string();
    assert!(empty.contains("there are no openings"), "{empty}");
}

#[test]
fn invalid_openings_are_refused() {
    let draw = |name, setup, plies| Openings::Random(plies).draw(game(name), setup, 1, 1).expect_err("no opening");
    assert!(draw("zertz", "variant=50", None).to_string().starts_with("variant cannot be"));
    assert!(draw("barrier", "5", Some(100)).to_string().contains("ask for fewer with --plies"));
}

#[test]
fn a_book_has_openings_of_its_own_board_and_none_twice() {
    for (name, setup, least) in [
        ("zertz", "37", 200),
        ("zertz", "40", 200),
        ("zertz", "43", 200),
        ("zertz", "44", 200),
        ("zertz", "48", 200),
        ("zertz", "61", 200),
        ("zertz", "blitz", 200),
        ("dvonn", "", 200),
        ("dvonn", "start=placement", 200),
        ("barrier", "5", 60),
        ("barrier", "6", 120),
        ("barrier", "7", 200),
        ("barrier", "8", 200),
        ("barrier", "9", 200),
        ("barrier", "10", 200),
    ] {
        let book = Openings::book(game(name), setup, 1).expect("a book");
        let drawn = positions(&book.draw(game(name), setup, 1, least).expect("openings"));
        let different: std::collections::BTreeSet<_> = drawn.iter().collect();
        assert_eq!(different.len(), least, "{name} {setup}");
        let start = |position: &String| position.split_whitespace().next().map(str::to_owned);
        assert!(drawn.iter().all(|position| start(position) == start(&drawn[0])), "{name} {setup}: one board");
        let again = Openings::book(game(name), setup, 2).expect("a book").draw(game(name), setup, 2, least);
        assert_ne!(positions(&again.expect("openings")), drawn, "{name} {setup}: the seed decides the order");
    }
}
