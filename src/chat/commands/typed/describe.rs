//! What can be typed after a command.

use super::example::{example, example_in_fields, path_name};
use super::names::{called, nearest_name};
use super::values::possible;
use crate::chat::commands::spec::CommandSpec;
use crate::chat::text::Text;
use crate::chat::texts::{COMMON, Language, localize};
use crate::chat::typed_error::{Possible, TypedError};

/// A command in the words of a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandDescription {
    /// Its name, after that of its parent if it is a subcommand.
    pub name: String,
    /// What it does.
    pub purpose: String,
    /// A further sentence about it, which only some commands have.
    pub more: Option<Text>,
    /// Its subcommands or options: the name, what it is for, and which values are possible if there are few.
    pub parts: Vec<(String, String, Option<Possible>)>,
    /// An example of the command, both typed and with fields.
    pub example: [String; 2],
}

/// Describes the command whose name is in a text, in the user's language or in English.
///
/// # Errors
/// [`TypedError::UnknownCommand`].
pub fn describe(specs: &[CommandSpec], language: Language, text: &str) -> Result<CommandDescription, TypedError> {
    let mut words = text.split_whitespace();
    let word = words.next().unwrap_or_default();
    let name = word.trim_start_matches(['!', '/']);
    let Some(spec) = called(specs, language, name) else {
        let near = nearest_name(specs, language, name);
        let nearest = near.as_ref().and_then(|near| called(specs, language, near));
        let example = nearest.map(|spec| example(&[spec], language, None));
        return Err(TypedError::UnknownCommand { word: word.to_owned(), near, example });
    };
    let mut path = vec![spec];
    path.extend(words.next().and_then(|word| called(spec.subcommands(), language, word)));
    let last = path[path.len() - 1];
    let text = |text: &crate::chat::commands::Localized| text.get(language).to_owned();
    let subcommands = last.subcommands().iter().map(|spec| (text(&spec.title), text(&spec.description), None));
    let options = last
        .options()
        .iter()
        .map(|option| (text(&option.title), text(&option.description), possible(option, language, None)));
    let key = format!("command-{}.more", path.iter().map(|spec| spec.name).collect::<Vec<_>>().join("-"));
    Ok(CommandDescription {
        name: path_name(&path, language),
        purpose: text(&last.description),
        more: COMMON.has(&key).then(|| localize(language, &key, &[])),
        parts: subcommands.chain(options).collect(),
        example: [example(&path, language, None), example_in_fields(&path, language)],
    })
}
