//! Guarantees of an engine besides good moves: determinism, a prompt stop, bounded memory.

use super::games::{random_line, setup};
use std::time::{Duration, Instant};
use tablero::ai::{Engine, EngineOptions, Level, Limits, Report, Stop, Think, TranspositionTable};
use tablero::catalog::Catalog;
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Line, SeededRng};

/// How late a search may end on a busy machine. A search that ignores its deadline goes on for minutes.
const LATE: Duration = Duration::from_secs(20);

fn lines<G: Think>() -> Vec<Line<G>> {
    let mut rng = SeededRng::new(5);
    [0, 6, 15, 55].map(|plies| random_line::<G>(&setup::<G>(""), plies, &mut rng)).into()
}

fn search<G: Think>(engine: &mut Engine<G>, line: &Line<G>, nodes: u64) -> Report<G::Move> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut found = engine.search(line, limits, &Stop::default(), &mut |_| {});
    found.elapsed = Duration::ZERO;
    found
}

fn same_move<G: Think>() {
    for line in lines::<G>() {
        for level in [Level::FULL, Level::FIRST] {
            let settings = EngineOptions { hash: 1 << 20, seed: 7, level, ..EngineOptions::default() };
            let mut engine = Engine::<G>::new(settings);
            let first = search(&mut engine, &line, 3_000);
            assert_eq!(search(&mut Engine::<G>::new(settings), &line, 3_000), first, "a new engine finds the same");
            engine.clear();
            assert_eq!(search(&mut engine, &line, 3_000), first, "a search after clearing the table finds the same");
            assert_eq!(first.best().is_none(), line.ending().is_some());
        }
    }
}

#[test]
fn one_seed_one_thread_and_one_limit_give_one_report() {
    same_move::<Zertz>();
    same_move::<Dvonn>();
    same_move::<Barrier>();
}

#[test]
fn the_node_limit_is_respected() {
    fn check<G: Think>() {
        for line in lines::<G>() {
            for threads in [1, 2] {
                let mut engine = Engine::<G>::new(EngineOptions { hash: 1 << 20, threads, ..EngineOptions::default() });
                for nodes in [1, 2, 1_000] {
                    let found = search(&mut engine, &line, nodes);
                    assert!(found.nodes <= nodes.max(threads as u64), "{} of {nodes}", found.nodes);
                    assert_eq!(found.best().is_none(), line.ending().is_some(), "there is always a move");
                }
            }
        }
    }
    check::<Zertz>();
    check::<Dvonn>();
    check::<Barrier>();
}

/// The unit test of `Watch` checks how soon it notices a stop, and this one that every thread of a search asks it.
#[test]
fn a_stop_ends_a_search_soon() {
    for game in Catalog::standard().games() {
        // A board on which the search does not end by itself, and a depth limit, so that no solver answers instead.
        let line = game.start(if game.name() == "barrier" { "10" } else { "" }).expect("there is such a board");
        let limits = Limits { depth: Some(60), ..Limits::default() };
        for threads in [1, 2] {
            let mut engine = game.engine(EngineOptions { hash: 1 << 24, threads, ..EngineOptions::default() });
            let stop = Stop::default();
            let (started, has_begun) = std::sync::mpsc::channel();
            std::thread::scope(|scope| {
                let search = scope.spawn(|| {
                    engine.search(line.as_ref(), limits, &stop, &mut |_| {
                        // The receiver is gone after the first report.
                        let _ = started.send(());
                    })
                });
                has_begun.recv().expect("the search reports something");
                let raised = Instant::now();
                stop.raise();
                let found = search.join().expect("it does not panic");
                assert!(found.depth < 60, "{} was still searching", game.name());
                assert!(raised.elapsed() < LATE, "{} with {threads} threads: {:?}", game.name(), raised.elapsed());
            });
        }
    }
}

#[test]
fn a_deadline_and_an_earlier_stop_are_respected() {
    for game in Catalog::standard().games() {
        let mut engine = game.engine(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
        let line = game.start("").expect("there is a default");
        for time in [0, 1, 30] {
            let started = Instant::now();
            let deadline = Some(started + Duration::from_millis(time));
            let found =
                engine.search(line.as_ref(), Limits { deadline, ..Limits::default() }, &Stop::default(), &mut |_| {});
            assert!(started.elapsed() < Duration::from_millis(time) + LATE, "{:?}", started.elapsed());
            assert!(found.best().is_some());
        }
        let stop = Stop::default();
        stop.raise();
        let found = engine.search(line.as_ref(), Limits::default(), &stop, &mut |_| {});
        assert!(found.best().is_some(), "there is always a move");
    }
}

#[test]
fn the_table_uses_the_memory_it_is_given() {
    for bytes in [64, 1_000, 1 << 20, (1 << 20) + 63, 3_000_000] {
        let table = TranspositionTable::new(bytes);
        assert!(table.bytes() <= bytes && table.bytes() + 64 > bytes, "{} of {bytes}", table.bytes());
    }
    assert_eq!(TranspositionTable::new(0).bytes(), 64, "the smallest table has room for four positions");
}

/// Given a line of another game, an engine finds nothing instead of a wrong result.
#[test]
fn a_line_of_another_game_has_no_move() {
    let line = Catalog::standard().games()[1].start("").expect("there is a default");
    let mut engine = Catalog::standard().games()[0].engine(EngineOptions { hash: 1, ..EngineOptions::default() });
    let found = engine.search(line.as_ref(), Limits::default(), &Stop::default(), &mut |_| {});
    assert_eq!((found.best(), found.nodes), (None, 0));
}
