//! Training games: playing, writing and reading them.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use tablero_games::ai::{Engine, EngineOptions, Limits, Stop};
use tablero_games::rules::dvonn::{Dvonn, Move, Phase, SPACES, Setup};
use tablero_games::rules::{Game, Line, Notation, Seat, SeededRng};

/// A finished game.
#[derive(Clone)]
pub struct Played {
    /// The moves; `true` marks random ones.
    pub moves: Vec<(Move, bool)>,
    /// White's pieces minus Black's at the end.
    pub difference: i32,
}

/// Percentage of placements drawn at random, for variety.
const STRAY_PLACEMENTS: u64 = 10;
/// Maximum number of random moves at the start of the stacking phase.
const STRAY_MOVES: u64 = 4;

/// Plays games and adds them to a file.
pub fn play(file: &Path, games: u64, nodes: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(File::options().create(true).append(true).open(file)?);
    let mut engine = Engine::new(EngineOptions { hash: 1 << 20, ..EngineOptions::default() });
    let mut chance = SeededRng::new(seed);
    for number in 1..=games {
        let game = one(&mut engine, nodes, &mut chance);
        for (m, stray) in &game.moves {
            write!(out, "{m}{} ", if *stray { "?" } else { "" })?;
        }
        writeln!(out, "= {}", game.difference)?;
        if number % 1000 == 0 {
            eprintln!("{number} games");
        }
    }
    Ok(out.flush()?)
}

/// Plays one game. One in three begins with many random placements, the others with a few.
fn one(engine: &mut Engine<Dvonn>, nodes: u64, chance: &mut SeededRng) -> Played {
    let mut line = Line::<Dvonn>::new(&Setup::default());
    let opening = if chance.below(3) == 0 { chance.below(u64::from(SPACES)) } else { chance.below(6) };
    let stray_moves = chance.below(STRAY_MOVES + 1);
    let mut moves = Vec::new();
    while line.ending().is_none() {
        let position = *line.position();
        let stray = match position.phase() {
            Phase::Placing(placed) => u64::from(placed) < opening || chance.below(100) < STRAY_PLACEMENTS,
            Phase::Stacking => (moves.len() as u64) < u64::from(SPACES) + stray_moves,
        };
        let m = if stray {
            position.nth_move(chance.below(position.count_moves()))
        } else {
            let depth = matches!(position.phase(), Phase::Placing(_)).then_some(1);
            let limits = Limits { nodes: Some(nodes), depth, ..Limits::default() };
            engine.search(&line, limits, &Stop::default(), &mut |_| {}).best().copied()
        };
        let Some(m) = m.filter(|m| line.play(*m)) else { unreachable!("a game that is not over has a legal move") };
        moves.push((m, stray));
    }
    Played { moves, difference: difference(line.position()) }
}

fn difference(position: &Dvonn) -> i32 {
    position.score(Seat::One) as i32 - position.score(Seat::Two) as i32
}

/// Reads the games of a file.
pub fn read(file: &Path) -> Result<Vec<Played>, Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let number = |(index, line): (usize, &str)| {
        read_line(line).map_err(|error| format!("{}, line {}: {error}", file.display(), index + 1).into())
    };
    text.lines().enumerate().map(number).collect()
}

fn read_line(line: &str) -> Result<Played, Box<dyn Error>> {
    let (words, difference) = line.split_once(" = ").ok_or("it does not end with = and a number")?;
    let mut position = Dvonn::new(&Setup::default());
    let mut moves = Vec::new();
    for word in words.split_ascii_whitespace() {
        let m = position.read_move(word.trim_end_matches('?'))?;
        moves.push((m, word.ends_with('?')));
        position.play_unchecked(m);
    }
    Ok(Played { moves, difference: difference.parse()? })
}
