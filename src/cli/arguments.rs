//! The command-line arguments. Doc comments are the help texts.

use crate::catalog::Catalog;
use crate::roles::{Role, ShardRange};
use crate::version;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use engine_tools::Tool;
use std::ffi::OsString;
use std::path::PathBuf;

/// A bot for board games on Discord and Matrix. Without a subcommand, opens the local channel.
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
        let titles: Vec<&str> = catalog.games().iter().map(|game| game.title()).collect();
        let titles = match &titles[..] {
            [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
            titles => titles.concat(),
        };
        let about = format!(
            "A bot for {titles} on Discord and Matrix. Without a subcommand, opens the local channel: a page that \
             looks like Discord and has the bot in it"
        );
        Tool::with_games(Arguments::command().about(about), catalog)
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
        if let (Some(Command::Tool(tool)), Some((_, given))) = (&mut arguments.command, matches.subcommand()) {
            tool.read_options(catalog, given);
        }
        Ok(arguments)
    }
}

/// The subcommand to run.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the local channel, a page that looks like Discord and has the bot in it (the default).
    Local,
    /// Run the bot on Discord, Matrix or both, as the configuration says.
    Serve {
        /// The address of a server with a Discord-compatible API, to use instead of Discord.
        #[arg(long, value_name = "ADDRESS")]
        api_url: Option<String>,
        /// What this process does, if several share the work over one PostgreSQL database [default: everything].
        #[arg(long, value_name = "ROLES", value_delimiter = ',')]
        roles: Vec<Role>,
        /// The shards that this process connects to Discord's gateway, as in 0-3/16, if other processes connect the
        /// rest [default: as many as Discord recommends].
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
    /// A tool for the engines.
    #[command(flatten)]
    Tool(Tool),
    /// Write a backup of the database file. The bot may be running.
    Backup {
        /// The file for the backup, which must not exist yet.
        file: PathBuf,
    },
    /// Restore a backup as the configured database file. Stop the bot and move the old file away first.
    Restore {
        /// The backup.
        file: PathBuf,
    },
    /// Ask the running bot whether it is ready. The configuration must have an address for monitoring.
    Health,
    /// Log the bot in to Matrix, and work with its keys for encryption there.
    Matrix {
        /// What to do.
        #[command(subcommand)]
        command: MatrixCommand,
    },
    /// Work with databases.
    Db {
        /// What to do.
        #[command(subcommand)]
        command: DatabaseCommand,
    },
}

/// What to do with the bot's account on Matrix, and with its keys for encryption there.
#[derive(Debug, Subcommand)]
pub enum MatrixCommand {
    /// Log the bot in as a new device and store the session in the database. You approve it in a browser or, where the
    /// homeserver does not offer that, paste a login token. Stop the bot first.
    Login,
    /// Print a new recovery key, for matrix.recovery_key. With it the bot keeps its identity and a backup of room keys on
    /// the homeserver.
    RecoveryKey,
    /// Delete the bot's encryption keys from the database, for example because the store key is lost. Stop the bot first.
    /// It then begins as a new device, and cannot read what was written before.
    ForgetKeys,
    /// Answer people who want to be verified, while the bot runs. Without a user, list the open requests.
    ///
    /// With a user, accept their request, show the emoji to compare with what their device shows, ask whether they are the
    /// same, and wait for the user. If the standard input ends before an answer, run the command again with --confirm or
    /// --reject.
    Verify {
        /// The user, as in @ada:example.org.
        user: Option<String>,
        /// Show a QR code for the user to scan, instead of emoji.
        #[arg(long, requires = "user")]
        qr: bool,
        /// Begin a verification, if the user has not. The bot asks the user in their direct room.
        #[arg(long, requires = "user", conflicts_with = "reject")]
        begin: bool,
        /// Say that both sides show the same, or that the user's device has scanned the code.
        #[arg(long, requires = "user", conflicts_with_all = ["reject", "begin", "qr"])]
        confirm: bool,
        /// Refuse the verification, or say that the two sides differ.
        #[arg(long, requires = "user", conflicts_with = "qr")]
        reject: bool,
    },
}

/// What to do with databases.
#[derive(Debug, Subcommand)]
pub enum DatabaseCommand {
    /// Copy everything from one database into another, of the same kind or not, and compare the two. Stop the bot
    /// first. If the copy is interrupted, run the command again to continue.
    Copy(DatabaseCopyArguments),
}

/// The arguments of `tablero db copy`.
#[derive(Debug, Args)]
pub struct DatabaseCopyArguments {
    /// The database to copy: sqlite:FILE or postgres://USER@HOST/DATABASE. The environment variable PGPASSWORD can hold
    /// the password.
    #[arg(long, value_name = "URL")]
    pub from: String,
    /// The database to copy into, which must be new.
    #[arg(long, value_name = "URL")]
    pub to: String,
}
