//! Positions that the full search reports as won or lost are won or lost.

use super::games::{random_line, setup};
use std::collections::HashMap;
use tablero::ai::{Engine, EngineOptions, Limits, Stop, Think};
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Game, Line, Outcome, Seat, SeededRng};

/// The outcome with best play, by exhaustive search, for games in which no position repeats. `None` when there are too
/// many positions.
fn solve<G: Game + std::hash::Hash>(
    position: &G,
    known: &mut HashMap<G, Outcome>,
    left: &mut usize,
) -> Option<Outcome> {
    if let Some(ending) = position.ending() {
        return Some(ending.outcome);
    }
    if let Some(outcome) = known.get(position) {
        return Some(*outcome);
    }
    *left = left.checked_sub(1)?;
    let win = Outcome::Win(position.seat());
    let mut best = Outcome::Win(!position.seat());
    for m in position.moves() {
        let mut next = position.clone();
        next.play_unchecked(m);
        match solve(&next, known, left)? {
            outcome if outcome == win => {
                best = win;
                break;
            }
            Outcome::Draw => best = Outcome::Draw,
            Outcome::Win(_) => {}
        }
    }
    known.insert(position.clone(), best);
    Some(best)
}

/// The outcome that the search reports, if it considers the position decided.
fn searched<G: Think>(engine: &mut Engine<G>, line: &Line<G>, depth: Option<u32>) -> Option<Outcome> {
    let limits = Limits { depth, nodes: Some(200_000), ..Limits::default() };
    let found = engine.search(line, limits, &Stop::default(), &mut |_| {});
    let score = found.score().expect("the game goes on");
    match score {
        _ if score.is_win() => Some(Outcome::Win(line.seat())),
        _ if score.is_loss() => Some(Outcome::Win(!line.seat())),
        _ => None,
    }
}

/// Compares with the exhaustive search. Returns how many positions the engine considered decided.
fn check<G: Think + std::hash::Hash>(words: &str, plies: std::ops::Range<u64>, count: usize) -> usize {
    let mut rng = SeededRng::new(plies.start);
    // Two threads, and a table so small that most entries are overwritten.
    let settings = [(1 << 12, 1), (1 << 20, 1), (1 << 20, 2)];
    let mut engines: Vec<Engine<G>> = settings
        .into_iter()
        .map(|(hash, threads)| Engine::new(EngineOptions { hash, threads, ..EngineOptions::default() }))
        .collect();
    let (mut checked, mut decided) = (0, 0);
    while checked < count {
        let drawn = plies.start + rng.below(plies.end - plies.start);
        let line = random_line::<G>(&setup::<G>(words), drawn, &mut rng);
        let mut left = 30_000;
        if line.ending().is_some() {
            continue;
        }
        let Some(outcome) = solve(line.position(), &mut HashMap::new(), &mut left) else { continue };
        let engine = &mut engines[checked % settings.len()];
        if let Some(seen) = searched(engine, &line, None) {
            assert_eq!(seen, outcome, "{:?}", line.position());
            decided += 1;
        }
        checked += 1;
    }
    decided
}

#[test]
fn barrier_agrees_with_an_exhaustive_search() {
    assert!(check::<Barrier>("variant=5", 2..7, 150) > 140);
    assert!(check::<Barrier>("variant=6", 6..11, 150) > 140);
}

#[test]
fn dvonn_agrees_with_an_exhaustive_search() {
    assert!(check::<Dvonn>("", 76..95, 150) > 100);
}

/// Whether `seat` wins within this many plies against every defence.
fn wins_within<G: Game>(position: &G, seat: Seat, plies: usize) -> bool {
    match position.ending() {
        Some(ending) => ending.outcome == Outcome::Win(seat),
        None if plies == 0 => false,
        None => {
            let after = |m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                wins_within(&next, seat, plies - 1)
            };
            let mut moves = position.moves().into_iter();
            if position.seat() == seat { moves.any(after) } else { moves.all(after) }
        }
    }
}

/// ZÈRTZ is too large for exhaustive search, but a reported win can be verified.
#[test]
fn wins_and_losses_of_zertz_are_true() {
    let mut checked = [0; 2];
    for (words, plies) in [("variant=37", 20..45), ("variant=blitz", 16..40), ("variant=blitz claims=optional", 16..40)]
    {
        let mut rng = SeededRng::new(plies.start);
        let mut engine = Engine::<Zertz>::new(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
        for _ in 0..800 {
            let drawn = plies.start + rng.below(plies.end - plies.start);
            let line = random_line::<Zertz>(&setup::<Zertz>(words), drawn, &mut rng);
            if line.ending().is_some() || line.position().count_moves() > 400 {
                continue;
            }
            let limits = Limits { depth: Some(3), nodes: Some(20_000), ..Limits::default() };
            let found = engine.search(&line, limits, &Stop::default(), &mut |_| {});
            let Some(plies) = found.score().and_then(tablero::ai::Score::decided_in) else { continue };
            let winner = if plies > 0 { line.seat() } else { !line.seat() };
            if plies.unsigned_abs() <= 3 {
                let position = line.position();
                assert!(wins_within(position, winner, plies.unsigned_abs() as usize), "{plies} in {position:?}");
                checked[usize::from(plies > 0)] += 1;
            }
        }
    }
    assert!(checked.iter().all(|count| *count >= 10), "wins and losses were seen: {checked:?}");
}
