//! What a command is called, who may use it and which options it takes, before texts and data from the catalogue are
//! added.

use super::spec::{Audience, Presence};
use crate::chat::request::Completion;

/// A command as it is declared.
#[derive(Clone, Copy)]
pub struct Signature {
    /// The names of its group, if it is in one, and of the command, as in `privacy export`.
    pub path: &'static str,
    /// Who may use it.
    pub audience: Audience,
    /// Its options, required ones first.
    pub options: &'static [Parameter],
}

/// An option as it is declared.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// The name that identifies it within the command.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: Kind,
    /// When it must be given.
    pub presence: Presence,
}

/// The kind of an option. Choices are only named here; the table of commands lists them.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Any text.
    Text,
    /// Text with suggestions while the user types.
    Completed(Completion),
    /// Hours such as `23-7` or `9:00`.
    Hours,
    /// A whole number in this range, both ends included.
    Number(i64, i64),
    /// Yes or no.
    Flag,
    /// A user.
    Person,
    /// A channel of the server.
    Channel,
    /// A game of the catalogue.
    Game,
    /// A level of the engine.
    Level,
    /// Who begins.
    Side,
    /// A time control.
    Time,
    /// What pauses the clocks.
    Pauses,
    /// A language.
    Language,
    /// A language, or none.
    LanguageOrDefault,
    /// A theme of boards.
    Theme,
    /// A theme of boards, or none.
    ThemeOrDefault,
    /// One of these words; their labels have keys with this prefix.
    Words(&'static str, &'static [&'static str]),
    /// A placeholder for the setup options of all games.
    Setup,
}

/// An option that must be given.
pub const fn required(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, presence: Presence::Required }
}

/// An option that may be left out.
pub const fn optional(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, presence: Presence::Optional }
}

/// See [`Presence::Usual`].
pub const fn usual(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, presence: Presence::Usual }
}

/// See [`Presence::RequiredInField`].
pub const fn required_in_field(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, presence: Presence::RequiredInField }
}

/// See [`Presence::OptionalWhenTyped`].
pub const fn optional_when_typed(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, presence: Presence::OptionalWhenTyped }
}
