//! The commands as data: what each is called, which options it takes, and how its arguments are read.
//!
//! In reading order: [`spec`] and [`signature`] (what a command takes, with and without its texts), [`table`] (the
//! texts of all commands), [`typed`] (commands as lines of text). The commands themselves are declared in
//! [`actions`](crate::chat::actions). A platform with commands of its own registers them from their descriptions and
//! reads them with these; where users can only write messages, they type commands.

pub mod spec;
pub mod signature;
pub mod table;
pub mod typed;

pub use spec::{Audience, Choice, CommandOption, CommandSpec, Localized, OptionKind, Section};
pub use table::describe_all;
pub use typed::{Mention, Resolve, read_typed, write_typed};
