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
pub struct Render {
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
    Render(Render),
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
