//! The command line.

use clap::{Parser, Subcommand};
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
