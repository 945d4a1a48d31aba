//! The arguments that a user gave to a command.

use crate::chat::request::Opponent;
use crate::service::PlaceId;

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
    #[error("the option {0} has an impossible value")]
    Impossible(&'static str),
    /// The command has no such option.
    #[error("there is no such option")]
    Unknown,
}

/// The arguments of a command, by option name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    given: Vec<(&'static str, Argument)>,
    setup: Vec<(&'static str, String)>,
}

impl Arguments {
    /// Adds the value of an option.
    pub fn add(&mut self, name: &'static str, value: Argument) {
        self.given.push((name, value));
    }

    /// Adds the value of an option of the game's setup.
    pub fn add_setup(&mut self, key: &'static str, value: String) {
        self.setup.push((key, value));
    }

    /// Returns the options of the game's setup, as keys and values.
    pub fn setup(&self) -> Vec<(&'static str, String)> {
        self.setup.clone()
    }

    fn find(&self, name: &str) -> Option<&Argument> {
        self.given.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Returns the text of an option; `None` if it was not given.
    ///
    /// # Errors
    /// [`ArgumentError::Impossible`] if the value has another kind, here and in the other methods.
    pub fn text(&self, name: &'static str) -> Result<Option<String>, ArgumentError> {
        match self.find(name) {
            None => Ok(None),
            Some(Argument::Text(text)) => Ok(Some(text.clone())),
            Some(_) => Err(ArgumentError::Impossible(name)),
        }
    }

    /// Returns the text of a required option.
    ///
    /// # Errors
    /// [`ArgumentError::Missing`] if it was not given.
    pub fn required_text(&self, name: &'static str) -> Result<String, ArgumentError> {
        self.text(name)?.ok_or(ArgumentError::Missing(name))
    }

    /// Returns the value of a flag; `None` if it was not given.
    ///
    /// # Errors
    /// [`ArgumentError::Impossible`].
    pub fn flag(&self, name: &'static str) -> Result<Option<bool>, ArgumentError> {
        match self.find(name) {
            None => Ok(None),
            Some(Argument::Flag(on)) => Ok(Some(*on)),
            Some(_) => Err(ArgumentError::Impossible(name)),
        }
    }

    /// Returns a whole number as the type `N`; `None` if it was not given.
    ///
    /// # Errors
    /// [`ArgumentError::Impossible`] also if the number does not fit `N`.
    pub fn number<N: TryFrom<i64>>(&self, name: &'static str) -> Result<Option<N>, ArgumentError> {
        match self.find(name) {
            None => Ok(None),
            Some(Argument::Number(number)) => {
                N::try_from(*number).map(Some).map_err(|_| ArgumentError::Impossible(name))
            }
            Some(_) => Err(ArgumentError::Impossible(name)),
        }
    }

    /// Returns a user; `None` if none was given.
    ///
    /// # Errors
    /// [`ArgumentError::Impossible`].
    pub fn person(&self, name: &'static str) -> Result<Option<Opponent>, ArgumentError> {
        match self.find(name) {
            None => Ok(None),
            Some(Argument::Person(person)) => Ok(Some(person.clone())),
            Some(_) => Err(ArgumentError::Impossible(name)),
        }
    }

    /// Returns a channel; `None` if none was given.
    ///
    /// # Errors
    /// [`ArgumentError::Impossible`].
    pub fn channel(&self, name: &'static str) -> Result<Option<PlaceId>, ArgumentError> {
        match self.find(name) {
            None => Ok(None),
            Some(Argument::Channel(channel)) => Ok(Some(*channel)),
            Some(_) => Err(ArgumentError::Impossible(name)),
        }
    }
}
