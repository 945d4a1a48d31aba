//! What a command takes: its options with their kinds and texts.

use super::arguments::{Argument, ArgumentError, Arguments};
use crate::chat::request::{Command, Completion};
use crate::chat::texts::Language;

/// A text in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Localized([String; 3]);

impl Localized {
    /// The texts that `text` returns for each language.
    pub fn of(text: impl Fn(Language) -> String) -> Localized {
        Localized(Language::ALL.map(|(language, _)| text(language)))
    }

    /// The text in a language.
    pub fn get(&self, language: Language) -> &str {
        &self.0[language as usize]
    }
}

/// Who may use a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Whoever may write in the channel.
    Everybody,
    /// Those who manage a server of which the bot is a member.
    Managers,
}

/// One of the values that an option offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The value.
    pub value: String,
    /// What users choose.
    pub label: Localized,
    /// The name of the game that has it, for a value of a setup.
    pub game: Option<&'static str>,
}

/// The kind of an option's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Any text.
    Text,
    /// A text that is completed while it is typed. Other texts are possible.
    Completed(Completion),
    /// Hours, as `23-7` or `9:00`: a text that is one word.
    Hours,
    /// One of these values.
    Choice(Vec<Choice>),
    /// A whole number in this range.
    Number(i64, i64),
    /// Yes or no.
    Flag,
    /// A user.
    Person,
    /// A channel of the server in which boards can be posted.
    Channel,
}

/// An option of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandOption {
    /// Its name, which identifies it.
    pub name: &'static str,
    /// What users call it.
    pub title: Localized,
    /// What it is for.
    pub description: Localized,
    /// The kind of its value.
    pub kind: OptionKind,
    /// One of its values as users type it, for examples.
    pub example: Localized,
    /// Whether the command needs it.
    pub required: bool,
    /// Whether it is an option of the game's setup.
    pub is_setup: bool,
}

/// Makes a command of its arguments.
pub type CommandReader = fn(&Arguments) -> Result<Command, ArgumentError>;

/// What a command consists of.
#[derive(Clone, Debug)]
pub enum CommandBody {
    /// Subcommands, of which one has to be chosen.
    Group(Vec<CommandSpec>),
    /// Options, those that are required first.
    Options(Vec<CommandOption>, CommandReader),
}

/// A command, or a subcommand.
#[derive(Clone, Debug)]
pub struct CommandSpec {
    /// Its name, which identifies it among the others.
    pub name: &'static str,
    /// What users call it.
    pub title: Localized,
    /// What it does.
    pub description: Localized,
    /// Who may use it.
    pub audience: Audience,
    /// Its options or subcommands.
    pub body: CommandBody,
}

impl CommandSpec {
    /// The subcommands; none for a command with options.
    pub fn subcommands(&self) -> &[CommandSpec] {
        match &self.body {
            CommandBody::Group(subcommands) => subcommands,
            CommandBody::Options(..) => &[],
        }
    }

    /// The options; none for a command with subcommands.
    pub fn options(&self) -> &[CommandOption] {
        match &self.body {
            CommandBody::Group(_) => &[],
            CommandBody::Options(options, _) => options,
        }
    }

    /// Makes a command of the values that a user has given, by the names of the options.
    ///
    /// # Errors
    /// See [`ArgumentError`]: an option that is missing or unknown, or a value that the option does not accept.
    pub fn read(&self, given: impl IntoIterator<Item = (String, Argument)>) -> Result<Command, ArgumentError> {
        let CommandBody::Options(options, read) = &self.body else { return Err(ArgumentError::Unknown) };
        let mut arguments = Arguments::default();
        for (name, value) in given {
            let option = options.iter().find(|option| option.name == name).ok_or(ArgumentError::Unknown)?;
            if !option.accepts(&value) {
                return Err(ArgumentError::Impossible(option.name));
            }
            match value {
                Argument::Text(value) if option.is_setup => arguments.add_setup(option.name, value),
                value => arguments.add(option.name, value),
            }
        }
        read(&arguments)
    }
}

impl CommandOption {
    /// Whether a value is of the option's kind and in its range.
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
