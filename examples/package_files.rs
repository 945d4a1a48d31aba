//! Writes the manual pages and the shell completions that packages install: `cargo run --example package_files -- FOLDER`.

use clap::ValueEnum;
use clap_complete::Shell;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use tablero::catalog::Catalog;
use tablero::cli::arguments::Arguments;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).ok_or("name the folder for the files")?;
    let (pages, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&pages)?;
    fs::create_dir_all(&completions)?;
    let mut command = Arguments::command_for(&Catalog::standard()).name("tablero");
    // One page for the program, and one for each subcommand.
    clap_mangen::generate_to(command.clone(), &pages)?;
    for shell in Shell::value_variants() {
        clap_complete::generate_to(*shell, &mut command, "tablero", &completions)?;
    }
    Ok(())
}
