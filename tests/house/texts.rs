//! Localized texts: every language has every key, with none missing and none unused.

use crate::architecture::rust_files;
use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tablero::ai::{Explain, hint};
use tablero::catalog::GAMES;
use tablero::chat::Language;
use tablero::chat::texts::{FILES, localize};
use tablero::render::Theme;
use tablero::rules::barrier::{Barrier, MoveError as BarrierError};
use tablero::rules::dvonn::{Dvonn, MoveError as DvonnError};
use tablero::rules::zertz::{MoveError as ZertzError, Zertz};
use tablero::rules::{Facts, Game, Refusal, Values};
use tablero::service::{Pauses, Pings};

/// The keys of a language with the variables of each; attributes as `key.attribute`.
fn keys(at: usize) -> BTreeMap<String, BTreeSet<String>> {
    let mut keys = BTreeMap::new();
    for (name, texts) in FILES {
        let resource = FluentResource::try_new(texts[at].to_owned())
            .unwrap_or_else(|(_, errors)| panic!("{name}, {}: {errors:?}", Language::ALL[at].1));
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
            for attribute in &message.attributes {
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

#[test]
fn every_language_has_the_same_sentences_about_the_same_things() {
    let english = keys(0);
    assert!(english.len() > 150);
    for (at, (_, code)) in Language::ALL.into_iter().enumerate().skip(1) {
        let other = keys(at);
        let missing: Vec<_> = english.keys().filter(|key| !other.contains_key(*key)).collect();
        let extra: Vec<_> = other.keys().filter(|key| !english.contains_key(*key)).collect();
        assert!(missing.is_empty() && extra.is_empty(), "{code}: missing {missing:?}, extra {extra:?}");
        for (key, variables) in &english {
            // A language may omit a variable that its grammar does not need, but not add one.
            assert!(other[key].is_subset(variables), "{code}: {key} uses {:?}", other[key]);
        }
    }
}

/// The keys that the code builds from parts.
fn composed() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let refusals = [("zertz", ZertzError::codes()), ("dvonn", DvonnError::codes()), ("barrier", BarrierError::codes())];
    for (game, codes) in refusals {
        keys.extend(codes.iter().map(|code| format!("refusal-{game}-{code}")));
    }
    let facts = [
        ("zertz", Zertz::new(&Default::default()).facts()),
        ("dvonn", Dvonn::new(&Default::default()).facts()),
        ("barrier", Barrier::new(&Default::default()).facts()),
    ];
    for (game, facts) in facts {
        keys.extend(facts.iter().map(|fact| format!("alt-{game}-{}", fact.about)));
    }
    for game in GAMES {
        let name = game.name();
        keys.extend([format!("rules-{name}"), format!("board-turn-{name}")]);
        for (example, _) in game.examples() {
            let key = format!("example-{name}-{}", example.about);
            keys.extend([format!("{key}.title"), key]);
        }
        for spec in game.options() {
            match (spec.key, spec.values) {
                (_, Values::Number) => {}
                ("variant", Values::OneOf(_)) => keys.extend([format!("setup-{name}-variant")]),
                (key, Values::OneOf(words)) => {
                    keys.extend(words.iter().map(|word| format!("setup-{name}-{key}-{word}")));
                }
            }
        }
    }
    for colour in ["white", "grey", "black"] {
        keys.extend([format!("marble-{colour}"), format!("hint-marbles-{colour}")]);
    }
    keys.extend(hints());
    keys.extend(
        ["goal", "filled", "count", "blocked", "resigned", "timeout"].map(|reason| format!("result-win-{reason}")),
    );
    keys.extend(["repetition", "count", "agreed"].map(|reason| format!("result-draw-{reason}")));
    keys.extend(["aborted", "stopped"].map(|reason| format!("result-none-{reason}")));
    keys.extend(
        ["days", "hours", "minutes"].iter().flat_map(|unit| [format!("time-{unit}"), format!("time-short-{unit}")]),
    );
    for (_, word) in Pauses::OFFERED {
        keys.extend([format!("challenge-pauses-{word}"), format!("choice-pauses-{word}")]);
    }
    keys.extend(Pings::ALL.iter().map(|(_, word)| format!("settings-pings-{word}")));
    keys.extend(Theme::NAMES.iter().chain(&["default"]).map(|name| format!("settings-theme-{name}")));
    keys.extend(["pings", "reminders", "theme", "language"].map(|setting| format!("settings-choose-{setting}")));
    keys.extend(
        ["forced", "rescue"].iter().flat_map(|setting| ["on", "off"].map(|on| format!("settings-{setting}-{on}"))),
    );
    keys.extend(tablero::service::Side::ALL.iter().map(|(_, word)| format!("choice-side-{word}")));
    keys.extend(tablero::chat::handlers::server_settings::CLEARED.iter().map(|word| format!("choice-clear-{word}")));
    for (path, parameters) in commands() {
        let options = parameters.iter().map(|name| format!("option-{path}-{name}"));
        for key in [format!("command-{path}")].into_iter().chain(options) {
            keys.extend(["name", "description"].map(|part| format!("{key}.{part}")));
        }
    }
    keys
}

/// Every command and subcommand, as `privacy-export`, with the names of its options.
fn commands() -> Vec<(String, Vec<String>)> {
    fn add<U, E>(path: &str, command: &poise::Command<U, E>, found: &mut Vec<(String, Vec<String>)>) {
        found.push((path.to_owned(), command.parameters.iter().map(|parameter| parameter.name.to_string()).collect()));
        for subcommand in &command.subcommands {
            add(&format!("{path}-{}", subcommand.name), subcommand, found);
        }
    }
    let mut found = Vec::new();
    for command in &tablero::discord::commands::all() {
        add(&command.name, command, &mut found);
    }
    found
}

/// The keys of every finding that a hint can report.
fn hints() -> BTreeSet<String> {
    fn of<G: Explain>() -> [(&'static str, &'static str, &'static [&'static str]); 3] {
        [("look", G::NAME, G::LOOKS), ("piece", G::NAME, G::PIECES), ("reason", G::NAME, G::REASONS)]
    }
    let any = [("look", "any", hint::LOOKS), ("piece", "any", hint::PIECES), ("reason", "any", hint::REASONS)];
    let all = [any, of::<Zertz>(), of::<Dvonn>(), of::<Barrier>()].into_iter().flatten();
    all.flat_map(|(stage, game, keys)| keys.iter().map(move |about| format!("hint-{stage}-{game}-{about}"))).collect()
}

/// The literals in the Discord code that look like keys.
fn written() -> BTreeSet<String> {
    let mut files = Vec::new();
    rust_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/chat"), &mut files);
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

#[test]
fn no_sentence_is_missing_and_none_unused() {
    let english = keys(0);
    let composed = composed();
    let missing: Vec<_> = composed.iter().filter(|key| !english.contains_key(*key)).collect();
    assert!(missing.is_empty(), "missing: {missing:?}");
    let written = written();
    let unused: Vec<_> = english.keys().filter(|key| !composed.contains(*key) && !written.contains(*key)).collect();
    assert!(unused.is_empty(), "unused: {unused:?}");
    // Hyphenated literals in the code are keys, except ids of buttons and locales.
    let ids =
        ["resign-surely", "draw-surely", "agree-draw", "agree-takeback", "refuse-draw", "refuse-takeback", "es-419"];
    let strange: Vec<_> = written
        .iter()
        .filter(|word| word.contains('-') && !word.ends_with('-'))
        .filter(|word| !ids.contains(&word.as_str()) && !english.contains_key(*word))
        .collect();
    assert!(strange.is_empty(), "no such sentences: {strange:?}");
}

#[test]
fn commands_keep_discords_limits_in_every_language() {
    let name_fits = |name: &str| {
        let allowed = |c: char| (c.is_alphanumeric() && !c.is_uppercase()) || c == '-' || c == '_';
        (1..=32).contains(&name.chars().count()) && name.chars().all(allowed)
    };
    for (language, code) in Language::ALL {
        let mut names = BTreeSet::new();
        for (path, parameters) in commands() {
            let key = format!("command-{path}");
            let name = localize(language, &format!("{key}.name"), &[]);
            assert!(name_fits(&name), "{code}: {name}");
            // Subcommands must be distinct within their command.
            let above = path.rsplit_once('-').map_or(String::new(), |(above, _)| above.to_owned());
            assert!(names.insert((above, name.clone())), "{code}: {name} is there twice");
            let mut descriptions = vec![localize(language, &format!("{key}.description"), &[])];
            let mut options = BTreeSet::new();
            for parameter in &parameters {
                let key = format!("option-{path}-{parameter}");
                let name = localize(language, &format!("{key}.name"), &[]);
                assert!(name_fits(&name) && options.insert(name), "{code}: {key}");
                descriptions.push(localize(language, &format!("{key}.description"), &[]));
            }
            for text in descriptions {
                assert!((1..=100).contains(&text.chars().count()), "{code}: {text}");
            }
        }
    }
}

#[test]
fn every_choice_has_a_name_in_every_language() {
    let created = poise::builtins::create_application_commands(&tablero::discord::commands::all());
    let created = serde_json::to_value(created).expect("commands are JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let options = list(&created).into_iter().flat_map(|command| list(&command["options"]));
    let options: Vec<Value> = options.filter(|option| !list(&option["choices"]).is_empty()).collect();
    let locales = Language::ALL.into_iter().flat_map(|(language, _)| language.locales());
    for locale in locales {
        for option in &options {
            let mut names = BTreeSet::new();
            for choice in list(&option["choices"]) {
                let name = choice["name_localizations"][locale].as_str();
                let name = name.unwrap_or_else(|| panic!("{locale}: {choice} has no name")).to_owned();
                assert!((1..=100).contains(&name.chars().count()), "{locale}: {name}");
                assert!(names.insert(name.clone()), "{locale}: {name} is there twice");
                // Games and languages have the same name in every language.
                let is_same = ["game", "language"].iter().any(|same| option["name"] == *same);
                let is_other = !locale.starts_with("en") && !is_same;
                assert!(!is_other || choice["name"] != name.as_str(), "{locale}: {name} is English");
            }
        }
    }
    let named: BTreeSet<_> = options.iter().filter_map(|option| option["name"].as_str()).collect();
    assert_eq!(
        named,
        BTreeSet::from(["claims", "clear", "game", "language", "pauses", "side", "start", "theme", "time", "variant"])
    );
}

#[test]
fn help_names_every_command() {
    let commands = tablero::discord::commands::all();
    assert!(commands.len() > 20);
    for (language, code) in Language::ALL {
        let help = localize(language, "help", &[]);
        // The help text does not list the help command itself.
        for command in commands.iter().filter(|command| command.name != "help") {
            let name = localize(language, &format!("command-{}.name", command.name), &[]);
            assert!(help.contains(&format!("`/{name}`")), "{code}: /{name} is missing from /help");
        }
    }
}

#[test]
fn long_texts_fit_a_message() {
    for (language, code) in Language::ALL {
        let question = localize(language, "privacy-question", &[("count", "12")]);
        assert!((200..=2_000).contains(&question.chars().count()), "{code}: the question before deleting");
        for key in ["help", "about", "rules-zertz", "rules-dvonn", "rules-barrier"] {
            let text = localize(language, key, &[("version", "0.1.0")]);
            assert!((200..=2_000).contains(&text.chars().count()), "{code}: {key}");
        }
        for game in GAMES {
            let told = game.examples().into_iter().map(|(example, _)| {
                let key = format!("example-{}-{}", game.name(), example.about);
                let title = localize(language, &format!("{key}.title"), &[]);
                assert!((3..=40).contains(&title.chars().count()), "{code}: {key}");
                localize(language, &key, &[]).chars().count() + 4
            });
            let rules = localize(language, &format!("rules-{}", game.name()), &[]).chars().count();
            assert!(rules + told.sum::<usize>() <= 2_000, "{code}: the rules of {}", game.name());
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
            assert!(localize(language, key, &[]).chars().count() <= 80, "{code}: {key}");
        }
        for key in ["type-title", "type-label"] {
            assert!(localize(language, key, &[("game", "Barrier")]).chars().count() <= 45, "{code}: {key}");
        }
    }
}
