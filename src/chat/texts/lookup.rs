//! The sentences that concern no game, and single words of them.

use crate::localization::{Language, LocalizedFile, Texts, localize_from, localized_file};

/// The Fluent files with the sentences that concern no game.
const FILES: &[LocalizedFile] = &[
    localized_file!("assets/locales", "commands"),
    localized_file!("assets/locales", "play"),
    localized_file!("assets/locales", "terms"),
    localized_file!("assets/locales", "hints"),
    localized_file!("assets/locales", "time"),
    localized_file!("assets/locales", "standing"),
    localized_file!("assets/locales", "ahead"),
    localized_file!("assets/locales", "house"),
];

/// The sentences that concern no game. Each game brings its own, see [`AnyGame::texts`](crate::catalog::AnyGame::texts).
pub static COMMON: Texts = Texts::new(FILES);

/// Words without markup, which mention numbers and other words of the program.
pub(super) fn words(language: Language, key: &str, values: &[(&str, &str)]) -> String {
    localize_from(&[&COMMON], language, key, values)
}
