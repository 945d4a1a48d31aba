//! The DVONN engine is symmetric for the two colours, and its proofs are correct.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use tablero::ai::dvonn::features::{Features, extract};
use tablero::ai::dvonn::{Weights, placing};
use tablero::ai::{Engine, EngineOptions, Limits, Report, Score, Stop, Think};
use tablero::rules::dvonn::{Dvonn, Move, Phase, Setup, Start};
use tablero::rules::{Game, Line, Notation, Outcome, SeededRng};

fn dealt(deal: u64) -> Dvonn {
    Dvonn::new(&Setup { start: Start::Random, deal: Some(deal), swap: false })
}

fn read(text: &str) -> Dvonn {
    Dvonn::read_position(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

/// A position after this many random moves, unless the game is over by then.
fn drawn(mut position: Dvonn, plies: u64, rng: &mut SeededRng) -> Option<Dvonn> {
    for _ in 0..plies {
        position.play_unchecked(position.nth_move(rng.below(position.count_moves().max(1)))?);
    }
    position.ending().is_none().then_some(position)
}

/// Positions throughout the second phase.
fn stacking(count: usize, rng: &mut SeededRng) -> Vec<Dvonn> {
    let positions = (0..).filter_map(|deal| drawn(dealt(deal), deal % 30, rng));
    positions.take(count).collect()
}

/// The same position with the colours swapped and the other seat to move.
fn recoloured(position: &Dvonn) -> Dvonn {
    let text = position.write_position();
    let (head, rest) = text.split_at("stack ".len());
    let other = |c: char| match c {
        'w' => 'b',
        'b' => 'w',
        other => other,
    };
    read(&format!("{head}{}", rest.chars().map(other).collect::<String>()))
}

/// The same position rotated by 180 degrees.
fn turned(position: &Dvonn) -> Dvonn {
    let text = position.write_position();
    let words: Vec<&str> = text.split(' ').collect();
    let (mut signs, mut sign) = (Vec::new(), String::new());
    for c in words[1].chars() {
        if !c.is_ascii_digit() && c != '*' && !sign.is_empty() {
            signs.push(std::mem::take(&mut sign));
        }
        sign.push(c);
    }
    signs.push(sign);
    signs.reverse();
    read(&format!("{} {} {}", words[0], signs.concat(), words[2]))
}

fn features(position: &Dvonn) -> Features {
    extract(position, |_| {})
}

#[test]
fn the_evaluation_is_the_same_with_the_colours_swapped() {
    let weights = Weights::default();
    for position in stacking(200, &mut SeededRng::new(1)) {
        let other = recoloured(&position);
        assert_eq!(other.seat(), !position.seat());
        let text = position.write_position();
        assert_eq!(position.evaluate(&weights), other.evaluate(&weights), "{text}");
        assert!(position.evaluate(&weights).abs() < Score::EVALUATION_MAX, "{text}");
    }
}

#[test]
fn features_are_the_same_on_the_rotated_board() {
    for position in stacking(200, &mut SeededRng::new(2)) {
        assert_eq!(features(&position), features(&turned(&position)), "{}", position.write_position());
    }
    let mut rng = SeededRng::new(3);
    let placed = (0..49).filter_map(|plies| drawn(Dvonn::new(&Setup::default()), plies, &mut rng));
    for position in placed {
        let (here, there) = (placing::extract(&position, |_| {}), placing::extract(&turned(&position), |_| {}));
        assert_eq!(here, there, "{}", position.write_position());
    }
}

#[test]
fn codes_name_the_legal_moves_and_nothing_else() {
    let mut rng = SeededRng::new(4);
    let mut positions = stacking(30, &mut rng);
    positions.extend((0..49).step_by(6).filter_map(|plies| drawn(Dvonn::new(&Setup::default()), plies, &mut rng)));
    positions.push(read(PASS));
    for position in positions {
        let legal: HashSet<Move> = position.moves().into_iter().collect();
        let decoded: HashSet<Move> = (0..1 << 15).filter_map(|code| position.decode(code)).collect();
        assert_eq!(decoded, legal, "{}", position.write_position());
        for m in legal {
            assert_eq!(position.decode(Dvonn::code(m)), Some(m), "{m} in {}", position.write_position());
            assert!(position.slots(m).into_iter().all(|slot| slot < Dvonn::SLOTS), "{m}");
        }
    }
}

/// White has no move, Black has.
const PASS: &str = "stack r......../........../..........w9*/........b2*b/......... w";

/// The outcome with best play by both, by exhaustive search.
fn winner(position: &Dvonn, known: &mut HashMap<Dvonn, Outcome>) -> Outcome {
    if let Some(ending) = position.ending() {
        return ending.outcome;
    }
    if let Some(outcome) = known.get(position) {
        return *outcome;
    }
    let mut best = Outcome::Win(!position.seat());
    let _ = position.visit_moves(|m| {
        let mut next = *position;
        next.play_unchecked(m);
        match winner(&next, known) {
            outcome if outcome == Outcome::Win(position.seat()) => {
                best = outcome;
                ControlFlow::Break(())
            }
            Outcome::Draw => {
                best = Outcome::Draw;
                ControlFlow::Continue(())
            }
            Outcome::Win(_) => ControlFlow::Continue(()),
        }
    });
    known.insert(*position, best);
    best
}

/// A search of this depth that knows nothing of those before.
fn search(engine: &mut Engine<Dvonn>, position: &Dvonn, depth: u32) -> Report<Move> {
    engine.clear();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.search(&Line::from_position(*position), limits, &Stop::default(), &mut |_| {})
}

#[test]
fn late_positions_agree_with_an_exhaustive_search() {
    let mut rng = SeededRng::new(5);
    let mut engine = Engine::new(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
    let (mut checked, mut passes, mut draws) = (0, 0, 0);
    let mut deal = 0;
    while checked < 300 {
        deal += 1;
        let Some(position) = drawn(dealt(deal), 22 + deal % 8, &mut rng) else { continue };
        if position.occupied().len() > 15 {
            continue;
        }
        let mut known = HashMap::new();
        let outcome = winner(&position, &mut known);
        let found = search(&mut engine, &position, 20);
        let score = found.score().expect("the game is not over");
        let text = position.write_position();
        match outcome {
            Outcome::Win(seat) if seat == position.seat() => assert!(score.is_win(), "{text}: {score}"),
            Outcome::Win(_) => assert!(score.is_loss(), "{text}: {score}"),
            Outcome::Draw => assert_eq!(score, Score::EVEN, "{text}"),
        }
        // The move must lead to the proven outcome.
        let mut next = position;
        next.play_unchecked(*found.best().expect("the game is not over"));
        assert_eq!(winner(&next, &mut known), outcome, "{text}: {}", found.best().expect("a move"));
        checked += 1;
        draws += usize::from(outcome == Outcome::Draw);
        passes += usize::from(known.keys().any(|position| position.moves() == [Move::Pass]));
    }
    assert!(passes > 20 && draws > 2, "{passes} with passes, {draws} draws: too few to mean anything");
}

#[test]
fn a_forced_pass_is_played() {
    let position = read(PASS);
    assert_eq!(position.phase(), Phase::Stacking);
    assert!(position.is_forced());
    let mut engine = Engine::new(EngineOptions { hash: 1 << 16, ..EngineOptions::default() });
    assert_eq!(search(&mut engine, &position, 4).best(), Some(&Move::Pass));
}

/// Positions with exactly one winning move, the shortest wins first.
const ONLY_MOVES: [(&str, &str); 9] = [
    ("stack ...w3*.w.../.....rb3.../.........../.....b3*..../...w2b4.... w", "f5f2"),
    ("stack .......w./....b2w4w2w3../....ww3w..../.....b3w2b../......rrr w", "h4h2"),
    ("stack .....w2.../.w4w4b2*.b2..../...b8*rbw..../........../......... w", "g3f3"),
    ("stack b2...w.w../.b3*..w2b3b8w7r./.b2.ww2.w.bb2./....b4..w4*../......w.. b", "g4g1"),
    ("stack rb.b2*.w.../wb3.w5..b4w3../....b5.r.w3../....b4...w3b2/...w2..... w", "h5h4"),
    ("stack .....b2.../w.....b5.../b....w4b2.w5*../w2..b4w.w.../b3*.w4w2*..... w", "b4a3"),
    ("stack .bw4....../...w2b4*...../.........b2./.......b5.w/.....b2w3*wr w", "h1h2"),
    ("stack w......../bw4.....w5*../..bw2..w3.w../..w2..r.b2w3./.b4*...w5..b2 b", "c3d3"),
    ("stack w4wrb.b.../..b5..b2*..../...w2.b...../...wb2b4..../....b2*wb.. b", "g1f1"),
];

#[test]
fn the_only_winning_move_is_found() {
    for (text, only) in ONLY_MOVES {
        let position = read(text);
        let mut known = HashMap::new();
        let wins = |m: &Move| {
            let mut next = position;
            next.play_unchecked(*m);
            winner(&next, &mut known) == Outcome::Win(position.seat())
        };
        let winning: Vec<String> = position.moves().into_iter().filter(wins).map(|m| m.to_string()).collect();
        assert_eq!(winning, [only], "{text}");
        let mut engine = Engine::new(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
        let found = search(&mut engine, &position, 24);
        assert!(found.score().is_some_and(Score::is_win), "{text}");
        assert_eq!(found.best().map(Move::to_string).as_deref(), Some(only), "{text}");
    }
}

/// If this fails after a change of the deal or the engine, `opening_book.rs` makes new seeds.
#[test]
fn on_the_boards_that_the_bot_deals_neither_side_is_ahead_by_more_than_a_piece() {
    let seeds = Dvonn::LEVEL_SEEDS;
    assert_eq!(seeds.iter().collect::<HashSet<_>>().len(), seeds.len());
    let mut engine = Engine::new(EngineOptions { hash: 16 << 20, ..EngineOptions::default() });
    for seed in seeds.iter().step_by(64) {
        for depth in [5, 6] {
            let value = search(&mut engine, &dealt(u64::from(*seed)), depth).score().expect("a score");
            assert!(value.0.abs() <= 100, "deal {seed} at depth {depth}: {value:?}");
        }
    }
}

#[test]
fn odd_and_even_depths_agree_on_average() {
    let mut engine = Engine::new(EngineOptions { hash: 16 << 20, ..EngineOptions::default() });
    let mut gains = Vec::new();
    for deal in 1..=60 {
        let mut position = dealt(deal);
        for _ in 0..12 {
            position.play_unchecked(*search(&mut engine, &position, 2).best().expect("a move"));
        }
        let values = [4, 5, 6].map(|depth| search(&mut engine, &position, depth).score().expect("a score"));
        if values.iter().all(|value| value.decided_in().is_none()) {
            let [even, odd, next] = values.map(|value| value.0);
            gains.push(odd - (even + next) / 2);
        }
    }
    assert!(gains.len() > 40, "most games are still open");
    let mean = gains.iter().sum::<i32>() / gains.len() as i32;
    assert!(mean.abs() < 25, "a gain of {mean} hundredths of a piece");
}
