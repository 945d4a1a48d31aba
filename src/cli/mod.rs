//! The subcommands that need no running bot: [`arguments`] (the command line), [`render`] (a picture of a position), [`analyse`]
//! (a game judged move by move), [`bench`] (search speed), [`match_runner`] (matches between engines) and [`ugi`] (the games as an
//! engine on standard input and output).

pub mod arguments;
pub mod render;
pub mod analyse;
pub mod bench;
pub mod ugi;
pub mod match_runner;

/// What a subcommand comes to; an error is a sentence for whoever typed it.
pub type CommandResult<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
