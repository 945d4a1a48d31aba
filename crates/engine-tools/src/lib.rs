//! Tools for people who work on the engines of [`tablero_games`]: they need no bot, no database and no network.
//!
//! [`ugi`] offers the games as an engine on standard input and output, [`match_runner`] plays matches between engines,
//! [`analyse`] judges a game move by move, [`bench`](mod@bench) measures the speed of the search, and [`render`] draws
//! pictures. [`Tool`] is their command line, which `tablero` has among its subcommands.

#![forbid(unsafe_code)]

pub mod render;
pub mod analyse;
pub mod bench;
pub mod ugi;
pub mod match_runner;
mod tool;

pub use tool::Tool;

/// The result of a tool; an error is a sentence for the command-line user.
pub type CommandResult<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
