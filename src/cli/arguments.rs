//! The command line.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// ZÈRTZ, DVONN and Barrier in a chat channel. Without a subcommand: the local channel.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Arguments {
    /// The configuration file; config.toml when it exists.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to draw, and how.
#[derive(Debug, Args)]
pub struct RenderArguments {
    /// zertz, dvonn or barrier.
    #[arg(long)]
    pub game: String,
    /// The options of the game, as in 48, or "start=random deal=7".
    #[arg(long, default_value = "")]
    pub variant: String,
    /// The moves, divided by spaces.
    #[arg(long, default_value = "")]
    pub moves: String,
    /// The names of both players.
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"])]
    pub names: Vec<String>,
    /// light, dark, high-contrast or colour-safe.
    #[arg(long, default_value = "light")]
    pub theme: String,
    /// Whose side of the board is below: 1 or 2.
    #[arg(long)]
    pub seat: Option<u8>,
    /// What of the next move has been picked, as in "W d4"; "" shows what can be picked first.
    #[arg(long, conflicts_with_all = ["animate", "sheet"])]
    pub pick: Option<String>,
    /// A move to suggest.
    #[arg(long, value_name = "MOVE")]
    pub suggest: Option<String>,
    /// Cells to point out, as in "d4 e5".
    #[arg(long, value_name = "CELLS", default_value = "")]
    pub spotlight: String,
    /// An arrow with its number, as in 1:d4-e5, or a number on a cell, as in 2:d4; may be given several times.
    #[arg(long = "arrow", value_name = "ARROW")]
    pub arrows: Vec<String>,
    /// Draw all positions as an animated GIF.
    #[arg(long)]
    pub animate: bool,
    /// Draw only so many of the last moves in the animation.
    #[arg(long, requires = "animate", value_name = "MOVES")]
    pub last: Option<usize>,
    /// Draw the positions where most happened on one sheet.
    #[arg(long, conflicts_with = "animate")]
    pub sheet: bool,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open a local channel that looks like Discord, with the bot in it (what happens without a subcommand).
    Local,
    /// Run the bot on Discord.
    Serve {
        /// The address of a server that speaks like Discord, instead of Discord.
        #[arg(long, value_name = "ADDRESS")]
        api_url: Option<String>,
    },
    /// Read the configuration and say whether it is right.
    CheckConfig,
    /// Draw a game: a board, an animation or a sheet of the positions where most happened.
    Render(RenderArguments),
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
    /// Play a match of many games between two players and say who is stronger.
    Match(Box<MatchArguments>),
    /// Judge a game move by move: what each was worth, what would have been better, and how well both played.
    Analyse(AnalyseArguments),
    /// Search always the same positions: how fast, and with a number of nodes that is the same on every machine.
    Bench,
}

/// Judge a game move by move: what each was worth, what would have been better, and how well both played.
#[derive(Debug, Args)]
pub struct AnalyseArguments {
    /// A file with records of games, or with a position and the name of its game; - for the standard input.
    pub file: PathBuf,
    /// The time for each position in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: u64,
    /// The memory for positions already searched, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    pub hash: u64,
    /// The threads that search together.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=64))]
    pub threads: u64,
}

/// Play a match of many games between two players and say who is stronger. A player is random, greedy, depth2, uct,
/// engine (the one of this program) or cmd:PROGRAM (one that speaks the Universal Game Interface); after it, each after a
/// semicolon, options (Name=value), a limit of its own (movetime MS, nodes N, depth N) and a name (as NAME).
#[derive(Debug, Args)]
pub struct MatchArguments {
    /// zertz, dvonn or barrier.
    #[arg(long)]
    pub game: String,
    /// The board: 37 to 61 or blitz for zertz, standard for dvonn, 5 to 10 for barrier.
    #[arg(long)]
    pub variant: Option<String>,
    /// Other options of the game, as in "claims=optional" or "start=placement"; DVONN is dealt unless start says otherwise.
    #[arg(long, value_name = "WORDS", default_value = "")]
    pub setup: String,
    /// The player whose strength is measured.
    #[arg(long, value_name = "PLAYER")]
    pub first: String,
    /// The player it is measured against.
    #[arg(long, value_name = "PLAYER")]
    pub second: String,
    /// The most games; every opening is played twice, with the seats swapped. 200, or 20000 with --sprt.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// The time for a move in milliseconds; 100 when nothing else is said.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["nodes", "depth"])]
    pub movetime: Option<u64>,
    /// The nodes for a move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "depth")]
    pub nodes: Option<u64>,
    /// The turns a player looks ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// What openings and chances are drawn from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Stop as soon as it is decided whether the difference is elo0 or elo1; alpha and beta (0.05) may follow.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// The games that are played at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// A file of openings, a line of moves each, instead of random ones.
    #[arg(long, value_name = "FILE", conflicts_with = "plies")]
    pub openings: Option<PathBuf>,
    /// The plies of random openings.
    #[arg(long, value_name = "N")]
    pub plies: Option<usize>,
    /// A file that the records of the games are written to.
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// How many milliseconds beyond its time a move is counted as late.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub margin: u64,
    /// How many seconds beyond its time (or without one, at all) a program is waited for before it loses.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub patience: u64,
}
