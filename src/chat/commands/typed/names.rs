//! The names of commands and options.

use super::words::{fold, languages, nearest};
use crate::chat::commands::spec::{CommandOption, CommandSpec, Localized};
use crate::chat::texts::Language;

/// A command or an option.
pub(super) trait Named {
    /// The name that identifies it, the same in every language.
    fn name(&self) -> &str;

    /// The name that users see and type.
    fn title(&self) -> &Localized;

    /// Its former names, separated by commas.
    fn former(&self) -> &Localized;
}

impl Named for CommandSpec {
    fn name(&self) -> &str {
        self.name
    }

    fn title(&self) -> &Localized {
        &self.title
    }

    fn former(&self) -> &Localized {
        &self.former
    }
}

impl Named for CommandOption {
    fn name(&self) -> &str {
        self.name
    }

    fn title(&self) -> &Localized {
        &self.title
    }

    fn former(&self) -> &Localized {
        &self.former
    }
}

/// Finds a command or option by its title in the user's language, its English title, its name, or a former title in
/// these languages, in this order.
pub(super) fn called<'a, T: Named>(things: &'a [T], language: Language, word: &str) -> Option<&'a T> {
    let word = fold(word);
    let titled = |language| things.iter().find(|thing| fold(thing.title().get(language)) == word);
    let formerly = |language| things.iter().find(|thing| was_called(*thing, language, &word));
    languages(language)
        .find_map(titled)
        .or_else(|| things.iter().find(|thing| fold(thing.name()) == word))
        .or_else(|| languages(language).find_map(formerly))
}

/// Reports whether a folded word is a former title in this language.
fn was_called<T: Named>(thing: &T, language: Language, word: &str) -> bool {
    thing.former().get(language).split(',').any(|former| !former.is_empty() && fold(former) == word)
}

/// Returns the title most similar to a misspelt word, in the user's language or in English.
pub(super) fn nearest_name<T: Named>(things: &[T], language: Language, word: &str) -> Option<String> {
    let titles = languages(language).flat_map(|language| things.iter().map(move |thing| thing.title().get(language)));
    nearest(word, titles).map(str::to_owned)
}

/// Reports whether a word is the name of a command or option, or its title in any language.
pub(super) fn is_name_of<T: Named>(thing: &T, word: &str) -> bool {
    let word = fold(word);
    let titled = |language| fold(thing.title().get(language)) == word || was_called(thing, language, &word);
    fold(thing.name()) == word || Language::ALL.iter().any(|(language, _)| titled(*language))
}
