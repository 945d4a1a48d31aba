//! Analyses a file of game records. Prints how often the winner was more accurate than the loser, and the mean accuracy of
//! each player:
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

#[derive(Parser)]
struct Arguments {
    file: PathBuf,
    /// The number of positions to visit for each position of a game.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let games = analyse::read(&Catalog::standard(), &fs::read_to_string(&arguments.file)?)?;
    let budget = Budget { nodes: Some(arguments.nodes), ..Budget::default() };
    let (mut decided, mut winner_is_better) = (0, 0);
    let mut players: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for game in games.iter().filter(|game| game.line.ply() >= PLIES_MIN) {
        let mut engine = game.line.game().engine(EngineOptions { hash: 16 << 20, ..Default::default() });
        let analysis = engine.analyse(game.line.as_ref(), budget, &Stop::default(), &mut |_, _| {});
        let accuracy = analysis.ok_or("an engine of another game")?.accuracy;
        for (name, accuracy) in game.names.iter().zip(accuracy) {
            players.entry(name).or_default().extend(accuracy);
        }
        let outcome = game.line.ending().map(|ending| ending.outcome);
        if let (Some(Outcome::Win(winner)), [Some(first), Some(second)]) = (outcome, accuracy) {
            decided += 1;
            winner_is_better += usize::from((winner == Seat::One) == (first > second));
        }
    }
    println!("The winner was more accurate in {winner_is_better} of {decided} games.");
    for (name, accuracies) in players {
        let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
        println!("{name}: {mean:.1} in {} games", accuracies.len());
    }
    Ok(())
}
