//! Example commands for error messages.

use super::values::listed;
use crate::chat::commands::spec::{CommandOption, CommandSpec, OptionKind};
use crate::chat::texts::Language;

/// A command, followed by its subcommand, if any.
pub(super) type Path<'a> = Vec<&'a CommandSpec>;

/// Returns the only option of a command if that option takes all text after the command.
pub(super) fn only_text(options: &[CommandOption]) -> Option<&CommandOption> {
    match options {
        [option] if matches!(option.kind, OptionKind::Text | OptionKind::Completed(_)) => Some(option),
        _ => None,
    }
}

/// Returns the titles of a command and its subcommand, as the user types them.
pub(super) fn path_name(path: &[&CommandSpec], language: Language) -> String {
    path.iter().map(|spec| spec.title.get(language)).collect::<Vec<_>>().join(" ")
}

/// Returns an example of a command: its required options, a person if it takes one, and the option `about`. If the
/// command has subcommands, returns an example of the first one.
pub(super) fn example(path: &[&CommandSpec], language: Language, about: Option<&CommandOption>) -> String {
    if let Some(first) = path.last().and_then(|spec| spec.subcommands().first()) {
        return example(&[path, &[first]].concat(), language, about);
    }
    let mut words = vec![path_name(path, language)];
    let options = path.last().map_or(&[][..], |spec| spec.options());
    if let Some(only) = only_text(options) {
        words.push(only.example.get(language).to_owned());
        return words.join(" ");
    }
    let people = options.iter().filter(|option| option.kind == OptionKind::Person);
    words.extend(people.map(|option| option.example.get(language).to_owned()));
    let is_about = |option: &CommandOption| about.is_some_and(|about| about.name == option.name);
    let game = about.and_then(game_of_example);
    for option in options.iter().filter(|option| option.kind != OptionKind::Person) {
        if !option.comes_first() && !is_about(option) {
            continue;
        }
        let title = option.title.get(language);
        words.push(match (&option.kind, game) {
            (OptionKind::Flag, _) if !option.is_required_when_typed() => title.to_owned(),
            (OptionKind::Choice(choices), Some(game)) if choices.iter().any(|choice| choice.value == game) => {
                format!("{title} {game}")
            }
            _ => format!("{title} {}", typed_value(option, language)),
        });
    }
    words.join(" ")
}

/// The value of an example in the language's words. Numbers stay unchanged.
fn typed_value(option: &CommandOption, language: Language) -> String {
    let example = option.example.get(language);
    let choice = match &option.kind {
        OptionKind::Choice(choices) => choices.iter().find(|choice| choice.value == example),
        _ => None,
    };
    match choice.filter(|choice| choice.value.parse::<u32>().is_err()) {
        Some(choice) => listed(choice, language, choice.game),
        None => example.to_owned(),
    }
}

/// Returns an example as clients with a field for each option display it.
pub(super) fn example_in_fields(path: &[&CommandSpec], language: Language) -> String {
    if let Some(first) = path.last().and_then(|spec| spec.subcommands().first()) {
        return example_in_fields(&[path, &[first]].concat(), language);
    }
    let options = path.last().map_or(&[][..], |spec| spec.options());
    let shown = options.iter().filter(|option| {
        let is_only = only_text(options).is_some() && option.is_required_in_field().is_some();
        is_only || option.kind == OptionKind::Person || option.is_required_in_field() == Some(true)
    });
    let fields = shown.map(|option| {
        let example = option.example.get(language);
        let shown = match &option.kind {
            OptionKind::Choice(choices) => choices.iter().find(|choice| choice.value == example),
            _ => None,
        };
        format!("{}:{}", option.title.get(language), shown.map_or(example, |choice| choice.label.get(language)))
    });
    [path_name(path, language)].into_iter().chain(fields).collect::<Vec<_>>().join(" ")
}

/// Returns the game that the example of a setup option belongs to; `None` for other options.
fn game_of_example(option: &CommandOption) -> Option<&'static str> {
    let OptionKind::Choice(choices) = &option.kind else { return None };
    // Values of choices are the same in every language.
    let example = option.example.get(Language::En);
    choices.iter().find(|choice| choice.value == example).and_then(|choice| choice.game)
}
