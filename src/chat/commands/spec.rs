//! Descriptions of commands: their options, with kinds and texts.

use crate::chat::arguments::{Argument, ArgumentError, Arguments};
use crate::chat::request::{Completion, RequestKind};
use crate::chat::texts::Language;

/// A text in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Localized([String; 3]);

impl Localized {
    /// Builds a text by calling `text` for each language.
    pub fn of(text: impl Fn(Language) -> String) -> Localized {
        Localized(Language::ALL.map(|(language, _)| text(language)))
    }

    /// Returns the text in a language.
    pub fn get(&self, language: Language) -> &str {
        &self.0[language as usize]
    }
}

/// Who may use a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everyone who may write in the channel.
    Everyone,
    /// Members who may manage a server that the bot has joined.
    Managers,
}

/// A section of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// How to start a game, and the help.
    Starting,
    /// Actions in a running game.
    Playing,
    /// A player's games, results and ratings.
    Games,
    /// Settings and data of a player.
    You,
    /// Commands for server managers.
    Managers,
}

impl Section {
    /// The key of its heading.
    pub const fn key(self) -> &'static str {
        match self {
            Section::Starting => "help-starting",
            Section::Playing => "help-playing",
            Section::Games => "help-games",
            Section::You => "help-you",
            Section::Managers => "help-managers",
        }
    }
}

/// One of the values that an option offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The value.
    pub value: String,
    /// The text that users see.
    pub label: Localized,
    /// The name of the game that has this value; `None` unless the option is part of a game's setup.
    pub game: Option<&'static str>,
}

/// The kind of an option's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Any text.
    Text,
    /// Text with suggestions while the user types. Any other text is accepted too.
    Completed(Completion),
    /// Hours such as `23-7` or `9:00`, as text of one word.
    Hours,
    /// One of these values.
    Choice(Vec<Choice>),
    /// A whole number in this range, both ends included.
    Number(i64, i64),
    /// Yes or no.
    Flag,
    /// A user.
    Person,
    /// A channel of the server where boards can be posted.
    Channel,
}

/// When an option must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Always.
    Required,
    /// Where clients have a field for each option, because they show the field of a required option at once. Where
    /// commands are typed, it is optional.
    RequiredInField,
    /// Never, but a typed value without a name is taken for it before other optional ones.
    Usual,
    /// Never.
    Optional,
    /// Never, and only where commands are typed.
    OptionalWhenTyped,
}

/// An option of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandOption {
    /// The name that identifies it within the command.
    pub name: &'static str,
    /// The name that users see and type.
    pub title: Localized,
    /// Names that it had before and that can still be typed, separated by commas; mostly empty.
    pub former: Localized,
    /// What it is for.
    pub description: Localized,
    /// The kind of its value.
    pub kind: OptionKind,
    /// A valid value as users type it, for example commands.
    pub example: Localized,
    /// When it must be given.
    pub presence: Presence,
    /// Whether it is part of the game's setup.
    pub is_setup: bool,
}

impl CommandOption {
    /// Whether a typed command must have it.
    pub fn is_required_when_typed(&self) -> bool {
        self.presence == Presence::Required
    }

    /// Whether a typed value without a name is taken for this option before others.
    pub fn comes_first(&self) -> bool {
        matches!(self.presence, Presence::Required | Presence::Usual)
    }

    /// Whether a client with fields for options must ask for it; `None` if it has no field there.
    pub fn is_required_in_field(&self) -> Option<bool> {
        match self.presence {
            Presence::Required | Presence::RequiredInField => Some(true),
            Presence::Usual | Presence::Optional => Some(false),
            Presence::OptionalWhenTyped => None,
        }
    }
}

/// The content of a command.
#[derive(Clone, Debug)]
pub enum CommandBody {
    /// Subcommands; the user must choose one.
    Group(Vec<CommandSpec>),
    /// Options, required ones first.
    Options(Vec<CommandOption>),
}

/// A command, or a subcommand.
#[derive(Clone, Debug)]
pub struct CommandSpec {
    /// The names of its group, if it is in one, and of the command, as in `privacy export`.
    pub path: &'static str,
    /// The name that identifies it among the commands, or among the subcommands of its parent.
    pub name: &'static str,
    /// The name that users see and type.
    pub title: Localized,
    /// Names that it had before and that can still be typed, separated by commas; mostly empty.
    pub former: Localized,
    /// What it does.
    pub description: Localized,
    /// Who may use it.
    pub audience: Audience,
    /// The section of the help that lists it.
    pub section: Section,
    /// Its options or subcommands.
    pub body: CommandBody,
}

impl CommandSpec {
    /// Returns the subcommands; empty for a command with options.
    pub fn subcommands(&self) -> &[CommandSpec] {
        match &self.body {
            CommandBody::Group(subcommands) => subcommands,
            CommandBody::Options(_) => &[],
        }
    }

    /// Returns the options; empty for a command with subcommands.
    pub fn options(&self) -> &[CommandOption] {
        match &self.body {
            CommandBody::Group(_) => &[],
            CommandBody::Options(options) => options,
        }
    }

    /// The request of a user who has given these values, by option name.
    ///
    /// # Errors
    /// See [`ArgumentError`]: an option is missing or unknown, or does not accept its value.
    pub fn read(&self, given: impl IntoIterator<Item = (String, Argument)>) -> Result<RequestKind, ArgumentError> {
        let CommandBody::Options(options) = &self.body else { return Err(ArgumentError::Unknown) };
        let mut arguments = Arguments::default();
        for (name, value) in given {
            let option = options.iter().find(|option| option.name == name).ok_or(ArgumentError::Unknown)?;
            if !option.accepts(&value) {
                return Err(ArgumentError::Impossible(option.name));
            }
            arguments = match value {
                Argument::Text(value) if option.is_setup => arguments.with_setup(option.name, value),
                value => arguments.with(option.name, value),
            };
        }
        let mut required = options.iter().filter(|option| option.presence == Presence::Required);
        match required.find(|option| !arguments.has(option.name)) {
            Some(missing) => Err(ArgumentError::Missing(missing.name)),
            None => Ok(RequestKind::Command(self.path, arguments)),
        }
    }
}

impl CommandOption {
    /// Reports whether a value has the option's kind and is in its range.
    fn accepts(&self, value: &Argument) -> bool {
        match (&self.kind, value) {
            (OptionKind::Text | OptionKind::Completed(_) | OptionKind::Hours, Argument::Text(_))
            | (OptionKind::Flag, Argument::Flag(_))
            | (OptionKind::Person, Argument::Person(_))
            | (OptionKind::Channel, Argument::Channel(_)) => true,
            (OptionKind::Choice(choices), Argument::Text(text)) => choices.iter().any(|choice| choice.value == *text),
            (OptionKind::Number(least, most), Argument::Number(number)) => (least..=most).contains(&number),
            _ => false,
        }
    }
}
