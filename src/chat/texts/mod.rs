//! Localized messages, by key.

pub mod about;
pub mod players;
pub mod time;
pub mod error_texts;

pub use crate::localization::Language;

use crate::catalog::AnyGame;
use crate::localization::{LocalizedFile, Texts, localize_from, localized_file};

/// The Fluent files with the sentences that concern no game.
const FILES: &[LocalizedFile] = &[
    localized_file!("commands"),
    localized_file!("play"),
    localized_file!("hints"),
    localized_file!("time"),
    localized_file!("standing"),
    localized_file!("ahead"),
    localized_file!("house"),
];

/// The sentences that concern no game. Each game brings its own, see [`AnyGame::texts`].
pub static COMMON: Texts = Texts::new(FILES);

/// The message with this key, see [`localize_from`].
pub fn localize(language: Language, key: &str, values: &[(&str, &str)]) -> String {
    localize_from(&[&COMMON], language, key, values)
}

/// The message with this key among those of the game, or else among the common ones.
pub fn localize_in(game: &dyn AnyGame, language: Language, key: &str, values: &[(&str, &str)]) -> String {
    localize_from(&[game.texts(), &COMMON], language, key, values)
}

/// Joins items with commas, and the conjunction of this message (`list-and` or `list-or`) before the last.
pub fn list(language: Language, conjunction: &str, items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => localize(language, conjunction, &[("most", &most.join(", ")), ("last", last)]),
    }
}

/// Whether a character is a control character or changes the direction of the text after it.
pub(in crate::chat) fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A player's text without invisible characters: line breaks and other control characters, and those that change the
/// text direction. For pictures, records and descriptions, where nothing is interpreted as formatting.
pub(in crate::chat) fn without_invisible(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).collect()
}

/// Escapes a user's text for a message: removes line breaks and control characters, shortens it to `most` characters,
/// and puts a backslash before everything that the platform would interpret as formatting, a mention or a link.
pub fn escape_markup(text: &str, most: usize) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (at, c) in words.chars().filter(|c| !is_invisible(*c)).enumerate() {
        if at == most {
            cleaned.push('…');
            break;
        }
        if c.is_ascii_punctuation() && !matches!(c, '\'' | '"' | ',' | '.' | '!' | '?' | ';' | '%' | '=' | '+' | '/') {
            cleaned.push('\\');
        }
        cleaned.push(c);
    }
    // Links work without brackets, and mentions in spite of a backslash: a zero-width space breaks both.
    cleaned.replace("://", ":\u{200b}//").replace("\\@", "@\u{200b}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_players_type_is_made_harmless() {
        assert_eq!(escape_markup("**Ada** <@1>\n`x`", 50), "\\*\\*Ada\\*\\* \\<@\u{200b}1\\> \\`x\\`");
        assert_eq!(escape_markup("@everyone https://x.example", 50), "@\u{200b}everyone https\\:\u{200b}//x.example");
        assert_eq!(escape_markup("abcdef", 3), "abc…");
        assert_eq!(escape_markup("Niccolò's 3.5", 50), "Niccolò's 3.5");
    }

    #[test]
    fn characters_that_turn_the_direction_are_taken_out() {
        assert_eq!(without_invisible("A\u{202e}d\u{2066}a\u{200f}\n"), "Ada");
        assert_eq!(without_invisible("نور Ñ 日本"), "نور Ñ 日本");
        assert_eq!(escape_markup("A\u{202e}da\u{2069}", 50), "Ada");
    }
}
