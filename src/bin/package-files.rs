//! Writes the manual pages and the shell completions of `tablero` into a folder. The scripts in `packaging` run it.

use clap_complete::Shell;
use std::fs::create_dir_all;
use std::io;
use std::path::PathBuf;
use tablero::catalog::Catalog;
use tablero::cli::arguments::Arguments;

fn main() -> io::Result<()> {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "name the folder to write into"));
    };
    let version = env!("CARGO_PKG_VERSION");
    let mut command = Arguments::command_for(&Catalog::standard()).name("tablero");
    command = command.version(version).long_version(version);
    let [pages, completions] = ["man", "completions"].map(|name| folder.join(name));
    create_dir_all(&pages)?;
    create_dir_all(&completions)?;
    // One page for the program, and one for each subcommand.
    clap_mangen::generate_to(command.clone(), pages)?;
    for shell in [Shell::Bash, Shell::Fish, Shell::Zsh] {
        clap_complete::generate_to(shell, &mut command, "tablero", &completions)?;
    }
    Ok(())
}
