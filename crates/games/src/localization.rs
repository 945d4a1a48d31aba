//! Languages, and sentences that are looked up in Fluent files.
//!
//! The sentences that concern no game are in the module `chat::texts` of the program; every game brings its own (see
//! [`AnyGame::texts`](crate::catalog::AnyGame::texts)).

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
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

/// A Fluent file in every language.
#[derive(Clone, Copy, Debug)]
pub struct LocalizedFile {
    /// Its path below the folder of the language, without the extension.
    pub name: &'static str,
    /// Its text in each language, in the order of [`Language::ALL`].
    pub texts: [&'static str; 3],
}

/// Includes the Fluent file with this name from the folder of each language. The folder of the languages is given relative
/// to that of the package.
#[macro_export]
macro_rules! localized_file {
    ($folder:literal, $name:literal) => {
        $crate::localization::LocalizedFile {
            name: $name,
            texts: [
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/en/", $name, ".ftl")),
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/es/", $name, ".ftl")),
                include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/it/", $name, ".ftl")),
            ],
        }
    };
}
pub use localized_file;

/// Sentences in all languages, by key. They are parsed when the first one is looked up.
pub struct Texts {
    files: &'static [LocalizedFile],
    bundles: OnceLock<[FluentBundle<FluentResource>; 3]>,
}

impl Texts {
    /// The sentences of these files.
    pub const fn new(files: &'static [LocalizedFile]) -> Texts {
        Texts { files, bundles: OnceLock::new() }
    }

    /// The files with the sentences.
    pub fn files(&self) -> &'static [LocalizedFile] {
        self.files
    }

    /// Whether there is a sentence with this key in English. An attribute is written `key.attribute`.
    pub fn has(&self, key: &str) -> bool {
        self.find(Language::En, key, &[]).is_some()
    }

    /// The sentence with this key in this language, without falling back to another language.
    pub fn only_in(&self, language: Language, key: &str) -> Option<String> {
        self.find(language, key, &[])
    }

    /// The sentence with this key in exactly this language.
    fn find(&self, language: Language, key: &str, values: &[(&str, &str)]) -> Option<String> {
        let bundle = &self.bundles.get_or_init(|| self.parse())[language as usize];
        let (message, attribute) = key.split_once('.').map_or((key, None), |(message, name)| (message, Some(name)));
        let message = bundle.get_message(message)?;
        let pattern = match attribute {
            None => message.value()?,
            Some(name) => message.get_attribute(name)?.value(),
        };
        let mut args = FluentArgs::new();
        for (name, value) in values {
            // Numbers select plural forms.
            match value.parse::<i64>() {
                Ok(number) if *value == number.to_string() => args.set(*name, number),
                _ => args.set(*name, *value),
            }
        }
        Some(bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned())
    }

    fn parse(&self) -> [FluentBundle<FluentResource>; 3] {
        std::array::from_fn(|at| {
            let identifier: LanguageIdentifier = Language::ALL[at].1.parse().unwrap_or_default();
            let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
            // Fluent's isolation marks around values show as boxes in some clients.
            bundle.set_use_isolating(false);
            for file in self.files {
                // Entries that cannot be parsed are left out; a test verifies that there are none.
                let resource =
                    FluentResource::try_new(file.texts[at].to_owned()).unwrap_or_else(|(resource, _)| resource);
                bundle.add_resource_overriding(resource);
            }
            bundle
        })
    }
}

/// The sentence with this key in the first of `sources` that has it. A key that is missing in the language is looked up
/// in English. If it is missing there too, the key itself is returned, which a test rules out.
///
/// Values are inserted unchanged: text typed by players must be escaped first.
pub fn localize_from(sources: &[&Texts], language: Language, key: &str, values: &[(&str, &str)]) -> String {
    let find = |language| sources.iter().find_map(|texts| texts.find(language, key, values));
    find(language).or_else(|| find(Language::En)).unwrap_or_else(|| key.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_has_its_language() {
        assert_eq!(["es-419", "it", "en-GB", "de", ""].map(Language::of_locale), {
            use Language::{En, Es, It};
            [Es, It, En, En, En]
        });
    }

    #[test]
    fn the_first_source_decides_and_english_replaces_a_language() {
        static OWN: Texts = Texts::new(&[LocalizedFile { name: "own", texts: ["one = own", "", "one = proprio"] }]);
        static COMMON: Texts =
            Texts::new(&[LocalizedFile { name: "common", texts: ["one = all\ntwo = { $n } all", "one = todos", ""] }]);
        let said = |language, key| localize_from(&[&OWN, &COMMON], language, key, &[("n", "2")]);
        assert_eq!(said(Language::En, "one"), "own");
        assert_eq!(said(Language::Es, "one"), "todos");
        assert_eq!(said(Language::It, "one"), "proprio");
        assert_eq!(said(Language::It, "two"), "2 all");
        assert_eq!(said(Language::En, "three"), "three");
        assert!(OWN.has("one") && !OWN.has("two"));
        assert_eq!(
            [Language::Es, Language::It].map(|language| OWN.only_in(language, "one")),
            [None, Some("proprio".to_owned())]
        );
    }
}
