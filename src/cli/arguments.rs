//! The command-line arguments. Doc comments are the help texts.

use crate::catalog::{BOARD_OPTION, Catalog};
use crate::roles::{Role, ShardRange};
use crate::rules::Values;
use crate::version;
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// Play board games on Discord. Without a subcommand, starts a local Discord emulator with the bot.
#[derive(Debug, Parser)]
#[command(version = version::LONG)]
pub struct Arguments {
    /// The configuration file [default: config.toml, if it exists].
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The subcommand to run.
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Arguments {
    /// The command line, with the names and options of these games.
    pub fn command_for(catalog: &Catalog) -> clap::Command {
        let games = format!("The game: {}", catalog.names());
        let titles = catalog.games().iter().map(|game| game.title()).collect::<Vec<_>>().join(", ");
        let about =
            format!("Play {titles} on Discord. Without a subcommand, starts a local Discord emulator with the bot");
        let flags = catalog
            .option_keys()
            .into_iter()
            .map(|key| Arg::new(key).long(key).value_name("VALUE").help(option_help(catalog, key)));
        let mut command = Arguments::command().about(about);
        for name in ["render", "ugi", "match"] {
            command = command.mut_subcommand(name, |command| command.mut_arg("game", |game| game.help(games.clone())));
        }
        command.mut_subcommand("ugi", |ugi| ugi.args(flags)).mut_subcommand("match", |command| {
            command.mut_arg(BOARD_OPTION, |board| board.help(option_help(catalog, BOARD_OPTION)))
        })
    }

    /// Parses the arguments of the process. Prints the help or an error, and exits, if there is nothing to run.
    pub fn parse_for(catalog: &Catalog) -> Arguments {
        Arguments::parse_words(catalog, std::env::args_os()).unwrap_or_else(|error| error.exit())
    }

    /// Parses arguments, of which the first is the name of the program.
    ///
    /// # Errors
    /// What is wrong with them, or the help that they ask for.
    pub fn parse_words<I, T>(catalog: &Catalog, words: I) -> Result<Arguments, clap::Error>
    where
        I: IntoIterator<Item = T>,
        T: Into<OsString> + Clone,
    {
        let mut command = Arguments::command_for(catalog);
        let matches = command.try_get_matches_from_mut(words)?;
        let mut arguments = Arguments::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        if let (Some(Command::Ugi { options, .. }), Some((_, given))) = (&mut arguments.command, matches.subcommand()) {
            let value = |key: &str| given.get_one::<String>(key).map(|value| (key.to_owned(), value.clone()));
            *options = catalog.option_keys().into_iter().filter_map(value).collect();
        }
        Ok(arguments)
    }
}

/// The help for an option of the games: the values that each game accepts.
fn option_help(catalog: &Catalog, key: &str) -> String {
    let specs = catalog
        .games()
        .iter()
        .flat_map(|game| game.options().iter().map(move |spec| (game.name(), spec.key, spec.values)));
    let values = specs.filter(|(_, known, _)| *known == key).map(|(game, _, values)| match values {
        Values::OneOf(words) => format!("{} for {game}", words.join(", ")),
        Values::Seed => format!("a whole number for {game}"),
    });
    let values = values.collect::<Vec<_>>().join("; ");
    if key == BOARD_OPTION { format!("The board: {values}") } else { format!("An option of the game: {values}") }
}

/// The arguments of `tablero render`.
#[derive(Debug, Args)]
pub struct RenderArguments {
    /// The game.
    #[arg(long)]
    pub game: String,
    /// The options of the game, for example 48 or "start=random deal=7".
    #[arg(long, default_value = "")]
    pub variant: String,
    /// The moves, separated by spaces.
    #[arg(long, default_value = "")]
    pub moves: String,
    /// The names of the two players.
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"])]
    pub names: Vec<String>,
    /// The theme: light, dark, high-contrast or colour-safe.
    #[arg(long, default_value = "light")]
    pub theme: String,
    /// The seat at the bottom of the board: 1 or 2.
    #[arg(long)]
    pub seat: Option<u8>,
    /// The parts of the next move picked so far, for example "W d4"; "" shows the first choices.
    #[arg(long, conflicts_with_all = ["animate", "sheet"])]
    pub pick: Option<String>,
    /// A move to show as a suggestion.
    #[arg(long, value_name = "MOVE")]
    pub suggest: Option<String>,
    /// Cells to highlight, for example "d4 e5".
    #[arg(long, value_name = "CELLS", default_value = "")]
    pub spotlight: String,
    /// Write the names of the cells on the pieces of DVONN.
    #[arg(long)]
    pub cells: bool,
    /// A numbered arrow, for example 1:d4-e5, or a number on a cell, for example 2:d4; may be repeated.
    #[arg(long = "arrow", value_name = "ARROW")]
    pub arrows: Vec<String>,
    /// Draw the game as an animated GIF.
    #[arg(long)]
    pub animate: bool,
    /// Animate only this many of the last moves.
    #[arg(long, requires = "animate", value_name = "MOVES")]
    pub last: Option<usize>,
    /// Draw the most eventful positions on one sheet.
    #[arg(long, conflicts_with = "animate")]
    pub sheet: bool,
    /// The output file.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// The subcommand to run.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start a local Discord emulator with the bot in it (the default).
    Local,
    /// Run the bot on Discord.
    Serve {
        /// The address of a server with a Discord-compatible API, to use instead of Discord.
        #[arg(long, value_name = "ADDRESS")]
        api_url: Option<String>,
        /// What this process does, if others share the work over one PostgreSQL database [default: everything].
        #[arg(long, value_name = "ROLES", value_delimiter = ',')]
        roles: Vec<Role>,
        /// The shards that this process connects to Discord's gateway, if others connect the rest, as in 0-3/16
        /// [default: as many as Discord recommends].
        #[arg(long, value_name = "SHARDS")]
        shards: Option<ShardRange>,
    },
    /// Check the configuration, the platforms and the database with all its games, and say what to do.
    ///
    /// Changes nothing, and may run while the bot does. Exits with 1 after warnings, and with 2 after errors.
    Doctor {
        /// Do not connect to Discord or to the homeserver.
        #[arg(long)]
        offline: bool,
        /// Print the findings as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Check the configuration and report the first error.
    CheckConfig {
        /// Also log in to Discord and to the homeserver.
        #[arg(long)]
        online: bool,
    },
    /// Draw a game: a board, an animation, or a sheet of its most eventful positions.
    Render(Box<RenderArguments>),
    /// Run as an engine that speaks the Universal Game Interface on standard input and output.
    Ugi {
        /// The game.
        #[arg(long)]
        game: Option<String>,
        /// The options of the games: pairs of key and value. [`Arguments::command_for`] defines a flag for each key.
        #[arg(skip)]
        options: Vec<(String, String)>,
    },
    /// Play many games between two players and estimate which one is stronger.
    Match(Box<MatchArguments>),
    /// Analyse a game move by move: the value of each move, better alternatives, and the accuracy of both players.
    Analyse(AnalyseArguments),
    /// Search a fixed set of positions and report the speed; the node counts are the same on every machine.
    Bench,
    /// Write a backup of the database file, while the bot runs or not.
    Backup {
        /// The file for the backup, which must not exist.
        file: PathBuf,
    },
    /// Put a backup where the configured database file is to be. Stop the bot and move the old file away first.
    Restore {
        /// The backup.
        file: PathBuf,
    },
    /// Ask the running bot whether it is ready. The configuration needs an address for monitoring.
    Health,
    /// Work with databases.
    Db {
        /// What to do.
        #[command(subcommand)]
        command: DatabaseCommand,
    },
}

/// What to do with databases.
#[derive(Debug, Subcommand)]
pub enum DatabaseCommand {
    /// Copy everything from one database into another, of the same kind or not, and compare both. Stop the bot first.
    /// If it is interrupted, run it again to continue.
    Copy(DatabaseCopyArguments),
}

/// The arguments of `tablero db copy`.
#[derive(Debug, Args)]
pub struct DatabaseCopyArguments {
    /// The database to copy: sqlite:FILE or postgres://USER@HOST/DATABASE. The variable PGPASSWORD may have the password.
    #[arg(long, value_name = "URL")]
    pub from: String,
    /// The database to copy into, which must be new.
    #[arg(long, value_name = "URL")]
    pub to: String,
}

/// Analyse a game move by move: the value of each move, better alternatives, and the accuracy of both players.
#[derive(Debug, Args)]
pub struct AnalyseArguments {
    /// A file with game records, or with a position after the name of its game; - for standard input.
    pub file: PathBuf,
    /// The time for each position, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: u64,
    /// The memory for the search table, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    pub hash: u64,
    /// The number of search threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=64))]
    pub threads: u64,
}

/// Play many games between two players and estimate which one is stronger. A player is random, greedy, depth2, uct,
/// engine (the built-in one) or cmd:PROGRAM (a program that speaks the Universal Game Interface). After it, each after
/// a semicolon, may follow options (Name=value), a limit of its own (movetime MS, nodes N, depth N) and a name (as
/// NAME).
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// The game.
    #[arg(long)]
    pub game: String,
    /// The board.
    #[arg(long)]
    pub variant: Option<String>,
    /// Other options of the game, for example "claims=optional" or "start=placement"; where a random start exists, it
    /// is the default here.
    #[arg(long, value_name = "WORDS", default_value = "")]
    pub setup: String,
    /// The player whose strength is measured.
    #[arg(long, value_name = "PLAYER")]
    pub first: String,
    /// The player to measure it against.
    #[arg(long, value_name = "PLAYER")]
    pub second: String,
    /// The maximum number of games, 200 by default, or 20000 with --sprt; every opening is played twice, with the seats
    /// swapped.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// The time for a move, in milliseconds; 100 if no limit is given.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["nodes", "depth"])]
    pub movetime: Option<u64>,
    /// The nodes per move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "depth")]
    pub nodes: Option<u64>,
    /// The search depth, in turns.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// The seed for openings and random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Stop as soon as a test decides whether the difference is elo0 or elo1; alpha and beta (0.05 each by default) may
    /// follow.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// The number of games played concurrently.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// A file of openings, one line of moves each, to use instead of random ones.
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    pub openings: Option<PathBuf>,
    /// The number of plies in random openings.
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,
    /// The file to write the game records to.
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// How far a move may exceed its time before it counts as late, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub margin: u64,
    /// How long to wait for a program beyond its time for a move before it loses, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub patience: u64,
}
