//! The packs of puzzles: every line can be read, and a sample is proved again. `docs/puzzles.md` says how to prove them all.

use std::borrow::Cow;
use std::collections::BTreeSet;
use tablero::ai::explain::played;
use tablero::catalog::Value;
use tablero::lessons::barrier::Goal;
use tablero::lessons::{Puzzle, Task, Teach, Unproved};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Notation};

/// One puzzle of a pack in this many is proved.
const SAMPLED: usize = 60;
/// Each theme has at least this many.
const OF_THEME: usize = 70;

/// Checks that the answer to a wrong capture names what it captures.
fn check_misses<G: Teach>(puzzle: &Puzzle<G>) {
    let position = G::read_position(&puzzle.task.position).expect("a position");
    for miss in position.moves().into_iter().filter_map(|m| position.judge(puzzle.task.goal, m).err()) {
        for value in ["marbles", "given"].map(|name| miss.arg(name)) {
            let is_nothing =
                matches!(value, Some(Value::Pieces(pieces)) if pieces.iter().all(|(_, count)| *count == 0));
            assert!(!is_nothing, "{miss:?} in {puzzle:?}");
        }
    }
}

/// Checks a pack that has at least this many puzzles.
fn check<G: Teach>(least: usize) {
    let pack = Puzzle::<G>::pack();
    assert_eq!(pack.len(), G::PUZZLES.lines().count(), "{}: a line cannot be read", G::NAME);
    assert!(pack.len() >= least, "{} has {} puzzles", G::NAME, pack.len());
    let numbers: BTreeSet<u32> = pack.iter().map(|puzzle| puzzle.number).collect();
    let positions: BTreeSet<&str> = pack.iter().map(|puzzle| &*puzzle.task.position).collect();
    assert_eq!((numbers.len(), positions.len()), (pack.len(), pack.len()), "{}: a number or a position twice", G::NAME);
    for theme in G::PUZZLE_THEMES {
        let count = pack.iter().filter(|puzzle| puzzle.theme.word == theme.word).count();
        assert!(count >= OF_THEME, "{}: {count} puzzles of {}", G::NAME, theme.word);
    }
    for puzzle in &pack {
        let position = G::read_position(&puzzle.task.position).expect("a position");
        assert!(position.read_move(&puzzle.task.answer).is_ok(), "{puzzle:?}");
        assert_eq!(puzzle.depth > 0, (100..4_000).contains(&puzzle.rating), "{puzzle:?}");
    }
    for puzzle in pack.iter().step_by(SAMPLED) {
        assert_eq!(puzzle.prove(), Ok(()), "{puzzle:?}");
    }
    for puzzle in pack.iter().filter(|puzzle| puzzle.depth == 1) {
        check_misses(puzzle);
    }
}

#[test]
fn the_puzzles_of_zertz_have_one_solution() {
    check::<Zertz>(1_000);
}

#[test]
fn the_puzzles_of_dvonn_have_one_solution() {
    check::<Dvonn>(1_000);
}

#[test]
fn the_puzzles_of_barrier_have_one_solution() {
    check::<Barrier>(300);
}

#[test]
fn all_packs_together_are_small() {
    assert!(Zertz::PUZZLES.len() + Dvonn::PUZZLES.len() + Barrier::PUZZLES.len() < 2 << 20);
}

#[test]
fn solutions_that_leave_nothing_to_capture_place_on_one_ring() {
    let (mut puzzles, mut solutions) = (0, 0);
    for puzzle in Puzzle::<Zertz>::pack().iter().filter(|puzzle| puzzle.theme.word == "safe") {
        let position = Zertz::read_position(&puzzle.task.position).expect("a position");
        let is_safe = |m: &tablero::rules::zertz::Move| !played(&position, *m).must_capture();
        let safe: Vec<String> = position.moves().iter().filter(|m| is_safe(m)).map(ToString::to_string).collect();
        assert!(safe.contains(&puzzle.task.answer.to_string()), "{puzzle:?}");
        // The ring is named after the colour. A capture is a solution only if it is the only one.
        let is_same = |other: &String| !other.contains('x') && other[1..3] == puzzle.task.answer[1..3];
        assert!(safe.len() == 1 || safe.iter().all(is_same), "{puzzle:?}: {safe:?}");
        puzzles += 1;
        solutions += safe.len();
    }
    assert!(solutions > puzzles, "{solutions} solutions of {puzzles} puzzles");
}

/// A puzzle about a position of the lessons, in which `b3d3d2` leaves two walks and nothing leaves fewer.
fn leave(most: u64, answer: &'static str) -> Result<(), Unproved> {
    let theme = Barrier::PUZZLE_THEMES.iter().find(|theme| theme.word == "leave").expect("a theme");
    let position = Cow::Borrowed("....##/....#./.###B./.W..../....../...... w");
    let task = Task { position, goal: Goal::Leave(most), answer: Cow::Borrowed(answer) };
    Puzzle::<Barrier> { number: 1, theme, amount: 2, depth: 2, rating: 1_500, task }.prove()
}

#[test]
fn a_proof_refuses_what_is_wrong() {
    assert_eq!(leave(2, "b3d3d2"), Ok(()));
    assert!(matches!(leave(1, "b3d3d2"), Err(Unproved::Unsolved(_))));
    assert!(matches!(leave(8, "b3d3d2"), Err(Unproved::Several(_) | Unproved::Harder(_))));
    assert_eq!(leave(2, "a1"), Err(Unproved::Unreadable));
}
