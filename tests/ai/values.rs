//! Plain search returns the values of minimax, whatever is in its table.

use super::games::{random_line, setup};
use super::minimax::values_of_moves;
use std::cmp::Reverse;
use std::ops::Range;
use tablero::ai::{Engine, EngineOptions, Limits, Score, Stop, Think};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Line, SeededRng};

/// The depth to which a position can be searched without a window within this many nodes; 0 when even one turn is too
/// many.
fn depth_for<G: Think>(position: &G, positions: u64) -> u32 {
    (1..=4).take_while(|depth| stays_within(position, *depth, &mut positions.clone())).last().unwrap_or(0)
}

/// Whether the full tree to this depth stays within the remaining nodes. Subtracts its size.
fn stays_within<G: Think>(position: &G, depth: u32, left: &mut u64) -> bool {
    let free = position.is_forced();
    if position.ending().is_some() || depth == 0 && !free {
        return true;
    }
    let Some(rest) = left.checked_sub(position.count_moves()) else { return false };
    *left = rest;
    let depth = if free { depth } else { depth - 1 };
    position.moves().into_iter().all(|m| {
        let mut next = position.clone();
        next.play_unchecked(m);
        stays_within(&next, depth, left)
    })
}

/// Engines to compare: with a table for four positions and with a large one, each with one variation and with three.
/// They keep their tables between positions, so that stale entries would be noticed.
fn engines<G: Think>() -> Vec<Engine<G>> {
    let settings = |(hash, variations)| EngineOptions { hash, variations, plain: true, ..EngineOptions::default() };
    [(1, 1), (1, 3), (1 << 22, 1), (1 << 22, 3)].map(settings).into_iter().map(Engine::new).collect()
}

/// Compares the values of the best moves. Returns the depth.
fn check<G: Think>(line: &Line<G>, engine: &mut Engine<G>, variations: usize, depth: u32) -> u32 {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let found = engine.search(line, limits, &Stop::default(), &mut |_| {});
    // A search ends before its depth when the game is decided.
    let mut values = values_of_moves(line, found.depth);
    values.sort_by_key(|(_, value)| Reverse(*value));
    let best: Vec<Score> = values.iter().take(variations).map(|(_, value)| *value).collect();
    let scores: Vec<Score> = found.variations.iter().map(|variation| variation.score).collect();
    assert_eq!(scores, best, "depth {} of {:?}", found.depth, line.position());
    for variation in &found.variations {
        let own = values.iter().find(|(m, _)| *m == variation.moves[0]).map(|(_, value)| *value);
        assert_eq!(own, Some(variation.score), "the value is that of the move: {:?}", line.position());
        follow(line, &variation.moves);
    }
    found.depth
}

/// Checks that the moves of a variation are legal.
fn follow<G: Game>(line: &Line<G>, moves: &[G::Move]) {
    let mut line = line.clone();
    for m in moves {
        assert!(line.play(*m), "{m} cannot be played in {:?}", line.position());
    }
}

/// Checks `count` positions after `plies` random moves, each as deep as this many nodes allow, and at least `least`
/// turns deep.
fn check_random<G: Think>(words: &str, plies: Range<u64>, count: usize, positions: u64, least: u32) {
    let mut rng = SeededRng::new(words.len() as u64 + plies.start);
    let mut engines = engines::<G>();
    let mut checked = 0;
    let mut depths = [0; 5];
    while checked < count {
        let drawn = plies.start + rng.below(plies.end - plies.start);
        let line = random_line::<G>(&setup::<G>(words), drawn, &mut rng);
        let depth = if line.ending().is_some() { 0 } else { depth_for(line.position(), positions) };
        if depth < least {
            continue;
        }
        let at = checked % engines.len();
        let searched = check(&line, &mut engines[at], if at.is_multiple_of(2) { 1 } else { 3 }, depth);
        depths[searched as usize] += 1;
        checked += 1;
    }
    println!("{words}: searched 0, 1, 2 … turns deep: {depths:?}");
}

#[test]
fn zertz() {
    check_random::<Zertz>("variant=37", 10..40, 250, 10_000, 1);
    check_random::<Zertz>("variant=blitz claims=optional", 10..40, 250, 10_000, 1);
    // When few rings are left, two turns ahead are cheap.
    check_random::<Zertz>("variant=37", 24..50, 25, 150_000, 2);
    check_random::<Zertz>("variant=37 claims=optional", 24..50, 25, 150_000, 2);
    check_random::<Zertz>("variant=blitz", 18..50, 25, 150_000, 2);
}

#[test]
fn dvonn() {
    check_random::<Dvonn>("", 0..49, 300, 10_000, 2);
    // Near the end one player often can only pass, and the other has several turns in a row.
    check_random::<Dvonn>("", 49..95, 900, 10_000, 2);
    check_random::<Dvonn>("start=random deal=3", 10..45, 300, 10_000, 2);
}

#[test]
fn barrier() {
    check_random::<Barrier>("variant=5", 0..8, 500, 10_000, 2);
    check_random::<Barrier>("variant=6", 0..12, 500, 10_000, 2);
    check_random::<Barrier>("variant=8", 0..16, 200, 10_000, 2);
}
