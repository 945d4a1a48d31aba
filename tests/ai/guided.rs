//! Guided games, offline: a player who plays what the bot advises wins them, and so does one who looks for nothing but the
//! ideas of the lessons.

use super::games::setup;
use tablero::ai::{Engine, EngineOptions, Level, Limits, Stop};
use tablero::lessons::Teach;
use tablero::rules::barrier::Barrier;
use tablero::rules::dvonn::Dvonn;
use tablero::rules::zertz::Zertz;
use tablero::rules::{Line, Outcome, Seat, SeededRng};
use test_support::taught::{Ideas, taught};

/// The number of games of each player.
const GAMES: u64 = 20;
/// How many positions a hint may visit: far fewer than with the usual move time.
const HINT_NODES: u64 = 10_000;

fn engine<G: Teach>(level: Level, seed: u64) -> Engine<G> {
    Engine::new(EngineOptions { hash: 1 << 20, level, seed, ..EngineOptions::default() })
}

/// A guided game as the bot begins it.
fn begin<G: Teach>(seed: u64) -> Line<G> {
    let deal = match G::LEVEL_SEEDS {
        [] => String::new(),
        deals => format!(" deal={}", deals[seed as usize % deals.len()]),
    };
    Line::new(&setup::<G>(&format!("{}{deal}", G::GUIDED_SETUP)))
}

/// Plays guided games to their end and expects the guided player, who is the first, to win them all.
fn win<G: Teach>(mut own: impl FnMut(&Line<G>, &mut SeededRng) -> G::Move) {
    for seed in 1..=GAMES {
        let (mut line, mut rng) = (begin::<G>(seed), SeededRng::new(seed));
        while line.ending().is_none() {
            let m = match line.seat() {
                Seat::One => own(&line, &mut rng),
                Seat::Two => {
                    let mut engine = engine::<G>(Level::CHILDREN, seed);
                    *engine.search(&line, Limits::default(), &Stop::default(), &mut |_| {}).best().expect("a move")
                }
            };
            assert!(line.play(m), "{m} is legal");
        }
        assert_eq!(line.outcome(), Some(Outcome::Win(Seat::One)), "{} with seed {seed}: {line:?}", G::NAME);
    }
}

fn win_as_told<G: Teach>() {
    win::<G>(|line, _| {
        let limits = Limits { nodes: Some(HINT_NODES), ..Limits::default() };
        let advice = engine::<G>(Level::FULL, 0).advise(line, limits, &Stop::default());
        line.position().read_move(&advice.expect("the game is not over").best).expect("it is legal")
    });
}

fn win_as_taught<G: Ideas>() {
    win::<G>(|line, rng| taught(line.position(), rng));
}

#[test]
fn the_advice_of_the_bot_wins_guided_games() {
    win_as_told::<Zertz>();
    win_as_told::<Dvonn>();
    win_as_told::<Barrier>();
}

#[test]
fn the_ideas_of_the_lessons_win_guided_games() {
    win_as_taught::<Zertz>();
    win_as_taught::<Dvonn>();
    win_as_taught::<Barrier>();
}
