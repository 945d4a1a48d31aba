//! Sentences in every language, by key.

pub mod players;
pub mod time;
pub mod error_texts;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use unic_langid::LanguageIdentifier;

/// A language that the program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English, also for whom no other language fits.
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

    /// The language of a locale such as `es-ES` or `it`; English when we do not speak it.
    pub fn of_locale(locale: &str) -> Language {
        let code = locale.split(['-', '_']).next().unwrap_or_default();
        Language::ALL.iter().find(|(_, known)| *known == code).map_or(Language::En, |(language, _)| *language)
    }

    /// The platform's locales that this language is offered for.
    pub const fn locales(self) -> &'static [&'static str] {
        match self {
            Language::En => &["en-US", "en-GB"],
            Language::Es => &["es-ES", "es-419"],
            Language::It => &["it"],
        }
    }
}

/// A file of sentences: its name and its text, language by language.
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

/// The files, in the order of the languages in [`Language::ALL`].
pub const FILES: [File; 9] =
    files!["commands", "play", "refusals", "boards", "hints", "time", "standing", "ahead", "house"];

/// The sentences.
pub struct Texts {
    bundles: [FluentBundle<FluentResource>; 3],
}

static TEXTS: LazyLock<Texts> = LazyLock::new(Texts::load);

/// The sentence with this key. A key that is missing in the language is looked up in English; one that is missing
/// there too is written as it is, which a test rules out.
///
/// Values stand in the sentence as they are: what players typed must be made harmless before (see [`plain`]).
pub fn localize(language: Language, key: &str, values: &[(&str, &str)]) -> String {
    TEXTS.localize(language, key, values)
}

impl Texts {
    fn load() -> Texts {
        let bundle = |at: usize| {
            let identifier: LanguageIdentifier = Language::ALL[at].1.parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
            // The marks that set values apart from their surroundings show as boxes in some clients.
            bundle.set_use_isolating(false);
            for (_, texts) in FILES {
                // What cannot be read of a file is left out; a test holds that nothing is.
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
            // Numbers choose plural forms.
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

/// Control characters, and those that turn the direction of what follows.
pub(in crate::chat) fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text of a player's without characters that nobody sees: line breaks and other control characters, and those that
/// turn the direction of what follows. For pictures, records and descriptions, where nothing is taken for formatting.
pub(in crate::chat) fn without_invisible(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).collect()
}

/// Text of somebody's, made harmless for a message: without line breaks and control characters, shortened to
/// `most` characters, and with a backslash before everything that the platform would take for formatting, a
/// mention or a link.
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
    // A link needs no brackets, and a mention no backslash before its letters.
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
