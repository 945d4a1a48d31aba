//! Localized messages, by key.

pub mod players;
pub mod time;
pub mod error_texts;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use unic_langid::LanguageIdentifier;

/// A supported language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English, which is also the fallback for other languages.
    #[default]
    En,
    /// Spanish.
    Es,
    /// Italian.
    It,
}

impl Language {
    /// All languages, each with its code.
    pub const ALL: [(Language, &'static str); 3] = [(Language::En, "en"), (Language::Es, "es"), (Language::It, "it")];

    /// The language's code: `en`, `es` or `it`.
    pub fn code(self) -> &'static str {
        Language::ALL[self as usize].1
    }

    /// The language of a locale such as `es-ES` or `it`; English if the locale's language is not supported.
    pub fn of_locale(locale: &str) -> Language {
        let code = locale.split(['-', '_']).next().unwrap_or_default();
        Language::ALL.iter().find(|(_, known)| *known == code).map_or(Language::En, |(language, _)| *language)
    }

    /// The platform's locales that use this language.
    pub const fn locales(self) -> &'static [&'static str] {
        match self {
            Language::En => &["en-US", "en-GB"],
            Language::Es => &["es-ES", "es-419"],
            Language::It => &["it"],
        }
    }
}

/// A Fluent file: its name, and its text in each language.
type File = (&'static str, [&'static str; 3]);

macro_rules! files {
    ($($name:literal),*) => {
        [$((
            $name,
            [
                include_str!(concat!("../../../assets/locales/en/", $name, ".ftl")),
                include_str!(concat!("../../../assets/locales/es/", $name, ".ftl")),
                include_str!(concat!("../../../assets/locales/it/", $name, ".ftl")),
            ],
        )),*]
    };
}

/// The Fluent files, with their texts in the order of the languages in [`Language::ALL`].
pub const FILES: [File; 9] =
    files!["commands", "play", "refusals", "boards", "hints", "time", "standing", "ahead", "house"];

/// The messages of all languages.
pub struct Texts {
    bundles: [FluentBundle<FluentResource>; 3],
}

static TEXTS: LazyLock<Texts> = LazyLock::new(Texts::load);

/// The message with this key. A key that is missing in the language is looked up in English. If it is missing there
/// too, the key itself is returned, which a test rules out.
///
/// Values are inserted unchanged: text typed by players must be escaped first (see [`escape_markup`]).
pub fn localize(language: Language, key: &str, values: &[(&str, &str)]) -> String {
    TEXTS.localize(language, key, values)
}

impl Texts {
    fn load() -> Texts {
        let bundle = |at: usize| {
            let identifier: LanguageIdentifier = Language::ALL[at].1.parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
            // Fluent's isolation marks around values show as boxes in some clients.
            bundle.set_use_isolating(false);
            for (_, texts) in FILES {
                // Entries that cannot be parsed are left out; a test verifies that there are none.
                let resource = FluentResource::try_new(texts[at].to_owned()).unwrap_or_else(|(resource, _)| resource);
                bundle.add_resource_overriding(resource);
            }
            bundle
        };
        Texts { bundles: std::array::from_fn(bundle) }
    }

    fn localize(&self, language: Language, key: &str, values: &[(&str, &str)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in values {
            // Numbers select plural forms.
            match value.parse::<i64>() {
                Ok(number) if *value == number.to_string() => args.set(*name, number),
                _ => args.set(*name, *value),
            }
        }
        let (message, attribute) = key.split_once('.').map_or((key, None), |(message, name)| (message, Some(name)));
        for bundle in [&self.bundles[language as usize], &self.bundles[Language::En as usize]] {
            let Some(found) = bundle.get_message(message) else { continue };
            let pattern = match attribute {
                None => found.value(),
                Some(name) => found.get_attribute(name).map(|attribute| attribute.value()),
            };
            if let Some(pattern) = pattern {
                return bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned();
            }
        }
        key.to_owned()
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

    #[test]
    fn a_locale_has_its_language() {
        assert_eq!(["es-419", "it", "en-GB", "de", ""].map(Language::of_locale), {
            use Language::{En, Es, It};
            [Es, It, En, En, En]
        });
    }
}
