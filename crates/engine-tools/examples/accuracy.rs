//! Analyses a file of game records. Prints how often the winner was more accurate than the loser, and for each player the
//! mean accuracy and how many percent of the moves in each third of a game were blunders (only moves that count):
//!
//! `cargo run --release --example accuracy -- games.txt --nodes 20000`
//!
//! Each name in the records is one player. Games of fewer than ten plies are skipped.

use clap::Parser;
use engine_tools::analyse;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use tablero_games::ai::{Budget, EngineOptions, Stop};
use tablero_games::catalog::Catalog;
use tablero_games::rules::{Outcome, Seat};

/// The minimum number of plies of a game.
const PLIES_MIN: usize = 10;
/// A move that lowers the chance of winning by this much is a blunder.
const BLUNDER: f64 = 0.2;
/// The opening, the middle and the end: thirds of the moves that count for the accuracy.
const PHASES: usize = 3;

#[derive(Parser)]
struct Arguments {
    file: PathBuf,
    /// The number of positions to visit for each position of a game.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
}

#[derive(Default)]
struct Player {
    accuracies: Vec<f64>,
    /// The moves that count and the blunders among them, in each phase.
    phases: [(u32, u32); PHASES],
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let games = analyse::read(&Catalog::standard(), &fs::read_to_string(&arguments.file)?)?;
    let budget = Budget { nodes: Some(arguments.nodes), ..Budget::default() };
    let (mut decided, mut winner_is_better) = (0, 0);
    let mut players: BTreeMap<&str, Player> = BTreeMap::new();
    for game in games.iter().filter(|game| game.line.ply() >= PLIES_MIN) {
        let mut engine = game.line.game().engine(EngineOptions { hash: 16 << 20, ..Default::default() });
        let analysis = engine.analyse(game.line.as_ref(), budget, &Stop::default(), &mut |_, _| {});
        let analysis = analysis.ok_or("an engine of another game")?;
        for (seat, name) in Seat::BOTH.into_iter().zip(&game.names) {
            players.entry(name).or_default().accuracies.extend(analysis.accuracy[seat.index()]);
        }
        let counted: Vec<_> = analysis.moves.iter().filter(|m| m.counts).collect();
        for (number, m) in counted.iter().enumerate() {
            let player = players.entry(&game.names[m.seat.index()]).or_default();
            let (count, blunders) = &mut player.phases[number * PHASES / counted.len()];
            *count += 1;
            *blunders += u32::from(m.loss >= BLUNDER);
        }
        let outcome = game.line.ending().map(|ending| ending.outcome);
        if let (Some(Outcome::Win(winner)), [Some(first), Some(second)]) = (outcome, analysis.accuracy) {
            decided += 1;
            winner_is_better += usize::from((winner == Seat::One) == (first > second));
        }
    }
    println!("The winner was more accurate in {winner_is_better} of {decided} games.");
    for (name, Player { accuracies, phases }) in players {
        let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
        let rates = phases.map(|(count, blunders)| format!("{:.1}", 100.0 * f64::from(blunders) / f64::from(count)));
        println!("{name}: {mean:.1} in {} games; blunders: {} %", accuracies.len(), rates.join(", "));
    }
    Ok(())
}
