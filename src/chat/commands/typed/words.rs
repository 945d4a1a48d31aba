//! Tolerant comparison of typed words.

use crate::chat::texts::{Language, label};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The maximum length, in characters, of a misspelt word for which a similar one is looked up.
const COMPARED_MAX: usize = 40;

/// Normalizes a text for comparison: lower case, no accents, single spaces.
pub(super) fn fold(text: &str) -> String {
    let plain = text.chars().flat_map(char::to_lowercase).nfd().filter(|c| !is_combining_mark(*c));
    let typed = plain.map(|c| match c {
        // Keyboards do not have the “×” in “8×8”.
        '×' => 'x',
        '’' | '‘' => '\'',
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        c => c,
    });
    typed.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the languages that a user can type commands in: the user's own, then English.
pub(super) fn languages(language: Language) -> impl Iterator<Item = Language> {
    [language, Language::En].into_iter().take(if language == Language::En { 1 } else { 2 })
}

/// Returns the edit distance between two words.
pub(super) fn distance(word: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(&fold(word), &fold(other))
}

/// Returns the candidate most similar to a misspelt word; `None` if none is similar enough.
pub(super) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = fold(word);
    let length = word.chars().count();
    if !(2..=COMPARED_MAX).contains(&length) {
        return None;
    }
    let near = candidates.into_iter().filter_map(|candidate| {
        let other = fold(candidate);
        let distance = strsim::damerau_levenshtein(&word, &other);
        // Allow one typo per four letters, or an unfinished word.
        let fits = distance <= length.div_ceil(4) || other.starts_with(&word);
        fits.then_some((distance, candidate))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// Reads the value of a flag; `None` if the word means neither yes nor no.
pub(super) fn yes_or_no(language: Language, word: &str) -> Option<bool> {
    if is_listed(language, &["typed-yes", "typed-yes-too"], word) {
        return Some(true);
    }
    is_listed(language, &["typed-no", "typed-no-too"], word).then_some(false)
}

/// Reports whether a word before the name of a flag switches it off, as in “no hints” or “without hints”.
pub(super) fn is_negation(language: Language, word: &str) -> bool {
    is_without(language, word) || yes_or_no(language, word) == Some(false)
}

/// Reports whether a word is only valid before the name of the flag that it switches off, as in “without hints”.
pub(super) fn is_without(language: Language, word: &str) -> bool {
    is_listed(language, &["typed-without"], word)
}

/// Reports whether one of these messages, which are lists separated by commas, contains the word.
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
        assert_eq!(fold("colour–safe"), "colour-safe");
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
