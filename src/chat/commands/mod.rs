//! The commands as data: what each is called, which options it takes, and how its arguments become a [`Command`].
//!
//! In reading order: [`arguments`] (what a user has given), [`spec`] (what a command takes), [`table`] (all commands).
//! A platform registers its commands from the table and reads them with it.
//!
//! [`Command`]: crate::chat::Command

pub mod arguments;
pub mod spec;
pub mod table;

pub use arguments::{Argument, ArgumentError, Arguments};
pub use spec::{Audience, Choice, CommandOption, CommandSpec, Localized, OptionKind};
pub use table::commands;
