//! The arguments that a user gave to a command.

use crate::service::{PlaceId, PlayerId};
use std::collections::BTreeMap;
use std::str::FromStr;

/// Why a player cannot take part in a game that is proposed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The player is not a member of the server.
    NotInServer,
    /// The player cannot see the channel.
    CannotSeeChannel,
}

impl Absence {
    /// The message key of its text.
    pub fn key(self) -> &'static str {
        match self {
            Absence::NotInServer => "challenge-opponent-not-in-server",
            Absence::CannotSeeChannel => "challenge-opponent-cannot-see",
        }
    }
}

/// A user named in a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// The user's id.
    pub id: PlayerId,
    /// The user's display name.
    pub name: String,
    /// Whether the user is a bot. Bots do not play.
    pub is_bot: bool,
    /// Why the user would not see a game here, if the platform tells.
    pub absence: Option<Absence>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Text, or the value of a choice.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A user.
    Person(Opponent),
    /// A channel.
    Channel(PlaceId),
}

/// Why arguments cannot be converted to a command. If a platform shows users the options, it sends such arguments only
/// for commands that an older version of the program registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// A required option is missing.
    #[error("the option {0} is missing")]
    Missing(&'static str),
    /// The value has the wrong kind, or is out of range.
    #[error("the option {0} does not accept this value")]
    Impossible(&'static str),
    /// The command has no such option.
    #[error("there is no such option")]
    Unknown,
}

/// The arguments of a command, by option name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    given: BTreeMap<&'static str, Argument>,
    setup: Vec<(&'static str, String)>,
}

impl Arguments {
    /// The same with the value of an option.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Argument) -> Arguments {
        self.given.insert(name, value);
        self
    }

    /// The same with the value of an option of the game's setup.
    #[must_use]
    pub fn with_setup(mut self, key: &'static str, value: String) -> Arguments {
        self.setup.push((key, value));
        self
    }

    /// The options of the game's setup, as keys and values.
    pub fn setup(&self) -> &[(&'static str, String)] {
        &self.setup
    }

    /// Whether nothing was given.
    pub fn is_empty(&self) -> bool {
        self.given.is_empty() && self.setup.is_empty()
    }

    /// Whether an option was given.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn find(&self, name: &str) -> Option<&Argument> {
        self.given.get(name)
    }

    /// The text of an option; `None` if it was not given.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.find(name)? {
            Argument::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of an option as a type that its text stands for; `None` if it was not given or is no such value.
    pub fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.text(name)?.parse().ok()
    }

    /// The value of a flag; `None` if it was not given.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.find(name)? {
            Argument::Flag(on) => Some(*on),
            _ => None,
        }
    }

    /// A whole number; `None` if it was not given or does not fit.
    pub fn number<N: TryFrom<i64>>(&self, name: &str) -> Option<N> {
        match self.find(name)? {
            Argument::Number(number) => N::try_from(*number).ok(),
            _ => None,
        }
    }

    /// A user; `None` if none was given.
    pub fn person(&self, name: &str) -> Option<&Opponent> {
        match self.find(name)? {
            Argument::Person(person) => Some(person),
            _ => None,
        }
    }

    /// A channel; `None` if none was given.
    pub fn channel(&self, name: &str) -> Option<PlaceId> {
        match self.find(name)? {
            Argument::Channel(channel) => Some(*channel),
            _ => None,
        }
    }
}
