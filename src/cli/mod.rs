//! The command line and the subcommands that need no running bot: [`arguments`] (the command line), [`render`]
//! (pictures of games), [`analyse`] (move-by-move analysis of games), [`bench`](mod@bench) (search speed),
//! [`match_runner`] (matches between engines), [`ugi`] (the games as an engine on standard input and output),
//! [`db_copy`] (copying databases), [`backup`] (backups of a file, and their way back) and [`health_check`] (whether the
//! bot is ready).

pub mod arguments;
pub mod render;
pub mod analyse;
pub mod bench;
pub mod ugi;
pub mod match_runner;
pub mod backup;
pub mod db_copy;
pub mod health_check;
pub mod progress_bar;

/// The result of a subcommand; an error is a sentence for the command-line user.
pub type CommandResult<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
