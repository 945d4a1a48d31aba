//! Comparing words as people type them.

use crate::chat::texts::{Language, label};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longer words are not compared with the right ones.
const COMPARED_MAX: usize = 40;

/// A text as it is compared: without case and accents, with single blanks.
pub(super) fn fold(text: &str) -> String {
    let plain = text.chars().flat_map(char::to_lowercase).nfd().filter(|c| !is_combining_mark(*c));
    let typed = plain.map(|c| match c {
        // Not on a keyboard, as in “8×8”.
        '×' => 'x',
        '’' | '‘' => '\'',
        c => c,
    });
    typed.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The language and English, in which commands can be typed too.
pub(super) fn languages(language: Language) -> impl Iterator<Item = Language> {
    [language, Language::En].into_iter().take(if language == Language::En { 1 } else { 2 })
}

/// The candidate that a misspelt word is most like; `None` if it is like none of them.
pub(super) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = fold(word);
    let length = word.chars().count();
    if !(2..=COMPARED_MAX).contains(&length) {
        return None;
    }
    let near = candidates.into_iter().filter_map(|candidate| {
        let other = fold(candidate);
        let distance = strsim::damerau_levenshtein(&word, &other);
        // One slip in four letters; and whoever stops early means what they have begun.
        let fits = distance <= length.div_ceil(4) || other.starts_with(&word);
        fits.then_some((distance, candidate))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// Yes or no, as written for an option that is switched on or off.
pub(super) fn yes_or_no(language: Language, word: &str) -> Option<bool> {
    if is_listed(language, &["typed-yes", "typed-yes-too"], word) {
        return Some(true);
    }
    is_listed(language, &["typed-no", "typed-no-too"], word).then_some(false)
}

/// Whether a word before the name of an option switches it off, as in “no hints” or “without hints”.
pub(super) fn is_negation(language: Language, word: &str) -> bool {
    is_without(language, word) || yes_or_no(language, word) == Some(false)
}

/// Whether a word can stand only before the name of an option that it switches off, as in “without hints”.
pub(super) fn is_without(language: Language, word: &str) -> bool {
    is_listed(language, &["typed-without"], word)
}

/// Whether one of these messages lists the word.
fn is_listed(language: Language, keys: &[&str], word: &str) -> bool {
    let word = fold(word);
    languages(language)
        .any(|language| keys.iter().any(|key| label(language, key, &[]).split(',').any(|listed| fold(listed) == word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_case_and_accents() {
        assert_eq!(fold("ZÈRTZ"), "zertz");
        assert_eq!(fold("clasificacio\u{301}n"), fold("CLASIFICACIÓN"));
        assert_eq!(fold("  Barrier:\t 8×8 "), "barrier: 8x8");
    }

    #[test]
    fn the_nearest_word_is_found_and_a_far_one_is_not() {
        let options = ["game", "opponent", "variant", "pauses"];
        assert_eq!(nearest("varant", options), Some("variant"));
        assert_eq!(nearest("gmae", options), Some("game"));
        assert_eq!(nearest("OPONENT", options), Some("opponent"));
        assert_eq!(nearest("var", options), Some("variant"));
        for far in ["board", "g", "", "xyz", &"variant".repeat(300)] {
            assert_eq!(nearest(far, options), None, "{far}");
        }
    }

    #[test]
    fn yes_and_no_are_said_in_the_language_or_in_english() {
        assert_eq!(["sí", "SI", "yes"].map(|word| yes_or_no(Language::Es, word)), [Some(true); 3]);
        assert_eq!(["no", "off", "false"].map(|word| yes_or_no(Language::It, word)), [Some(false); 3]);
        assert_eq!(yes_or_no(Language::En, "sí"), None);
        assert_eq!(yes_or_no(Language::En, "maybe"), None);
        assert!(is_negation(Language::It, "senza") && !is_negation(Language::En, "senza"));
    }
}
