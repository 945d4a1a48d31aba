//! Fits the weights with which the engine evaluates DVONN positions, from self-play games:
//!
//! - `cargo run --release --example tune_dvonn -- play FILE GAMES NODES SEED` plays GAMES games, with NODES nodes for
//!   each turn of the second phase, and appends them to the file, one game per line. 10,000 games with 500 nodes take
//!   some two minutes.
//! - `cargo run --release --example tune_dvonn -- fit FILE...` fits both nets to the games in these files, and writes
//!   `crates/games/assets/ai/dvonn-placing.net` and `assets/ai/dvonn-stacking.net`. 100,000 games take some five minutes and 2 GB.
//!
//! The same arguments always give the same files. Games played with the previous weights are better training data, so a
//! few rounds of both commands are worthwhile; a round ends with a match against the previous program (see
//! `docs/matches.md`).

mod fit;
mod games;
mod samples;

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", file, games, nodes, seed] => games::play(file.as_ref(), games.parse()?, nodes.parse()?, seed.parse()?),
        ["fit", ref files @ ..] if !files.is_empty() => {
            let played = files.iter().map(|file| games::read(file.as_ref())).collect::<Result<Vec<_>, _>>()?.concat();
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/assets/ai");
            eprintln!("{} games", played.len());
            std::fs::write(folder.join("dvonn-placing.net"), samples::placing(&played).fitted())?;
            std::fs::write(folder.join("dvonn-stacking.net"), samples::stacking(&played).fitted())?;
            Ok(())
        }
        _ => Err("what to do is `play FILE GAMES NODES SEED` or `fit FILE...`, see the top of the example".into()),
    }
}
