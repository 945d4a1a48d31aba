//! Localized messages, by key.

pub mod about;
pub mod players;
pub mod time;
pub mod error_texts;

pub use crate::localization::Language;

use super::text::{Text, is_placeholder, placeholder};
use crate::catalog::AnyGame;
use crate::localization::{LocalizedFile, Texts, localize_from, localized_file};

/// The Fluent files with the sentences that concern no game.
const FILES: &[LocalizedFile] = &[
    localized_file!("assets/locales", "commands"),
    localized_file!("assets/locales", "play"),
    localized_file!("assets/locales", "hints"),
    localized_file!("assets/locales", "time"),
    localized_file!("assets/locales", "standing"),
    localized_file!("assets/locales", "ahead"),
    localized_file!("assets/locales", "house"),
];

/// The sentences that concern no game. Each game brings its own, see [`AnyGame::texts`].
pub static COMMON: Texts = Texts::new(FILES);

/// A value that a sentence mentions.
#[derive(Clone, Debug)]
pub enum Arg<'a> {
    /// Words of the program. A number selects plural forms, and a word may select a variant of the sentence.
    Word(&'a str),
    /// A text. It is inserted as it is, and selects nothing.
    Text(Text),
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(word: &'a str) -> Arg<'a> {
        Arg::Word(word)
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(word: &'a String) -> Arg<'a> {
        Arg::Word(word)
    }
}

impl From<Text> for Arg<'_> {
    fn from(text: Text) -> Self {
        Arg::Text(text)
    }
}

impl From<&Text> for Arg<'_> {
    fn from(text: &Text) -> Self {
        Arg::Text(text.clone())
    }
}

/// The sentence with this key, which mentions words of the program.
pub fn localize(language: Language, key: &str, words: &[(&str, &str)]) -> Text {
    sentence(&[&COMMON], language, key, &words.iter().map(|(name, word)| (*name, Arg::Word(word))).collect::<Vec<_>>())
}

/// The sentence with this key.
pub fn localize_with(language: Language, key: &str, args: &[(&str, Arg<'_>)]) -> Text {
    sentence(&[&COMMON], language, key, args)
}

/// The sentence with this key among those of the game, or else among the common ones.
pub fn localize_in(game: &dyn AnyGame, language: Language, key: &str, args: &[(&str, Arg<'_>)]) -> Text {
    sentence(&[game.texts(), &COMMON], language, key, args)
}

/// The sentence with this key without emphasis, for labels, pictures and descriptions.
pub fn label(language: Language, key: &str, words: &[(&str, &str)]) -> String {
    localize(language, key, words).plain()
}

/// Like [`label`], for a sentence of the game.
pub fn label_in(game: &dyn AnyGame, language: Language, key: &str, words: &[(&str, &str)]) -> String {
    let words: Vec<_> = words.iter().map(|(name, word)| (*name, Arg::Word(word))).collect();
    localize_in(game, language, key, &words).plain()
}

/// Formats a sentence with a placeholder for each text, and puts the texts into their places afterwards. Markup
/// therefore comes from the sentence alone.
fn sentence(sources: &[&Texts], language: Language, key: &str, args: &[(&str, Arg<'_>)]) -> Text {
    let mut inserted = Vec::new();
    let mut words: Vec<(&str, String)> = Vec::new();
    for (name, arg) in args {
        let is_plain = |word: &str| !word.contains(|c| c == '*' || c == '`' || is_placeholder(c));
        let text = match arg {
            Arg::Word(word) if is_plain(word) => {
                words.push((name, (*word).to_owned()));
                continue;
            }
            Arg::Word(word) => word.chars().filter(|c| !is_placeholder(*c)).collect::<String>().into(),
            Arg::Text(text) => text.clone(),
        };
        words.push((name, placeholder(inserted.len()).to_string()));
        inserted.push(text);
    }
    let words: Vec<(&str, &str)> = words.iter().map(|(name, word)| (*name, word.as_str())).collect();
    Text::with_spans(&localize_from(sources, language, key, &words), &inserted)
}

/// Joins items with commas, and the conjunction of this message (`list-and` or `list-or`) before the last.
pub fn list(language: Language, conjunction: &str, items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => label(language, conjunction, &[("most", &most.join(", ")), ("last", last)]),
    }
}
