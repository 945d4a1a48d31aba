//! `tablero bench`: measures the search speed and verifies that the search is deterministic. It searches fixed
//! positions to fixed depths, so the node counts are the same on every machine.

use crate::ai::{EngineOptions, Limits, Stop};
use crate::catalog::{self, AnyLine};
use crate::cli::CommandResult;
use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

/// The positions of one game, taken from games of the engine against itself.
struct Set {
    depth: u32,
    positions: &'static [&'static str],
}

const SETS: [Set; 3] = [
    Set {
        depth: 3,
        positions: &[
            "zertz 37 automatic oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1",
            "zertz 37 automatic oooo/ooooo/ooooo./.oBooBo/ooooGo/oooo./oo.o 6,6,8 0,1,0 0,0,0 2",
            "zertz 37 automatic B.B./ooooo/Boooo./.oBoooo/oooooo/oooB./oo.. 6,6,5 0,1,0 0,1,0 2",
            "zertz 37 automatic B.o./.ooo./Boooo./.oBoooo/BooBoo/.ooB./oo.. 5,5,4 0,1,0 1,2,0 1",
            "zertz 48 automatic ooooo/oooooo/oooooo./oooooooo/ooooBo./.ooooo/ooooo/oo.o 6,7,7 0,0,2 0,1,0 2",
            "zertz 48 automatic .B.o./oooooo/.ooooo./oooooooo/.oooBo./.oBooo/oo.oo/o..o 6,6,1 0,0,4 0,2,2 1",
            "zertz blitz automatic oo.o/.oooo/oooooo/ooooooo/ooGoo./ooBoo/oo.. 5,4,7 0,1,0 0,1,1 1",
            "zertz 37 optional oooo/Booo./ooBooo/.oooooo/ooooo./ooo.o/B... 5,6,6 1,1,0 0,1,1 2",
        ],
    },
    Set {
        depth: 8,
        positions: &[
            "dvonn place ........./........../.........../........../......... w",
            "dvonn place .....wb../......wwww/....b.brbrw/...r..bbwb/...w..bb. w",
            "dvonn place ...bbwbwb/..wwbwwwww/..wwbbbrbrw/.wbrwbbbwb/.bwwbwbbb w",
            "dvonn stack wrwbbbwwb/bbbwbwbbbb/wbwwbbwwbww/bwwbbbrbwb/bwrwwwwww w",
            "dvonn stack .rw.bbwwb/bb4b.bwbbbb/wbwwbbwwbw./b.wbbbrbww2/.w3rwwwwww w",
            "dvonn stack .rw.bb..b/bb4w2..b2w2w2bb/wbw.bbwwbw./b.w..brbww2/.w3rb2b2wwww w",
            "dvonn stack .rw.bb.../bb4w2..b2.b3../w.b2..b3.ww2../b.w..w3rbww2/.w3rb2b2wwww w",
            "dvonn stack .r......./.b5w3....b5../..b2..b3.ww2../..w..w3rbww2/.w8r...www w",
        ],
    },
    Set {
        depth: 10,
        positions: &[
            "barrier ....../....../..B.../....#./..W##./...... b",
            "barrier ......../......../......../...B..../....W.../......../......../........ w",
            "barrier ......../......../......../...###W./.B###.../......../......../........ w",
            "barrier ......../......../....W##./...####./.####.../.##B..../......../........ w",
            "barrier ........../........../........../........../....W...../.....B..../........../........../........../.......... w",
            "barrier ....W...../....#...../....##..../.....#..../....##..../.....#..../.....#..../....B#..../........../.......... b",
            "barrier ....###.../....#.W.../....##..../.....#..../....##..../....B#..../..####..../..####..../........../.......... w",
        ],
    },
];

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
pub struct Measured {
    /// One row per game.
    pub rows: Vec<Row>,
}

impl Measured {
    /// The total nodes of all games.
    pub fn checksum(&self) -> u64 {
        self.rows.iter().map(|row| row.nodes).sum()
    }
}

/// Searches every position with an empty table. Depths are reduced by `shallower` turns, but are at least one. `shown`
/// receives each row when it is complete.
pub fn run(shallower: u32, shown: &mut dyn FnMut(&Row)) -> Measured {
    let row = |set: &Set| {
        // A test ensures that every position can be read and that the positions of a set belong to one game.
        let lines: Vec<Box<dyn AnyLine>> =
            set.positions.iter().filter_map(|text| catalog::read_position(text).ok()).collect();
        let game = lines.first().map_or(catalog::GAMES[0], |line| line.game());
        let depth = set.depth.saturating_sub(shallower).max(1);
        let mut engine = game.engine(EngineOptions { hash: HASH, ..EngineOptions::default() });
        let mut row = Row { game: game.name(), positions: lines.len(), depth, nodes: 0, elapsed: Duration::ZERO };
        for line in &lines {
            engine.forget();
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let found = engine.search(line.as_ref(), limits, &Stop::default(), &mut |_| {});
            row.nodes += found.nodes;
            row.elapsed += found.elapsed;
        }
        shown(&row);
        row
    };
    Measured { rows: SETS.iter().map(row).collect() }
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
pub fn run_command() -> CommandResult {
    let mut written = Ok(());
    let measured = run(0, &mut |row| {
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
    fn every_position_can_be_read_and_belongs_to_the_game_of_its_set() {
        for set in SETS {
            let names: Vec<&str> = set
                .positions
                .iter()
                .map(|text| match catalog::read_position(text) {
                    Ok(line) => line.game().name(),
                    Err(faults) => panic!("{text}: {faults:?}"),
                })
                .collect();
            assert!(names.iter().all(|name| *name == names[0]), "{names:?}");
        }
        assert_eq!(SETS.len(), catalog::GAMES.len());
    }

    #[test]
    fn the_checksum_is_always_the_same() {
        let nodes = |measured: &Measured| measured.rows.iter().map(|row| row.nodes).collect::<Vec<_>>();
        let mut rows = 0;
        let first = run(2, &mut |_| rows += 1);
        assert_eq!(rows, 3);
        assert!(first.rows.iter().all(|row| row.nodes > 1_000), "{first:?}");
        assert_eq!(nodes(&run(2, &mut |_| {})), nodes(&first));
        assert_eq!(first.checksum(), nodes(&first).iter().sum::<u64>());
    }
}
