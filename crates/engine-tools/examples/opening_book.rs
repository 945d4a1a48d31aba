//! Makes the books of level openings that `tablero match` begins with:
//!
//! `cargo run --release --example opening_book -- zertz-37 zertz-blitz dvonn dvonn-placement barrier-8` writes
//! `crates/engine-tools/books/NAME.txt` for each name; the other boards are `zertz-40`, `barrier-5` and so on. A book
//! takes one to ten minutes on one core. The same engine makes the same book each time.
//!
//! Candidates are random openings (see [`Openings::Random`]) without mirror images and rotations of earlier ones. In ZÈRTZ
//! and DVONN, the book keeps those that two searches value within half a unit. One is a turn deeper than the other, because
//! the last to move looks better. Barrier is solved, so no opening is level; its book keeps those in which the fewest first
//! walks win.
//!
//! The name `deals` writes `crates/games/src/ai/dvonn/level_deals.rs`, the seeds of the random boards that the bot deals. Two
//! searches, 5 and 6 turns deep, value these boards within one piece. This takes ten minutes.

use engine_tools::match_runner::Openings;
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tablero_games::ai::barrier::Solver;
use tablero_games::ai::{Engine, EngineOptions, Limits, Stop, Think};
use tablero_games::catalog::Catalog;
use tablero_games::rules::barrier::{Barrier, Square};
use tablero_games::rules::dvonn::{self, Dvonn};
use tablero_games::rules::hex::{Cell, Cells, Grid};
use tablero_games::rules::zertz::{self, Zertz};
use tablero_games::rules::{Game, Line, Notation, Seat};

/// The number of openings of a book.
const OPENINGS: usize = 200;
/// The most that the better side of a level opening is ahead, in hundredths of the game's unit.
const MARGIN: i32 = 50;
/// The seed of the candidates.
const SEED: u64 = 20_261_126;
/// The number of level deals, and the depth of the shallower search for them.
const DEALS: usize = 1_024;
const DEAL_DEPTH: u32 = 5;
/// Candidates drawn at a time.
const DRAWN: usize = 16_384;

/// The recipe of a book.
struct Book {
    /// The name of its file.
    name: &'static str,
    game: &'static str,
    setup: &'static str,
    /// The number of random plies of a candidate.
    plies: usize,
    /// The depth of the shallower search, in turns.
    depth: u32,
}

const BOOKS: [Book; 15] = [
    zertz("zertz-37", "37"),
    zertz("zertz-40", "40"),
    zertz("zertz-43", "43"),
    zertz("zertz-44", "44"),
    zertz("zertz-48", "48"),
    zertz("zertz-61", "61"),
    zertz("zertz-blitz", "blitz"),
    Book { name: "dvonn", game: "dvonn", setup: "start=random", plies: 0, depth: 7 },
    Book { name: "dvonn-placement", game: "dvonn", setup: "start=placement", plies: 6, depth: 3 },
    barrier("barrier-5", "5"),
    barrier("barrier-6", "6"),
    barrier("barrier-7", "7"),
    barrier("barrier-8", "8"),
    barrier("barrier-9", "9"),
    barrier("barrier-10", "10"),
];

const fn zertz(name: &'static str, setup: &'static str) -> Book {
    Book { name, game: "zertz", setup, plies: 3, depth: 3 }
}

const fn barrier(name: &'static str, setup: &'static str) -> Book {
    Book { name, game: "barrier", setup, plies: 2, depth: 0 }
}

fn main() -> Result<(), Box<dyn Error>> {
    for name in std::env::args().skip(1) {
        if name == "deals" {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src/ai/dvonn/level_deals.rs");
            fs::write(file, level_deals())?;
            continue;
        }
        let unknown = || format!("there is no book {name}; there are {}", BOOKS.map(|book| book.name).join(", "));
        let book = BOOKS.iter().find(|book| book.name == name).ok_or_else(unknown)?;
        let lines = match book.game {
            "zertz" => level(book, zertz_board),
            "dvonn" => level(book, dvonn_board),
            _ => hardest(book),
        }?;
        let mut text =
            format!("# {} openings of {} ({}), made by examples/opening_book.rs\n", lines.len(), book.game, book.setup);
        for line in lines {
            writeln!(text, "{line}")?;
        }
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("books").join(format!("{name}.txt")), text)?;
    }
    Ok(())
}

/// The cells of a board, as (column, number), each with a number for what lies there.
type Board = Vec<((i8, i8), u8)>;

/// An opening as a line of a file of openings, and as a game.
type Candidate<G> = (String, Line<G>);

/// Random openings of different boards.
fn candidates<G: Notation>(book: &Book, board: fn(&G) -> Board) -> Result<Vec<Candidate<G>>, Box<dyn Error>> {
    let game = Catalog::standard().game(book.game).ok_or("no such game")?;
    let openings = Openings::Random(Some(book.plies)).draw(game, book.setup, SEED, DRAWN)?;
    let mut seen = BTreeSet::new();
    let mut different = Vec::new();
    for opening in openings {
        let line = opening.line();
        let typed = line.as_line::<G>().ok_or("a line of another game")?;
        if seen.insert(canonical(&board(typed.position()), &board(typed.start()), book.game == "barrier")) {
            let setup = if book.plies == 0 {
                line.record().header("Setup").unwrap_or_default().to_owned()
            } else {
                String::new()
            };
            let words = [setup].into_iter().chain(line.moves()).filter(|word| !word.is_empty());
            different.push((words.collect::<Vec<_>>().join(" "), typed.clone()));
        }
    }
    Ok(different)
}

/// Whether a search of this depth and one a turn deeper value a position within the margin. A shallow search first rejects
/// what is far from level.
fn is_level<G: Think>(engine: &mut Engine<G>, line: &Line<G>, depth: u32, margin: i32) -> bool {
    [(depth / 2, 4 * MARGIN), (depth, margin), (depth + 1, margin)].into_iter().all(|(depth, margin)| {
        engine.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let found = engine.search(line, limits, &Stop::default(), &mut |_| {});
        found.score().is_some_and(|score| score.0.abs() <= margin)
    })
}

/// Openings in which neither side is ahead.
fn level<G: Think + Notation>(book: &Book, board: fn(&G) -> Board) -> Result<Vec<String>, Box<dyn Error>> {
    let mut engine = Engine::<G>::new(EngineOptions::default());
    let mut lines = Vec::new();
    for (number, (text, line)) in candidates(book, board)?.into_iter().enumerate() {
        if is_level(&mut engine, &line, book.depth, MARGIN) {
            lines.push(text);
            eprintln!("{}: {} of {}", book.name, lines.len(), number + 1);
        }
        if lines.len() == OPENINGS {
            break;
        }
    }
    Ok(lines)
}

/// Rust source with the seeds of the first deals of DVONN in which neither side is ahead by more than a piece.
fn level_deals() -> String {
    let mut engine = Engine::<Dvonn>::new(EngineOptions::default());
    let is_level = |seed: &u32| {
        let setup =
            dvonn::Setup { start: dvonn::Start::Random, deal: Some(u64::from(*seed)), ..dvonn::Setup::default() };
        is_level(&mut engine, &Line::new(&setup), DEAL_DEPTH, 2 * MARGIN)
    };
    let seeds: Vec<_> = (0..).filter(is_level).take(DEALS).map(|seed| seed.to_string()).collect();
    let rows: String = seeds.chunks(16).map(|row| format!("    {},\n", row.join(", "))).collect();
    format!(
        "//! Generated by `crates/engine-tools/examples/opening_book.rs`; do not edit by hand.\n\n\
         /// The seeds of the deals in which neither side is ahead by more than a piece.\n\
         #[rustfmt::skip]\npub const LEVEL_DEALS: [u32; {DEALS}] = [\n{rows}];\n"
    )
}

/// Openings of Barrier in which the fewest walks keep the win.
fn hardest(book: &Book) -> Result<Vec<String>, Box<dyn Error>> {
    let mut solver = Solver::new(256 << 20);
    let mut shares = Vec::new();
    for (text, line) in candidates::<Barrier>(book, barrier_board)? {
        let walks = line.position().moves();
        let mut winning = 0;
        for walk in &walks {
            let mut after = *line.position();
            after.play_unchecked(*walk);
            winning += usize::from(solver.solve(&after, &mut || false).is_some_and(|verdict| !verdict.wins));
        }
        // If no walk wins, the opponent is the winner, whose walk comes a ply later.
        if winning > 0 {
            shares.push((winning * 1_000 / walks.len(), text));
        }
    }
    shares.sort();
    shares.truncate(OPENINGS);
    Ok(shares.into_iter().map(|(_, text)| text).collect())
}

/// The least image of a board under the symmetries of its starting position. Two boards have the same one if they are
/// mirror images or rotations of each other.
fn canonical(board: &Board, start: &Board, is_square: bool) -> Board {
    let cells: Board = start.iter().map(|(cell, _)| (*cell, 0)).collect();
    let corner = |board: &Board| {
        let least = |axis: fn(&(i8, i8)) -> i8| board.iter().map(|(cell, _)| axis(cell)).min().unwrap_or_default();
        (least(|cell| cell.0), least(|cell| cell.1))
    };
    let image = |board: &Board, turns: u8, reflected: bool| {
        let mut board = board.clone();
        for (cell, _) in &mut board {
            *cell = if reflected { (cell.1, cell.0) } else { *cell };
            for _ in 0..turns {
                *cell = if is_square { (cell.1, -cell.0) } else { (cell.1, cell.1 - cell.0) };
            }
        }
        board
    };
    let moved = |board: Board, from: (i8, i8)| {
        let mut board: Board =
            board.into_iter().map(|(cell, piece)| ((cell.0 - from.0, cell.1 - from.1), piece)).collect();
        board.sort();
        board
    };
    let outline = moved(cells.clone(), corner(&cells));
    let symmetries = (0..if is_square { 4 } else { 6 }).flat_map(|turns| [(turns, false), (turns, true)]);
    let images = symmetries.filter_map(|(turns, reflected)| {
        let turned = image(&cells, turns, reflected);
        let from = corner(&turned);
        (moved(turned, from) == outline).then(|| moved(image(board, turns, reflected), from))
    });
    images.min().unwrap_or_default()
}

fn hex_board(grid: &Grid, cells: Cells, piece: impl Fn(Cell) -> u8) -> Board {
    cells.map(|cell| (grid.coordinates(cell), piece(cell))).map(|((c, n), piece)| ((c as i8, n as i8), piece)).collect()
}

fn zertz_board(position: &Zertz) -> Board {
    hex_board(&zertz::GRID, position.rings(), |ring| {
        position.marble_at(ring).map_or(0, |marble| 1 + marble.index() as u8)
    })
}

fn dvonn_board(position: &Dvonn) -> Board {
    hex_board(&dvonn::GRID, dvonn::GRID.all(), |space| {
        let owners = [position.owned(Seat::One), position.owned(Seat::Two), position.with_red()];
        owners.into_iter().zip(1..).map(|(cells, piece)| u8::from(cells.has(space)) * piece).sum()
    })
}

fn barrier_board(position: &Barrier) -> Board {
    let size = position.setup().size();
    let squares = (1..=size).flat_map(|column| (1..=size).filter_map(move |number| Square::at(column, number)));
    let knight = |seat, square| u8::from(position.knight(seat) == Some(square));
    squares
        .map(|square| {
            let cell = (square.column() as i8, square.number() as i8);
            (cell, knight(Seat::One, square) + 2 * knight(Seat::Two, square))
        })
        .collect()
}
