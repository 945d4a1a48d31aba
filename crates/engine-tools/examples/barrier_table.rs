//! Solves the openings of Barrier, or prints the results:
//!
//! - `cargo run --release --example barrier_table -- 5 6 7 8 9 10` solves every placement of the knights and every
//!   first walk on boards of these sizes and writes `crates/games/assets/barrier/SIZE.bin`. Progress is shown on standard error; an
//!   interrupted build resumes where it stopped. Sizes 5 to 8 take seconds, 9 a minute, 10 some ten minutes.
//! - Without sizes it prints the results of the built-in table, as shown in `docs/barrier.md`.

use std::error::Error;
use std::fs;
use std::path::Path;
use tablero_games::ai::barrier::symmetry::wedge;
use tablero_games::ai::barrier::{Solver, openings};
use tablero_games::rules::Game;
use tablero_games::rules::barrier::board::WALKS_MAX;
use tablero_games::rules::barrier::setup::{SIZES, Setup};
use tablero_games::rules::barrier::{Barrier, Square, Squares};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    for word in &words {
        let setup = word.parse().ok().and_then(Setup::new);
        let setup = setup.ok_or_else(|| format!("{word} is not a size of the board; it is from 5 to 10"))?;
        build(&setup)?;
    }
    if words.is_empty() {
        for setup in SIZES.filter_map(Setup::new) {
            show(&setup)?;
        }
    }
    Ok(())
}

fn build(setup: &Setup) -> Result<(), Box<dyn Error>> {
    let size = setup.size();
    let squares = wedge(size).count();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/assets/barrier");
    fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{size}.bin"));
    let unfinished = folder.join(format!("{size}.unfinished"));
    let mut solver = Solver::new(64 << 20).without_openings().with_refinement(0);
    let answer = |position: &Barrier| {
        let best = solver.best(position, &mut || false);
        best.filter(|(_, verdict)| verdict.wins).map(|(m, _)| m)
    };
    let found = |table: &[u8]| {
        let done = table.len() / (usize::from(size) * usize::from(size) * WALKS_MAX);
        eprintln!("{size}×{size}: {done} of {squares} first squares");
        if let Err(error) = fs::write(&unfinished, table) {
            eprintln!("{} cannot be written: {error}", unfinished.display());
        }
    };
    let started = fs::read(&unfinished).unwrap_or_default();
    fs::write(&file, openings::build(&Barrier::new(setup), started, answer, found))?;
    fs::remove_file(&unfinished)?;
    Ok(())
}

fn show(setup: &Setup) -> Result<(), Box<dyn Error>> {
    let (size, empty) = (setup.size(), Barrier::new(setup));
    let missing = || format!("there is no table for {size}×{size}: build it first, see the top of this file");
    let winning: Vec<_> = wedge(size)
        .map(|first| openings::winning_replies(&empty, first).map(|winning| (first, winning)))
        .collect::<Option<_>>()
        .ok_or_else(missing)?;
    let (best, fewest) = winning.iter().min_by_key(|(_, winning)| winning.len()).ok_or_else(missing)?;
    let who = if fewest.is_empty() {
        format!("White wins by {best}")
    } else {
        format!("Black wins; after {best} only {} of {} replies do", fewest.len(), u32::from(size * size) - 1)
    };
    println!("## {size}×{size}: {who}\n");
    println!("| White on | replies that win |\n| --- | --- |");
    for (first, winning) in &winning {
        println!("| {first} | {} |", winning.len());
    }
    println!("\nWhere Black's knight wins (`+`) with White's on `W`:\n\n```text");
    for (shown, boards) in winning.chunks(if size > 8 { 4 } else { 5 }).enumerate() {
        if shown > 0 {
            println!();
        }
        for number in (1..=size).rev() {
            let row = |(first, winning): &(Square, Squares)| {
                let signs = (1..=size).filter_map(|column| Square::at(column, number)).map(|square| {
                    if square == *first {
                        'W'
                    } else if winning.has(square) {
                        '+'
                    } else {
                        '.'
                    }
                });
                signs.flat_map(|sign| [sign, ' ']).collect::<String>()
            };
            println!("{}", boards.iter().map(row).collect::<Vec<_>>().join("    ").trim_end());
        }
    }
    println!("```\n");
    Ok(())
}
