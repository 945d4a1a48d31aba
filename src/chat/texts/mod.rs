//! Localized messages, by key.
//!
//! In reading order: `lookup` (texts by key), `instants` and `players` (durations, dates and names in words), `values`
//! (the values in a sentence), and this file, which puts sentences together.

pub mod lookup;
pub mod instants;
pub mod players;
pub mod values;
pub mod about;
pub mod time;
pub mod error_texts;

pub use crate::localization::Language;
pub use lookup::COMMON;
pub use values::Arg;

use super::text::{Text, is_placeholder, placeholder};
use crate::catalog::AnyGame;
use crate::localization::{Texts, localize_from};
use values::Written;

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
    let mut inserted: Vec<(Text, Text)> = Vec::new();
    let mut words: Vec<(&str, String)> = Vec::new();
    for (name, arg) in args {
        words.push((
            name,
            match values::write(language, arg) {
                Written::Words(written) => written,
                Written::Text(text, first) => {
                    inserted.push((text, first));
                    placeholder(inserted.len() - 1).to_string()
                }
            },
        ));
    }
    let words: Vec<(&str, &str)> = words.iter().map(|(name, word)| (*name, word.as_str())).collect();
    let formatted = localize_from(sources, language, key, &words);
    let texts = inserted
        .into_iter()
        .enumerate()
        .map(|(number, (text, first))| if begins_a_sentence(&formatted, placeholder(number)) { first } else { text });
    Text::with_spans(&formatted, &texts.collect::<Vec<_>>())
}

/// Whether the value behind this placeholder starts a sentence. A text without final punctuation, such as a list entry,
/// is not a sentence. A link to a place may follow the punctuation.
fn begins_a_sentence(text: &str, character: char) -> bool {
    let end = text.trim_end_matches(|c| matches!(c, '*' | '`' | ')' | ' ') || is_placeholder(c));
    let is_sentence = end.ends_with(['.', '!', '?', '…', ':']);
    let Some((before, _)) = text.split_once(character).filter(|_| is_sentence) else { return false };
    let before = before.trim_end_matches(['*', '¿', '¡', ' ', '\n']);
    before.is_empty() || before.ends_with(['.', '!', '?'])
}

/// Joins items with commas, and the conjunction of this message (`list-and` or `list-or`) before the last.
pub fn list(language: Language, conjunction: &str, items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => label(language, conjunction, &[("most", &most.join(", ")), ("last", last)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::{ERASED_PLAYER, Level, Player};

    #[test]
    fn a_player_who_is_gone_begins_a_sentence_with_a_capital() {
        let said = |language, key| {
            let args = ["player", "other", "before", "after", "gain", "winner", "loser"];
            let former = |name| (name, Arg::Player(Player::Person(ERASED_PLAYER)));
            localize_with(language, key, &args.map(former)).plain()
        };
        assert_eq!(said(Language::En, "notice-draw-declined"), "A former player declines the draw.");
        assert_eq!(said(Language::En, "result-win-resigned"), "A former player wins: a former player resigned.");
        assert_eq!(said(Language::It, "result-win-resigned"), "Vince un ex giocatore: un ex giocatore ha abbandonato.");
        assert!(said(Language::En, "rating-change").starts_with("a former player"), "a part of a list");
    }

    #[test]
    fn a_quotation_has_the_marks_of_the_language() {
        let said = |language| {
            let quoted = Arg::Quoted(Text::typed("zz*9*", 20));
            localize_with(language, "note-yours", &[("text", quoted)]).plain()
        };
        assert!(said(Language::En).ends_with("“zz*9*”") && said(Language::Es).ends_with("«zz*9*»"));
    }

    #[test]
    fn the_engine_is_a_name_without_a_comma() {
        for (language, name) in [
            (Language::En, "Tablero (level 10)"),
            (Language::Es, "Tablero (nivel 10)"),
            (Language::It, "Tablero (livello 10)"),
        ] {
            assert_eq!(players::engine(language, Level::FULL), name);
            assert_eq!(players::engine_within(language, Level::FULL, 16), "Tablero (10)");
            assert_eq!(players::engine_within(language, Level::FULL, 32), name);
        }
    }
}
