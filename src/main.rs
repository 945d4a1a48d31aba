//! The subcommands; wiring only.

use clap::{Parser, Subcommand};
use std::io;
use std::process::ExitCode;
use tablero::ugi;

#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Speak the Universal Game Interface on standard input and output.
    Ugi {
        /// zertz, dvonn or barrier.
        #[arg(long)]
        game: Option<String>,
        /// The board: 37 to 61 or blitz for zertz, standard for dvonn, 5 to 10 for barrier.
        #[arg(long)]
        variant: Option<String>,
        /// automatic or optional, for zertz.
        #[arg(long)]
        claims: Option<String>,
    },
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Some(Command::Ugi { game, variant, claims }) => {
            let given = [("variant", variant), ("claims", claims)];
            let options = given.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect();
            let start = ugi::Start { game, options };
            report(ugi::run(&start, io::BufReader::new(io::stdin()), &mut io::stdout().lock()))
        }
        None => ExitCode::SUCCESS,
    }
}

fn report(result: Result<(), impl std::fmt::Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tablero: {error}");
            ExitCode::FAILURE
        }
    }
}
