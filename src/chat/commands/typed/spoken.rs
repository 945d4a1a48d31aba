//! Reads a command typed in an unknown language.

use super::people::Resolve;
use super::reader::{command_name, read_typed};
use super::words::distance;
use crate::chat::commands::spec::CommandSpec;
use crate::chat::request::RequestKind;
use crate::chat::texts::Language;
use crate::chat::typed_error::TypedError;

/// A typed text, read in the language that fits it best.
pub struct Spoken {
    /// The language that fits best. Errors use its words and examples.
    pub language: Language,
    /// Whether the text is a command in this language only, so its author probably speaks it.
    pub is_telling: bool,
    /// The command, or why the text is none.
    pub read: Result<RequestKind, TypedError>,
}

/// Reads a typed text in every language, and returns the best fit.
pub fn read_spoken(specs: &[CommandSpec], text: &str, resolve: &dyn Resolve) -> Spoken {
    let mut all: Vec<Spoken> = Language::ALL
        .iter()
        .map(|(language, _)| Spoken {
            language: *language,
            is_telling: false,
            read: read_typed(specs, *language, text, resolve),
        })
        .collect();
    // Every language also accepts English words, so English wins if it fits.
    let english = all.iter().position(|spoken| spoken.language == Language::En);
    let english_is = |fits: &dyn Fn(&Spoken) -> bool| english.is_some_and(|at| fits(&all[at]));
    let knows = |spoken: &Spoken| spoken.read.is_ok();
    let names = |spoken: &Spoken| command_name(specs, spoken.language, text).is_some();
    for fits in [&knows as &dyn Fn(&Spoken) -> bool, &names] {
        let fitting: Vec<usize> = (0..all.len()).filter(|at| fits(&all[*at])).collect();
        let best = match (english_is(fits), &fitting[..]) {
            (true, _) => english,
            (false, [first, ..]) => Some(*first),
            (false, []) => None,
        };
        if let Some(best) = best {
            let is_telling = !english_is(fits) && fitting.len() == 1;
            return Spoken { is_telling, ..all.swap_remove(best) };
        }
    }
    let how_far = |spoken: &Spoken| match &spoken.read {
        Err(TypedError::UnknownCommand { word, near: Some(near), .. }) => distance(word, near),
        _ => usize::MAX,
    };
    let nearest = (0..all.len()).min_by_key(|at| (how_far(&all[*at]), all[*at].language != Language::En));
    all.swap_remove(nearest.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::chat::actions::commands;
    use crate::chat::arguments::Opponent;
    use crate::service::PlaceId;

    struct Nobody;

    impl Resolve for Nobody {
        fn person(&self, _: &str) -> Option<Opponent> {
            None
        }

        fn channel(&self, _: &str) -> Option<PlaceId> {
            None
        }
    }

    fn read(text: &str) -> Spoken {
        read_spoken(&commands(&Catalog::standard(), true), text, &Nobody)
    }

    #[test]
    fn words_of_all_languages_are_understood_and_tell_the_language() {
        for (text, language, is_telling) in [
            ("help", Language::En, false),
            ("ayuda", Language::Es, true),
            ("¡ajustes", Language::Es, false),
            ("ajustes", Language::Es, true),
            ("jugar zertz 3", Language::Es, true),
            ("reglas dvonn", Language::Es, true),
            ("impostazioni", Language::It, true),
            ("statistiche", Language::It, true),
            ("stats", Language::En, false),
        ] {
            let spoken = read(text);
            assert_eq!((spoken.language, spoken.is_telling), (language, is_telling), "{text}: {:?}", spoken.read);
            assert_eq!(spoken.read.is_ok(), !text.starts_with('¡'), "{text}");
        }
    }

    #[test]
    fn an_error_is_in_the_language_of_the_command_or_of_the_most_similar_one() {
        let spoken = read("reglas gobierno");
        assert_eq!((spoken.language, spoken.is_telling), (Language::Es, true));
        assert!(matches!(spoken.read, Err(TypedError::Impossible { .. })), "{:?}", spoken.read);
        let spoken = read("regla zertz");
        assert!(
            matches!(&spoken.read, Err(TypedError::UnknownCommand { near: Some(near), .. }) if near == "reglas"),
            "{:?}",
            spoken.read
        );
        assert_eq!((spoken.language, spoken.is_telling), (Language::Es, false));
        assert_eq!(read("xyzzy").language, Language::En);
    }
}
