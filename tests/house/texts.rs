//! Localized texts: every language has every key, with none missing and none unused.

use crate::architecture::rust_files;
use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tablero::ai::{Level, hint, mistake};
use tablero::catalog::{BOARD_OPTION, Catalog};
use tablero::chat::Language;
use tablero::chat::actions::CLEARABLE_SETTINGS;
use tablero::chat::actions::commands;
use tablero::chat::commands::{CommandSpec, OptionKind};
use tablero::chat::request::Completion;
use tablero::chat::texts::about::about;
use tablero::chat::texts::{COMMON, label, label_in, localize, localize_in};
use tablero::chat::views::help_page::pages;
use tablero::chat::views::preferences_view::REMINDER_WORDS;
use tablero::localization::Texts;
use tablero::render::Theme;
use tablero::service::{Pauses, Pings};

/// The keys of a language with the variables of each; attributes as `key.attribute`.
fn keys(texts: &Texts, at: usize) -> BTreeMap<String, BTreeSet<String>> {
    let mut keys = BTreeMap::new();
    for file in texts.files() {
        let resource = FluentResource::try_new(file.texts[at].to_owned())
            .unwrap_or_else(|(_, errors)| panic!("{}, {}: {errors:?}", file.name, Language::ALL[at].1));
        for entry in resource.entries() {
            let Entry::Message(message) = entry else { continue };
            let mut add = |key: String, pattern: &Pattern<&str>| {
                let mut variables = BTreeSet::new();
                collect(pattern, &mut variables);
                assert!(keys.insert(key.clone(), variables).is_none(), "{key} is there twice");
            };
            if let Some(pattern) = &message.value {
                add(message.id.name.to_owned(), pattern);
            }
            // A command has former names only in the languages in which it was renamed.
            for attribute in message.attributes.iter().filter(|attribute| attribute.id.name != "former") {
                add(format!("{}.{}", message.id.name, attribute.id.name), &attribute.value);
            }
        }
    }
    keys
}

fn collect(pattern: &Pattern<&str>, variables: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        let (inline, variants) = match expression {
            Expression::Inline(inline) => (inline, &[][..]),
            Expression::Select { selector, variants } => (selector, &variants[..]),
        };
        if let InlineExpression::VariableReference { id } = inline {
            variables.insert(id.name.to_owned());
        }
        variants.iter().for_each(|variant| collect(&variant.value, variables));
    }
}

/// The sentences of the program and of each of its games.
fn sources(catalog: &Catalog) -> Vec<&Texts> {
    [&COMMON].into_iter().chain(catalog.games().iter().map(|game| game.texts())).collect()
}

#[test]
fn every_language_has_the_same_sentences_about_the_same_things() {
    let catalog = Catalog::standard();
    for texts in sources(&catalog) {
        let english = keys(texts, 0);
        assert!(english.len() > 20);
        for (at, (_, code)) in Language::ALL.into_iter().enumerate().skip(1) {
            let other = keys(texts, at);
            let missing: Vec<_> = english.keys().filter(|key| !other.contains_key(*key)).collect();
            let extra: Vec<_> = other.keys().filter(|key| !english.contains_key(*key)).collect();
            assert!(missing.is_empty() && extra.is_empty(), "{code}: missing {missing:?}, extra {extra:?}");
            for (key, variables) in &english {
                // A language may omit a variable that its grammar does not need, but not add one.
                assert!(other[key].is_subset(variables), "{code}: {key} uses {:?}", other[key]);
            }
        }
    }
}

/// The values that select a variant of a sentence. They are numbers and words of the program, never texts with spans:
/// while a sentence is put together, a character that means nothing stands for each of those.
const SELECTORS: [&str; 23] = [
    "count", "days", "drawn", "fewer", "games", "goal", "height", "instead", "left", "lost", "mine", "month", "more",
    "most", "reds", "seat", "solved", "theirs", "tries", "turns", "value", "what", "won",
];

fn selectors(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression: Expression::Select { selector, variants } } = element else {
            continue;
        };
        match selector {
            InlineExpression::VariableReference { id } => found.insert(id.name.to_owned()),
            other => panic!("{other:?} selects a variant"),
        };
        variants.iter().for_each(|variant| selectors(&variant.value, found));
    }
}

#[test]
fn only_numbers_and_words_select_a_variant() {
    let catalog = Catalog::standard();
    let mut found = BTreeSet::new();
    for file in sources(&catalog).into_iter().flat_map(Texts::files) {
        for text in file.texts {
            let resource = FluentResource::try_new(text.to_owned()).expect("another test reads every file");
            for entry in resource.entries() {
                let Entry::Message(message) = entry else { continue };
                let attributes = message.attributes.iter().map(|attribute| &attribute.value);
                message.value.iter().chain(attributes).for_each(|pattern| selectors(pattern, &mut found));
            }
        }
    }
    assert_eq!(found, SELECTORS.map(str::to_owned).into());
    // Where the code passes one of these as an argument, it is a word.
    let mut files = Vec::new();
    rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/chat"), &mut files);
    for path in files {
        let code = fs::read_to_string(&path).expect("a file");
        for name in SELECTORS {
            let start = format!("(\"{name}\", ");
            for argument in code.split(&start).skip(1) {
                assert!(!argument.starts_with("Text::"), "{}: {name} is a text", path.display());
            }
        }
    }
}

#[test]
fn every_game_brings_its_own_sentences_and_no_others() {
    let common: BTreeSet<String> = keys(&COMMON, 0).into_keys().collect();
    for game in Catalog::standard().games() {
        let own: BTreeSet<String> = keys(game.texts(), 0).into_keys().collect();
        let wanted = game.sentence_keys();
        let missing: Vec<_> = wanted.difference(&own).collect();
        let unused: Vec<_> = own.difference(&wanted).collect();
        assert!(missing.is_empty() && unused.is_empty(), "{}: missing {missing:?}, unused {unused:?}", game.name());
        // A sentence of a game would replace the common one of the same key.
        assert!(own.is_disjoint(&common), "{}: {:?}", game.name(), own.intersection(&common));
    }
}

/// The keys of common sentences that the code builds from parts.
fn composed() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let findings = [("look", hint::LOOKS), ("piece", hint::PIECES), ("reason", hint::REASONS)];
    for (stage, found) in findings {
        keys.extend(found.iter().map(|about| format!("hint-{stage}-{about}")));
    }
    keys.extend(mistake::THEMES.iter().map(|about| format!("mistake-{about}")));
    keys.extend(["resigned", "timeout"].map(|reason| format!("result-win-{reason}")));
    keys.extend(["repetition", "agreed"].map(|reason| format!("result-draw-{reason}")));
    keys.extend(["aborted", "stopped"].map(|reason| format!("result-none-{reason}")));
    keys.extend(
        ["days", "hours", "minutes"].iter().flat_map(|unit| [format!("time-{unit}"), format!("time-short-{unit}")]),
    );
    for (_, word) in Pauses::OFFERED {
        keys.extend([format!("challenge-pauses-{word}"), format!("choice-pauses-{word}")]);
    }
    keys.extend(Pings::ALL.iter().map(|(_, word)| format!("settings-pings-{word}")));
    for word in ["ask", "always", "never"] {
        keys.insert(format!("settings-takebacks-is-{word}"));
        keys.insert(format!("settings-takebacks-{word}"));
    }
    let refused = ["unknown", "expired", "revoked"].map(|why| format!("web-error-link-{why}"));
    let others =
        ["unknown", "too-many", "failed", "watching", "no-action", "not-explored", "rated", "no-token", "watching-off"];
    keys.extend(refused.into_iter().chain(others.map(|code| format!("web-error-{code}"))));
    keys.extend(["setup-swap-on", "setup-swap-off", "pick-swap"].map(str::to_owned));
    keys.extend(["name", "challenge", "play"].map(|part| format!("option-swap.{part}")));
    keys.extend((0..Level::FULL.number()).map(|level| format!("level-{level}")));
    for word in ["picked", "all", "none"] {
        keys.insert(format!("settings-confirm-is-{word}"));
        keys.insert(format!("settings-confirm-{word}"));
    }
    keys.extend(Theme::NAMES.iter().chain(&["default"]).map(|name| format!("settings-theme-{name}")));
    keys.extend(["pings", "reminders", "theme", "language"].map(|setting| format!("settings-menu-{setting}")));
    keys.extend(
        ["forced", "rescue", "turned"]
            .iter()
            .flat_map(|setting| ["on", "off"].map(|on| format!("settings-{setting}-is-{on}"))),
    );
    keys.extend(tablero::service::Side::ALL.iter().map(|(_, word)| format!("choice-side-{word}")));
    keys.extend(REMINDER_WORDS.iter().map(|word| format!("choice-reminders-{word}")));
    keys.extend(tablero::chat::views::puzzles::THEMES.iter().map(|word| format!("choice-puzzle-{word}")));
    keys.extend(CLEARABLE_SETTINGS.iter().map(|word| format!("choice-clear-{word}")));
    for (path, command) in all_commands() {
        // A game describes its own options, but for the board.
        let common = command.options().iter().filter(|option| !option.is_setup || option.name == BOARD_OPTION);
        let options = common.map(|option| format!("option-{path}-{}", option.name));
        for key in [format!("command-{path}")].into_iter().chain(options) {
            keys.extend(["name", "description"].map(|part| format!("{key}.{part}")));
        }
        // Only some commands have more to say.
        keys.extend(Some(format!("command-{path}.more")).filter(|key| COMMON.has(key)));
        let text = |kind: &OptionKind| {
            matches!(kind, OptionKind::Text | OptionKind::Hours | OptionKind::Completed(Completion::Zone))
        };
        let texts = command.options().iter().filter(|option| text(&option.kind));
        keys.extend(texts.map(|option| format!("option-{path}-{}.example", option.name)));
    }
    keys
}

/// Every command and subcommand with its path, as `privacy-export`.
fn all_commands() -> Vec<(String, CommandSpec)> {
    fn add(path: &str, command: &CommandSpec, found: &mut Vec<(String, CommandSpec)>) {
        found.push((path.to_owned(), command.clone()));
        for subcommand in command.subcommands() {
            add(&format!("{path}-{}", subcommand.name), subcommand, found);
        }
    }
    let mut found = Vec::new();
    for command in &commands(&Catalog::standard(), true) {
        add(command.name, command, &mut found);
    }
    found
}

/// The literals in the code of the conversation and of the page of boards that look like keys.
fn written() -> BTreeSet<String> {
    let mut files = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    rust_files(&root.join("src/chat"), &mut files);
    files.extend(["match_json", "what_if"].map(|name| root.join(format!("src/web/{name}.rs"))));
    let mut found = BTreeSet::new();
    for path in files {
        let text = fs::read_to_string(path).expect("a file");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for literal in code.split('"').skip(1).step_by(2) {
            let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if literal.chars().all(fits) && literal.chars().next().is_some_and(|c| c.is_ascii_lowercase()) {
                found.insert(literal.to_owned());
            }
        }
    }
    found
}

/// The keys that the page of boards names in its scripts and its document.
fn on_the_page() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page");
    let files = fs::read_dir(folder).expect("the page").map(|file| file.expect("a file").path());
    let texts: Vec<String> = files.map(|path| fs::read_to_string(path).expect("a text")).collect();
    let literals = texts.iter().flat_map(|text| text.split('"').skip(1).step_by(2));
    let keys: BTreeSet<String> = literals.filter(|text| text.starts_with("web-")).map(str::to_owned).collect();
    assert!(keys.len() > 30, "{keys:?}");
    keys
}

#[test]
fn no_sentence_is_missing_and_none_unused() {
    let english = keys(&COMMON, 0);
    let composed: BTreeSet<String> = composed().into_iter().chain(on_the_page()).collect();
    let missing: Vec<_> = composed.iter().filter(|key| !english.contains_key(*key)).collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
    let written = written();
    let unused: Vec<_> = english.keys().filter(|key| !composed.contains(*key) && !written.contains(*key)).collect();
    assert!(unused.is_empty(), "unused: {unused:?}");
    // Hyphenated literals in the code are keys, except ids of buttons and locales.
    let ids = ["draw", "takeback", "random"].map(|kind| [format!("agree-{kind}"), format!("refuse-{kind}")]).concat();
    let ids = [ids, ["resign-surely", "draw-surely", "es-419"].map(str::to_owned).into()].concat();
    let strange: Vec<_> = written
        .iter()
        .filter(|word| word.contains('-') && !word.ends_with('-'))
        .filter(|word| !ids.contains(word) && !english.contains_key(*word))
        .collect();
    assert!(strange.is_empty(), "no such sentences: {strange:?}");
}

#[test]
fn commands_keep_discords_limits_in_every_language() {
    let name_fits = |name: &str| {
        let allowed = |c: char| (c.is_alphanumeric() && !c.is_uppercase()) || c == '-' || c == '_';
        (1..=32).contains(&name.chars().count()) && name.chars().all(allowed)
    };
    let described = |text: &str| (1..=100).contains(&text.chars().count());
    for (language, code) in Language::ALL {
        let mut names = BTreeSet::new();
        for (path, command) in all_commands() {
            let name = command.title.get(language);
            assert!(name_fits(name), "{code}: {name}");
            // Subcommands must be distinct within their command.
            let above = path.rsplit_once('-').map_or(String::new(), |(above, _)| above.to_owned());
            assert!(names.insert((above, name.to_owned())), "{code}: {name} is there twice");
            assert!(described(command.description.get(language)), "{code}: {path}");
            let mut options = BTreeSet::new();
            for option in command.options() {
                let name = option.title.get(language);
                assert!(name_fits(name) && options.insert(name.to_owned()), "{code}: {path} {name}");
                assert!(described(option.description.get(language)), "{code}: {path} {name}");
            }
        }
    }
}

#[test]
fn every_choice_has_a_name_in_every_language() {
    let mut named = BTreeSet::new();
    for (path, command) in all_commands() {
        for option in command.options() {
            let OptionKind::Choice(choices) = &option.kind else { continue };
            named.insert(option.name);
            assert!((1..=25).contains(&choices.len()), "{path} {}", option.name);
            for (language, code) in Language::ALL {
                let mut names = BTreeSet::new();
                for choice in choices {
                    let name = choice.label.get(language);
                    assert!((1..=100).contains(&name.chars().count()), "{code}: {name}");
                    assert!(names.insert(name), "{code}: {name} is there twice");
                    // Games and languages have the same name in every language.
                    let is_same = ["game", "language"].contains(&option.name) || language == Language::En;
                    assert!(is_same || name != choice.label.get(Language::En), "{code}: {name} is English");
                }
            }
        }
    }
    assert_eq!(
        named,
        BTreeSet::from([
            "claims",
            "clear",
            "confirm",
            "game",
            "language",
            "level",
            "pauses",
            "pings",
            "reminders",
            "side",
            "start",
            "swap",
            "takebacks",
            "theme",
            "time",
            "variant"
        ])
    );
}

#[test]
fn long_texts_fit_a_message() {
    for (language, code) in Language::ALL {
        let question = localize(language, "privacy-question", &[("count", "12")]);
        assert!((200..=2_000).contains(&question.width()), "{code}: the question before deleting");
        let pages = pages(language, &commands(&Catalog::standard(), true));
        assert!(pages.len() <= 3, "{code}: the help has {} pages", pages.len());
        for text in pages.into_iter().chain([about(language, &Catalog::standard())]) {
            assert!((200..=2_000).contains(&text.width()), "{code}: {text:?}");
        }
        for game in Catalog::standard().games().iter().copied() {
            let texts = game.examples().into_iter().map(|(example, _)| {
                let key = format!("example-{}", example.about);
                let title = label_in(game, language, &format!("{key}.title"), &[]);
                assert!((3..=40).contains(&title.chars().count()), "{code}: {key}");
                localize_in(game, language, &key, &[]).width() + 4
            });
            let rules = localize_in(game, language, "rules", &[]).width();
            assert!(rules >= 200, "{code}: the rules of {}", game.name());
            assert!(rules + texts.sum::<usize>() <= 2_000, "{code}: the rules of {}", game.name());
        }
        for key in [
            "button-forget",
            "button-type",
            "button-resign",
            "button-accept",
            "button-decline",
            "button-cancel",
            "button-agree",
        ] {
            assert!(label(language, key, &[]).chars().count() <= 80, "{code}: {key}");
        }
        for key in ["type-title", "type-label"] {
            assert!(label(language, key, &[("game", "Barrier")]).chars().count() <= 45, "{code}: {key}");
        }
    }
}
