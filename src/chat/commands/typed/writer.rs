//! Writes a command as typed text.

use super::example::{only_text, path_name};
use super::names::is_name_of;
use super::people::Mention;
use super::quotes::{begins_quoted, quote};
use crate::chat::arguments::Argument;
use crate::chat::commands::spec::{CommandOption, CommandSpec, OptionKind};
use crate::chat::texts::{Language, label};

/// Returns the typed form of a command. `path` is the command, followed by its subcommand, if any; `given` maps the
/// names of options to values. [`read_typed`](super::read_typed) turns the text into the same command that
/// [`CommandSpec::read`] makes from the values. Ignores values for options that the command does not have.
pub fn write_typed(
    path: &[&CommandSpec],
    language: Language,
    given: &[(&str, Argument)],
    mention: &dyn Mention,
) -> String {
    let options = path.last().map_or(&[][..], |spec| spec.options());
    let find = |name: &str| options.iter().find(|option| option.name == name);
    let given: Vec<(&CommandOption, String)> =
        given.iter().filter_map(|(name, argument)| Some((find(name)?, said(argument, language, mention)))).collect();
    let mut text = path_name(path, language);
    for (at, (option, value)) in given.iter().enumerate() {
        let is_last = at + 1 == given.len();
        text.push(' ');
        match only_text(options) {
            Some(_) => text.push_str(&only_value(option, value)),
            None => {
                text.push_str(option.title.get(language));
                text.push(' ');
                text.push_str(&named_value(options, option, value, is_last));
            }
        }
    }
    text
}

/// Formats a value without quotes.
fn said(argument: &Argument, language: Language, mention: &dyn Mention) -> String {
    match argument {
        Argument::Text(text) => text.clone(),
        Argument::Number(number) => number.to_string(),
        Argument::Flag(true) => label(language, "typed-yes", &[]),
        Argument::Flag(false) => label(language, "typed-no", &[]),
        Argument::Person(person) => mention.person(person),
        Argument::Channel(channel) => mention.channel(*channel),
    }
}

/// Reports whether a text that runs to the end of the command needs no quotes.
fn is_plain_text(value: &str) -> bool {
    !value.is_empty() && value.trim() == value && !begins_quoted(value)
}

/// Formats the value of a command's only option, which is written without the option's name.
fn only_value(option: &CommandOption, value: &str) -> String {
    // The reader would take a word such as `text:` for the option's name.
    let is_pair = value.split_once(['=', ':']).is_some_and(|(before, _)| is_name_of(option, before));
    if is_plain_text(value) && !is_pair { value.to_owned() } else { quote(value) }
}

/// Formats a value that follows the name of its option.
fn named_value(options: &[CommandOption], option: &CommandOption, value: &str, is_last: bool) -> String {
    let is_plain = match option.kind {
        OptionKind::Text => is_last && is_plain_text(value),
        _ => {
            let is_word = is_plain_text(value) && !value.contains(char::is_whitespace);
            let before = value.split(['=', ':']).next().unwrap_or_default();
            is_word && !before.is_empty() && !options.iter().any(|option| is_name_of(option, before))
        }
    };
    if is_plain { value.to_owned() } else { quote(value) }
}
