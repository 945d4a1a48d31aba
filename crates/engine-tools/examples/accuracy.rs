//! Analyses the games of a file of records, and tells how accurate each player was and how often the winner was the more
//! accurate one:
//!
//! `cargo run --release --example accuracy -- games.txt --nodes 20000`
//!
//! Players are told apart by their names in the records. Games without a winner count for the accuracies alone.

use clap::Parser;
use engine_tools::analyse;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use tablero_games::ai::{Budget, EngineOptions, Stop};
use tablero_games::catalog::Catalog;
use tablero_games::rules::{Outcome, Seat};

#[derive(Parser)]
struct Arguments {
    file: PathBuf,
    /// The number of positions to visit for each position of a game.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// The least number of plies of a game that counts.
    #[arg(long, default_value_t = 10)]
    plies: usize,
    #[arg(long, default_value_t = 2)]
    jobs: usize,
}

/// What was found of all games.
#[derive(Default)]
struct Found {
    /// The accuracies in each game of each player.
    players: BTreeMap<String, Vec<f64>>,
    /// The games in which both players had choices and one won, and those of them whose winner was more accurate.
    decided: usize,
    winner_is_better: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let games = analyse::read(&Catalog::standard(), &fs::read_to_string(&arguments.file)?)?;
    let (found, next) = (Mutex::new(Found::default()), AtomicUsize::new(0));
    let budget = Budget { nodes: Some(arguments.nodes), ..Budget::default() };
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs {
            scope.spawn(|| {
                while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if game.line.ply() < arguments.plies {
                        continue;
                    }
                    let mut engine = game.line.game().engine(EngineOptions { hash: 16 << 20, ..Default::default() });
                    let analysis = engine.analyse(game.line.as_ref(), budget, &Stop::default(), &mut |_, _| {});
                    let Some(analysis) = analysis else { continue };
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    for (name, accuracy) in game.names.iter().zip(analysis.accuracy) {
                        found.players.entry(name.clone()).or_default().extend(accuracy);
                    }
                    let outcome = game.line.ending().map(|ending| ending.outcome);
                    if let (Some(Outcome::Win(winner)), [Some(first), Some(second)]) = (outcome, analysis.accuracy) {
                        found.decided += 1;
                        found.winner_is_better += usize::from((winner == Seat::One) == (first > second));
                    }
                }
            });
        }
    });
    let found = found.into_inner()?;
    println!("The winner was more accurate in {} of {} games.", found.winner_is_better, found.decided);
    for (name, accuracies) in found.players {
        let mean = accuracies.iter().sum::<f64>() / accuracies.len() as f64;
        println!("{name}: {mean:.1} in {} games", accuracies.len());
    }
    Ok(())
}
