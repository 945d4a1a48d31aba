//! `tablero bench`: measures the search speed and verifies that the search is deterministic. It searches fixed
//! positions to fixed depths, so the node counts are the same on every machine.

use crate::CommandResult;
use crate::measured::{Benchmark, instruments};
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;
use tablero_games::ai::{EngineOptions, Limits, Stop};
use tablero_games::catalog::{AnyGame, AnyLine, Catalog};

/// The size of the search table in bytes. It affects the node counts.
const HASH: usize = 16 << 20;

/// The measurement of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The game.
    pub game: &'static str,
    /// The number of positions searched.
    pub positions: usize,
    /// The search depth, in turns that are not forced.
    pub depth: u32,
    /// The nodes of all searches; the same on every machine.
    pub nodes: u64,
    /// The time they took.
    pub elapsed: Duration,
}

/// The measurements of all games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurements {
    /// One row per game.
    pub rows: Vec<Row>,
}

impl Measurements {
    /// The total nodes of all games.
    pub fn checksum(&self) -> u64 {
        self.rows.iter().map(|row| row.nodes).sum()
    }
}

/// Searches every position of every game with an empty table. Depths are reduced by `reduction` turns, but are at least
/// one. `report` receives each row when it is complete.
pub fn run(catalog: &Catalog, reduction: u32, report: &mut dyn FnMut(&Row)) -> Measurements {
    let row = |game: &&'static dyn AnyGame| {
        let Benchmark { depth, positions } = instruments(*game).benchmark();
        // A test ensures that every position can be read.
        let mut lines: Vec<Box<dyn AnyLine>> =
            positions.iter().filter_map(|text| game.read_position(text).ok()).collect();
        if positions.is_empty() {
            lines.extend(game.start(""));
        }
        let depth = depth.saturating_sub(reduction).max(1);
        let mut engine = game.engine(EngineOptions { hash: HASH, ..EngineOptions::default() });
        let mut row = Row { game: game.name(), positions: lines.len(), depth, nodes: 0, elapsed: Duration::ZERO };
        for line in &lines {
            engine.clear();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let found = engine.search(line.as_ref(), limits, &Stop::default(), &mut |_| {});
            row.nodes += found.nodes;
            row.elapsed += found.elapsed;
        }
        report(&row);
        row
    };
    Measurements { rows: catalog.games().iter().map(row).collect() }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { game, positions, depth, nodes, elapsed } = self;
        let per_second = (*nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
        write!(
            f,
            "{game:<8} {positions} positions  depth {depth}  {nodes:>9} nodes  {:>6} ms  {per_second:>8} nodes/s",
            elapsed.as_millis()
        )
    }
}

/// `tablero bench`.
///
/// # Errors
/// When standard output cannot be written.
pub fn run_command(catalog: &Catalog) -> CommandResult {
    let mut written = Ok(());
    let measured = run(catalog, 0, &mut |row| {
        if written.is_ok() {
            written = writeln!(io::stdout(), "{row}");
        }
    });
    Ok(written.and_then(|()| writeln!(io::stdout(), "checksum {}", measured.checksum()))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_always_the_same() {
        let nodes = |measured: &Measurements| measured.rows.iter().map(|row| row.nodes).collect::<Vec<_>>();
        let mut rows = 0;
        let catalog = Catalog::standard();
        let first = run(&catalog, 2, &mut |_| rows += 1);
        assert_eq!(rows, 3);
        assert!(first.rows.iter().all(|row| row.nodes > 1_000), "{first:?}");
        assert_eq!(nodes(&run(&catalog, 2, &mut |_| {})), nodes(&first));
        assert_eq!(first.checksum(), nodes(&first).iter().sum::<u64>());
    }
}
