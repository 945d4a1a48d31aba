//! Positions that the seat to move wins in one, two or three turns, found in games by exhaustive search. The search
//! finds the win at that depth.

use tablero::ai::{Engine, EngineOptions, Limits, Stop, Think};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::notation::join;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Line, Notation, Outcome, Seat};

/// Each line: the turns to the win, the name of the game, the position.
const POSITIONS: &str = include_str!("tactics.txt");

/// Whether `seat` wins within this many of its own turns against every defence, by exhaustive search.
fn wins_with<G: Think>(position: &G, seat: Seat, turns: u32) -> bool {
    if let Some(ending) = position.ending() {
        return ending.outcome == Outcome::Win(seat);
    }
    let own = position.seat() == seat;
    if own && turns == 0 {
        return false;
    }
    let after = |m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        wins_with(&next, seat, turns - u32::from(own))
    };
    let mut moves = position.moves().into_iter();
    if own { moves.any(after) } else { moves.all(after) }
}

/// Whether `seat` wins within this many turns of both that are not forced, which is what a search of this depth can
/// see.
fn wins_within<G: Think>(position: &G, seat: Seat, depth: u32) -> bool {
    if let Some(ending) = position.ending() {
        return ending.outcome == Outcome::Win(seat);
    }
    let cost = u32::from(!position.is_forced());
    let Some(depth) = depth.checked_sub(cost) else { return false };
    let after = |m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        wins_within(&next, seat, depth)
    };
    let mut moves = position.moves().into_iter();
    if position.seat() == seat { moves.any(after) } else { moves.all(after) }
}

/// Checks the positions of one game. Returns their count for each number of turns.
fn check<G: Think + Notation>(threads: usize) -> [usize; 3] {
    let mut counts = [0; 3];
    for line in POSITIONS.lines() {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().expect("the line has three parts");
        let (turns, game, text): (u32, _, _) = (word().parse().expect("a number"), word(), word());
        if game != G::NAME {
            continue;
        }
        counts[turns as usize - 1] += 1;
        let position = G::read_position(text).unwrap_or_else(|faults| panic!("{line}: {}", join(&faults)));
        let seat = position.seat();
        assert!(wins_with(&position, seat, turns), "{line}: it is won");
        assert!(!wins_with(&position, seat, turns - 1), "{line}: it is not won sooner");
        let depth = (1..).find(|depth| wins_within(&position, seat, *depth)).expect("it is won");
        // With reductions the win may be found up to two turns deeper.
        for (plain, depth) in [(true, depth), (false, depth + 2)] {
            let settings = EngineOptions { hash: 1 << 20, threads, plain, ..EngineOptions::default() };
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let line_of_play = Line::from_position(position.clone());
            let found = Engine::<G>::new(settings).search(&line_of_play, limits, &Stop::default(), &mut |_| {});
            assert!(found.score().is_some_and(tablero::ai::Score::is_win), "{line}, plain {plain}: {found:?}");
            let mut next = position.clone();
            next.play_unchecked(*found.best().expect("a move"));
            assert!(wins_within(&next, seat, depth), "{line}: {:?} does not win", found.best());
        }
    }
    counts
}

#[test]
fn zertz() {
    assert!(check::<Zertz>(1).iter().all(|count| *count >= 5));
}

#[test]
fn dvonn() {
    assert!(check::<Dvonn>(1).iter().all(|count| *count >= 5));
}

#[test]
fn barrier() {
    assert!(check::<Barrier>(1).iter().all(|count| *count >= 5));
    check::<Barrier>(2);
}
