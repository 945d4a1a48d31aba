//! The packs of puzzles: every line can be read, and a sample is proved again. `docs/puzzles.md` says how to prove them all.

use std::borrow::Cow;
use std::collections::BTreeSet;
use tablero::catalog::Value;
use tablero::lessons::barrier::Goal;
use tablero::lessons::{Puzzle, Task, Teach, Unproved};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;

/// One puzzle of a pack in this many is proved.
const SAMPLED: usize = 60;

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
        assert!(pack.iter().any(|puzzle| puzzle.theme.word == theme.word), "{}: no puzzle of {}", G::NAME, theme.word);
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
