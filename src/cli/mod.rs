//! The command line and the subcommands that need no running bot: [`arguments`] (the command line), [`db_copy`]
//! (copying databases), [`backup`] (backups of a file, and their way back) and [`health_check`] (whether the bot is
//! ready). The subcommands that need only the games are in the package `engine-tools`.

pub mod arguments;
pub mod backup;
pub mod db_copy;
pub mod health_check;
pub mod progress_bar;

/// The result of a subcommand; an error is a sentence for the command-line user.
pub type CommandResult<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
