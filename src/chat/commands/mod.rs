//! The commands as data: what each is called, which options it takes, and how its arguments become a [`Command`].
//!
//! In reading order: [`arguments`] (what a user has given), [`spec`] (what a command takes), [`table`] (all commands),
//! [`typed`] (commands as lines of text). A platform with commands of its own registers them from the table and reads
//! them with it; where users can only write messages, they type commands.
//!
//! [`Command`]: crate::chat::Command

pub mod arguments;
pub mod spec;
pub mod table;
pub mod typed;

pub use arguments::{Argument, ArgumentError, Arguments};
pub use spec::{Audience, Choice, CommandOption, CommandSpec, Localized, OptionKind};
pub use table::{ACROSS_PLATFORMS, commands};
pub use typed::{Mention, Resolve, read_typed, write_typed};
