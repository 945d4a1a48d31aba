//! What commands and options are called.

use super::words::{fold, languages, nearest};
use crate::chat::commands::spec::{CommandOption, CommandSpec, Localized};
use crate::chat::texts::Language;

/// A command or an option.
pub(super) trait Named {
    /// Its name, which identifies it.
    fn name(&self) -> &str;

    /// What users call it.
    fn title(&self) -> &Localized;
}

impl Named for CommandSpec {
    fn name(&self) -> &str {
        self.name
    }

    fn title(&self) -> &Localized {
        &self.title
    }
}

impl Named for CommandOption {
    fn name(&self) -> &str {
        self.name
    }

    fn title(&self) -> &Localized {
        &self.title
    }
}

/// What a user calls by this word, in the language or else in English.
pub(super) fn called<'a, T: Named>(things: &'a [T], language: Language, word: &str) -> Option<&'a T> {
    let word = fold(word);
    let titled = |language| things.iter().find(|thing| fold(thing.title().get(language)) == word);
    languages(language).find_map(titled).or_else(|| things.iter().find(|thing| fold(thing.name()) == word))
}

/// The name that a misspelt word is most like, in the language or else in English.
pub(super) fn nearest_name<T: Named>(things: &[T], language: Language, word: &str) -> Option<String> {
    let titles = languages(language).flat_map(|language| things.iter().map(move |thing| thing.title().get(language)));
    nearest(word, titles).map(str::to_owned)
}

/// Whether a word is what users call something in any language.
pub(super) fn is_name_of<T: Named>(thing: &T, word: &str) -> bool {
    let word = fold(word);
    fold(thing.name()) == word || Language::ALL.iter().any(|(language, _)| fold(thing.title().get(*language)) == word)
}
