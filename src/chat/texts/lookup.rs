//! The texts that belong to no game.

use crate::localization::{Language, LocalizedFile, Texts, localize_from, localized_file};

/// The Fluent files with the texts that belong to no game.
const FILES: &[LocalizedFile] = &[
    localized_file!("assets/locales", "commands"),
    localized_file!("assets/locales", "play"),
    localized_file!("assets/locales", "terms"),
    localized_file!("assets/locales", "hints"),
    localized_file!("assets/locales", "time"),
    localized_file!("assets/locales", "standing"),
    localized_file!("assets/locales", "ahead"),
    localized_file!("assets/locales", "house"),
    localized_file!("assets/locales", "lessons"),
    localized_file!("assets/locales", "puzzles"),
    localized_file!("assets/locales", "daily"),
    localized_file!("assets/locales", "board_page"),
    localized_file!("assets/locales", "web"),
];

/// The texts that belong to no game. Each game has its own, see [`AnyGame::texts`](crate::catalog::AnyGame::texts).
pub static COMMON: Texts = Texts::new(FILES);

/// A text without markup, whose values are numbers and words of the program.
pub(super) fn words(language: Language, key: &str, values: &[(&str, &str)]) -> String {
    localize_from(&[&COMMON], language, key, values)
}
