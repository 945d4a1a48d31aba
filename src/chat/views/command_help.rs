//! Explanations of commands.

use crate::chat::arguments::ArgumentError;
use crate::chat::commands::CommandSpec;
use crate::chat::commands::typed::describe;
use crate::chat::text::{Span, Text};
use crate::chat::texts::error_texts::{possible_values, typed_error};
use crate::chat::texts::{Language, localize, localize_with};
use crate::chat::view::View;

/// What a command does, its options and an example, if that is more than its name; or that there is no such command.
pub fn command_help(commands: &[CommandSpec], language: Language, text: &str) -> Text {
    let described = match describe(commands, language, text) {
        Ok(described) => described,
        Err(error) => return typed_error(language, &error),
    };
    let mut text = Text::bold(format!("/{}", described.name)).then("\n").then(described.purpose);
    if let Some(more) = described.more {
        text.push_line(more);
    }
    let is_name_alone = described.parts.is_empty() && described.example[0] == described.name;
    for (name, purpose, possible) in described.parts {
        text.push_line(Text::from("• ").then(Text::code(name)).then(format!(": {purpose}")));
        if let Some(values) = possible.as_ref().and_then(possible_values) {
            text.push(format!("\n  {values}"));
        }
    }
    if is_name_alone {
        return text;
    }
    let [typed, in_fields] = described.example.map(|example| format!("/{example}"));
    let example = Text::from(Span::Command { in_fields, typed });
    text.push_line(localize_with(language, "typed-example", &[("example", example.into())]));
    text
}

/// The answer to a command from an older registration that this version no longer accepts.
pub fn outdated_command(language: Language, error: ArgumentError) -> View {
    let key = match error {
        ArgumentError::Impossible(_) => "play-old-choice",
        ArgumentError::Missing(_) | ArgumentError::Unknown => "play-old-command",
    };
    View::text(localize(language, key, &[]))
}
