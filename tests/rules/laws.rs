//! One suite of laws for all games: random games of every game and variant, with the laws checked at every ply.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::{Move as ZertzMove, Zertz};
use tablero::rules::{Game, Line, Notation, Outcome, Record, Seat, SeededRng, Steps, record, setup, steps};
use test_support::nim::{Nim, four_games};

/// Plays `games` random games and checks every law. `bound` returns, for a finished game, an upper bound of the number
/// of plies of games like it.
fn check_laws<G: Notation + Steps>(setup: &str, games: u64, bound: impl Fn(&Line<G>) -> usize) {
    let setup_value: G::Setup = setup::read(setup).expect("the test names a setup that exists");
    let mut keys = HashMap::new();
    for seed in 0..games {
        let mut rng = SeededRng::new(seed);
        let mut line = Line::<G>::new(&setup_value);
        let mut seen: Vec<G::Move> = Vec::new();
        loop {
            let position = line.position();
            let moves = position.moves();
            let place = format!("{setup}, game {seed}, after {}", texts(line.moves()));
            assert_eq!(position.ending().is_none(), !moves.is_empty(), "a move or an ending: {place}");
            check_moves(position, &moves, line.moves().len().is_multiple_of(4), &place);
            check_position(position, &place);
            let earlier = keys.entry(position.key()).or_insert_with(|| position.clone());
            assert_eq!(earlier, position, "different positions share a key: {place}");
            // Moves of other positions are mostly illegal here; an illegal one must change nothing.
            for m in seen.iter().rev().take(20).filter(|m| !moves.contains(m)) {
                assert!(!position.is_legal(*m), "{m} is not generated, but legal: {place}");
                assert!(position.read_move(&m.to_string()).is_err(), "{m} is not generated, but read: {place}");
                let mut copy = line.clone();
                assert!(!copy.play(*m));
                assert_eq!((copy.position(), copy.moves().len()), (position, line.moves().len()), "{place}");
            }
            if line.ending().is_some() {
                break;
            }
            let m = moves[rng.below(moves.len() as u64) as usize];
            seen.extend(moves.first());
            assert!(line.play(m), "{m} is generated, but refused: {place}");
        }
        assert!(line.moves().len() <= bound(&line), "{} plies: {setup}, game {seed}", line.moves().len());
        check_record(&setup_value, &line);
    }
}

fn texts(moves: &[impl ToString]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn check_moves<G: Notation + Steps>(position: &G, moves: &[G::Move], thorough: bool, place: &str) {
    let distinct: HashSet<_> = moves.iter().collect();
    assert_eq!(distinct.len(), moves.len(), "moves are distinct: {place}");
    assert_eq!(position.count_moves(), moves.len() as u64, "the counted moves are the listed ones: {place}");
    let texts: HashSet<String> = moves.iter().map(G::Move::to_string).collect();
    assert_eq!(texts.len(), moves.len(), "texts are distinct: {place}");
    let every = if thorough { 1 } else { 1 + moves.len() / 50 };
    for (number, m) in moves.iter().enumerate().step_by(every) {
        let text = m.to_string();
        assert_eq!(position.read_move(&text), Ok(*m), "{text}: {place}");
        assert_eq!(position.read_move(&text.to_uppercase()), Ok(*m), "{text} in capitals: {place}");
        assert_eq!(position.read_move(&format!(" {} ", text.to_lowercase().replace(',', " , "))), Ok(*m), "{place}");
        assert!(position.is_legal(*m));
        if number % 10 == 0 {
            assert_eq!(position.nth_move(number as u64), Some(*m));
        }
    }
    assert_eq!(position.nth_move(moves.len() as u64), None);
    if thorough {
        let mut completed = Vec::new();
        complete(position, &mut Vec::new(), &mut completed, moves.len());
        let unique: HashSet<_> = completed.iter().collect();
        assert_eq!((unique, completed.len()), (distinct, moves.len()), "steps lead to the moves: {place}");
    }
}

/// Follows every sequence of picks to its end.
fn complete<G: Steps>(position: &G, picked: &mut Vec<G::Pick>, completed: &mut Vec<G::Move>, moves: usize) {
    let choices = steps::choices(position, picked);
    if let Some(m) = choices.complete {
        assert!(
            choices.picks.is_empty() && choices.moves == 1,
            "the picks of a move are not the beginning of another's"
        );
        completed.push(m);
    }
    let names: HashSet<String> = choices.picks.iter().map(G::Pick::to_string).collect();
    assert_eq!(names.len(), choices.picks.len(), "the picks of one step have distinct names");
    // Below the second pick, only some branches are followed when there are very many moves.
    let branches = if moves > 500 && picked.len() >= 2 { 3 } else { usize::MAX };
    if branches == 3 && choices.picks.len() > 3 {
        let _ = position.visit_moves(|m| {
            if picked.iter().enumerate().all(|(number, pick)| position.pick(m, number) == Some(*pick)) {
                completed.push(m);
            }
            ControlFlow::<()>::Continue(())
        });
        return;
    }
    for pick in choices.picks {
        picked.push(pick);
        complete(position, picked, completed, moves);
        picked.pop();
    }
}

fn check_position<G: Notation>(position: &G, place: &str) {
    let text = position.write_position();
    let read = G::read_position(&text).unwrap_or_else(|faults| panic!("{text}: {faults:?}: {place}"));
    assert_eq!(&read, position, "{text}: {place}");
    assert_eq!(read.key(), position.key(), "equal positions have equal keys: {place}");
    assert!(!text.contains('\n') && !position.board().is_empty());
}

fn check_record<G: Notation>(setup: &G::Setup, line: &Line<G>) {
    let mut record = Record::of_line(setup, line);
    record.set_header("Player1", "Ada \"the \\ first\"\n]{}");
    record.comments.push("before} the first".to_owned());
    record.moves[0].comments.extend(["\\".to_owned(), String::new()]);
    let file = record::write([&record, &record]);
    let read = record::read(&file).expect("the written record is read back");
    assert_eq!(read, [record.clone(), record]);
    let replayed = read[0].replay::<G>().expect("a played game replays");
    assert_eq!((replayed.moves(), replayed.position()), (line.moves(), line.position()));
}

/// Every turn of ZÈRTZ uses something up, with two exceptions: passing, and placing from an empty pool without removing
/// a ring ("free" turns). A placement uses a marble of the pool or a ring; so there are at most marbles + rings + free
/// of them, and not more captures than placements, as each takes at least one marble that was placed. Free turns are
/// bounded by the repetition rule: between two turns that use something up no position occurs more than twice.
fn zertz_bound(line: &Line<Zertz>) -> usize {
    let setup = line.start().setup();
    let (marbles, rings) = (setup.variant.marbles(), setup.variant.rings().len() as usize);
    let marbles: usize = marbles.into_iter().map(usize::from).sum();
    let mut free = 0;
    let mut position = *line.start();
    for m in line.moves() {
        let empty_pool = position.pool() == [0; 3];
        free += usize::from(empty_pool && matches!(m, ZertzMove::Pass | ZertzMove::Place { removed: None, .. }));
        position.play_unchecked(*m);
    }
    2 * (marbles + rings + free)
}

#[test]
fn zertz_with_automatic_claims() {
    for variant in ["37", "40", "43", "44", "48", "61", "blitz"] {
        check_laws::<Zertz>(&format!("variant={variant} claims=automatic"), 12, zertz_bound);
    }
}

#[test]
fn zertz_with_optional_claims() {
    for variant in ["37", "40", "43", "44", "48", "61", "blitz"] {
        check_laws::<Zertz>(&format!("variant={variant} claims=optional"), 4, zertz_bound);
    }
}

/// 49 placements; every stacking move leaves a stack less, so there are at most 48; and before each of them at
/// most one pass, as a player passes only when the opponent can move.
fn dvonn_bound(_: &Line<Dvonn>) -> usize {
    49 + 2 * 48
}

#[test]
fn dvonn_from_an_empty_board() {
    check_laws::<Dvonn>("", 60, dvonn_bound);
}

#[test]
fn dvonn_from_random_boards() {
    for deal in 0..40 {
        check_laws::<Dvonn>(&format!("start=random deal={deal}"), 2, dvonn_bound);
    }
}

/// Two placements, and every walk blocks three squares of which there are size² less the two with knights.
fn barrier_bound(line: &Line<Barrier>) -> usize {
    let size = usize::from(line.start().setup().size());
    2 + (size * size - 2) / 3
}

#[test]
fn barrier_of_every_size() {
    for size in 5..=10 {
        check_laws::<Barrier>(&format!("variant={size}"), 60, barrier_bound);
    }
}

/// Every turn takes a stone, and there are fifteen at most.
#[test]
fn nim_which_the_product_does_not_have() {
    for setup in ["variant=345", "variant=357 last=loses"] {
        check_laws::<Nim>(setup, 60, |_| 15);
    }
}

/// The marks in the pictures of the rules agree with the rules.
#[test]
fn the_examples_highlight_what_they_explain() {
    fn last<G: Notation>(about: &str) -> (G, Vec<&'static str>) {
        let example = G::EXAMPLES.iter().find(|example| example.about == about).expect("the example exists");
        let setup = setup::read::<G::Setup>(example.setup).expect("a setup");
        let mut line = Line::<G>::new(&setup);
        line.play_all(example.moves.split_whitespace()).expect("legal moves");
        // What can be removed is marked as lost; everything else is highlighted.
        let lost = example.guides.split_whitespace().filter_map(|guide| guide.strip_prefix('!'));
        (line.position().clone(), example.spotlight.split_whitespace().chain(lost).collect())
    }
    let (zertz, pointed_out) = last::<Zertz>("removing");
    let mut removable: Vec<String> =
        zertz.removable().map(|ring| tablero::rules::zertz::board::name(ring).to_string()).collect();
    removable.sort();
    assert_eq!(pointed_out, removable);
    let (zertz, _) = last::<Zertz>("capturing");
    let captures: Vec<String> = zertz.moves().iter().map(ToString::to_string).collect();
    assert_eq!(captures, ["c1xe3xg5", "d1xd3", "e2xc2"]);
    // The marble is still on ring 2, and the player who removes ring 1 captures it with its ring.
    let (zertz, _) = last::<Zertz>("claiming");
    let named = |ring| tablero::rules::zertz::board::name(ring).to_string();
    let removed = zertz.removable().find(|ring| named(*ring) == "f6").expect("ring 1 can be removed");
    let mut placed = zertz.vacant().filter(|ring| *ring != removed);
    let taken = zertz.groups_taken(placed.next().expect("a vacant ring"), Some(removed));
    assert_eq!(taken.map(named).collect::<Vec<_>>(), ["g7"]);
    assert!(zertz.marble_at(taken.first().expect("a ring")).is_some());
    let (dvonn, pointed_out) = last::<Dvonn>("blocked");
    let blocked = dvonn.surrounded() & dvonn.owned(dvonn.seat());
    let mut names: Vec<String> = blocked.map(|space| tablero::rules::dvonn::board::name(space).to_string()).collect();
    names.sort();
    assert_eq!(pointed_out, names);
    let (dvonn, _) = last::<Dvonn>("moving");
    let moves: Vec<String> = dvonn.moves().iter().map(ToString::to_string).collect();
    assert!(["d2e3", "i2i4", "c2c5"].iter().all(|pointed_out| moves.iter().any(|m| m == pointed_out)), "{moves:?}");
    let (barrier, _) = last::<Barrier>("walking");
    assert!(["b2b4c4", "b2c2c4"].iter().all(|text| barrier.read_move(text).is_ok()));
    let (barrier, pointed_out) = last::<Barrier>("ending");
    assert_eq!(barrier.ending().map(|ending| ending.outcome), Some(Outcome::Win(Seat::One)));
    assert_eq!(pointed_out, [barrier.knight(Seat::Two).expect("the knight is on the board").to_string()]);
}

#[test]
fn the_examples_of_every_game_can_be_played() {
    for game in four_games().games() {
        let examples = game.examples();
        // A message holds ten pictures.
        assert!((3..=10).contains(&examples.len()), "{}", game.name());
        for (example, line) in examples {
            assert_eq!(line.ply(), example.moves.split_whitespace().count(), "{}", example.about);
        }
    }
}
