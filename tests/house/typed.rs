//! Typed commands: every command means the same in both forms, and the reader reads or refuses any text.

use proptest::prelude::*;
use std::sync::LazyLock;
use tablero::catalog::Catalog;
use tablero::chat::actions::commands;
use tablero::chat::commands::spec::CommandBody;
use tablero::chat::commands::{CommandSpec, Mention, OptionKind, Resolve, read_typed, write_typed};
use tablero::chat::texts::error_texts::typed_error;
use tablero::chat::typed_error::{TYPED_LENGTH_MAX, TypedError};
use tablero::chat::{Argument, Language, Opponent, RequestKind};
use tablero::service::{PlaceId, PlayerId};
use test_support::nim::four_games;

/// A platform that finds any person by number, and two people by name.
pub struct Crowd;

/// The people with a name. All others are mentioned by number.
const NAMES: [(u64, &str); 2] = [(1, "@friend"), (2, "Ada Lovelace")];

pub fn person(id: u64) -> Opponent {
    Opponent { id: PlayerId(id), name: format!("player {id}"), is_bot: false, absence: None }
}

impl Resolve for Crowd {
    fn person(&self, text: &str) -> Option<Opponent> {
        let named = NAMES.iter().find(|(_, name)| *name == text).map(|(id, _)| *id);
        named.or_else(|| text.strip_prefix('@')?.parse().ok()).map(person)
    }

    fn channel(&self, text: &str) -> Option<PlaceId> {
        let name = text.strip_prefix('#')?;
        if name == "games" { Some(PlaceId(7)) } else { name.parse().ok().map(PlaceId) }
    }
}

impl Mention for Crowd {
    fn person(&self, person: &Opponent) -> String {
        let named = NAMES.iter().find(|(id, _)| PlayerId(*id) == person.id);
        named.map_or_else(|| format!("@{}", person.id.0), |(_, name)| (*name).to_owned())
    }

    fn channel(&self, channel: PlaceId) -> String {
        format!("#{}", channel.0)
    }
}

/// A command without subcommands, or a subcommand preceded by its group.
type Path<'a> = Vec<&'a CommandSpec>;

/// Returns all commands and subcommands that can be used.
fn paths(specs: &[CommandSpec]) -> Vec<Path<'_>> {
    let mut found = Vec::new();
    for spec in specs {
        match &spec.body {
            CommandBody::Options(..) => found.push(vec![spec]),
            CommandBody::Group(inside) => {
                found.extend(paths(inside).into_iter().map(|path| [vec![spec], path].concat()));
            }
        }
    }
    found
}

fn last<'a>(path: &[&'a CommandSpec]) -> &'a CommandSpec {
    path.last().expect("a path has a command")
}

/// The commands of the standard catalogue, and those of a catalogue with a fourth game.
static TABLES: LazyLock<[Vec<CommandSpec>; 2]> =
    LazyLock::new(|| [commands(&Catalog::standard(), true), commands(&four_games(), true)]);

/// Returns values that cover a kind of option.
fn values(kind: &OptionKind) -> Vec<Argument> {
    let texts = |texts: &[&str]| texts.iter().map(|text| Argument::Text((*text).to_owned())).collect();
    match kind {
        OptionKind::Text => texts(&["good luck", "rated no \"time\" 3d", " a\nb ", "", "text: 1", "'tis", ":)", "-"]),
        OptionKind::Completed(_) => texts(&["Wd4,a1", "g5xe3 then", "Europe/Madrid", "end", "zone=x", "text=\"", "="]),
        OptionKind::Hours => texts(&["23-7", "22:30 – 7", "-", "quiet", "weekend"]),
        OptionKind::Choice(choices) => choices.iter().map(|choice| Argument::Text(choice.value.clone())).collect(),
        OptionKind::Number(least, most) => vec![Argument::Number(*least), Argument::Number(*most)],
        OptionKind::Flag => vec![Argument::Flag(true), Argument::Flag(false)],
        OptionKind::Person => [1, 2, 3].map(|id| Argument::Person(person(id))).into(),
        OptionKind::Channel => vec![Argument::Channel(PlaceId(7)), Argument::Channel(PlaceId(12))],
    }
}

/// Checks for each language that a command with these values means the same in both forms when it is written in that
/// language or in English, and read in that language.
fn assert_same(specs: &[CommandSpec], path: &Path<'_>, given: &[(&str, Argument)]) {
    let chosen = last(path).read(given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    let chosen = chosen.unwrap_or_else(|error| panic!("{given:?}: {error}"));
    for (language, code) in Language::ALL {
        for written in [language, Language::En] {
            let typed = write_typed(path, written, given, &Crowd);
            let read = read_typed(specs, language, &typed, &Crowd);
            assert_eq!(read.as_ref(), Ok(&chosen), "{code}: {typed}");
        }
    }
}

#[test]
fn every_command_means_the_same_in_both_forms() {
    for specs in &*TABLES {
        let mut checked = 0;
        for path in paths(specs) {
            let options = last(&path).options();
            let most = options.iter().map(|option| values(&option.kind).len()).max().unwrap_or(1);
            for at in 0..most {
                let value = |kind: &OptionKind| values(kind).into_iter().cycle().nth(at).expect("there are values");
                let all: Vec<_> = options.iter().map(|option| (option.name, value(&option.kind))).collect();
                assert_same(specs, &path, &all);
                // Each option alone, plus the required options.
                for option in options {
                    let wanted =
                        options.iter().filter(|other| other.is_required_when_typed() || other.name == option.name);
                    let given: Vec<_> = wanted.map(|option| (option.name, value(&option.kind))).collect();
                    assert_same(specs, &path, &given);
                    checked += 1;
                }
            }
            if options.iter().all(|option| !option.is_required_when_typed()) {
                assert_same(specs, &path, &[]);
            }
        }
        assert!(checked > 300, "only {checked} options were checked");
    }
    let nims_own = |spec: &CommandSpec| spec.options().iter().any(|option| option.name == "last");
    assert!(TABLES[1].iter().any(nims_own) && !TABLES[0].iter().any(nims_own));
}

#[test]
fn a_choice_can_be_named_by_its_label() {
    for specs in &*TABLES {
        for path in paths(specs) {
            let options = last(&path).options();
            for option in options {
                let OptionKind::Choice(choices) = &option.kind else { continue };
                let required =
                    options.iter().filter(|other| other.is_required_when_typed() && other.name != option.name);
                let others: Vec<_> = required.map(|other| (other.name, values(&other.kind)[0].clone())).collect();
                for choice in choices {
                    let value = Argument::Text(choice.value.clone());
                    let given = [&others[..], &[(option.name, value)]].concat();
                    let given = given.into_iter().map(|(name, value)| (name.to_owned(), value));
                    let chosen = last(&path).read(given).expect("a command");
                    for (language, code) in Language::ALL {
                        let begun = write_typed(&path, language, &others, &Crowd);
                        let (key, label) = (option.title.get(language), choice.label.get(language));
                        for typed in [format!("{begun} {key} {label}"), format!("{begun} {key}=\"{label}\"")] {
                            // The setup options and their order do not depend on how they are typed.
                            assert_eq!(
                                read_typed(specs, language, &typed, &Crowd),
                                Ok(chosen.clone()),
                                "{code}: {typed}"
                            );
                        }
                    }
                }
            }
        }
    }
}

/// Returns the example in an error.
fn example(error: &TypedError) -> Option<&str> {
    match error {
        TypedError::NoValue { example, .. } | TypedError::Missing { example, .. } => Some(example),
        TypedError::NoSubcommand { example, .. } | TypedError::UnknownOption { example, .. } => Some(example),
        _ => None,
    }
}

/// A platform that finds the person and the channel of the examples.
struct Examples;

impl Resolve for Examples {
    fn person(&self, text: &str) -> Option<Opponent> {
        ["@friend", "@amigo", "@amico"].contains(&text).then(|| person(1))
    }

    fn channel(&self, text: &str) -> Option<PlaceId> {
        ["#games", "#juegos", "#giochi"].contains(&text).then_some(PlaceId(7))
    }
}

#[test]
fn the_examples_in_errors_are_commands() {
    let mut checked = 0;
    for (catalog, specs) in [Catalog::standard(), four_games()].iter().zip(&*TABLES) {
        for path in paths(specs) {
            for (language, code) in Language::ALL {
                let name = write_typed(&path, language, &[], &Crowd);
                for option in last(&path).options() {
                    let title = option.title.get(language);
                    let typed = format!("{name} {title}=");
                    let Err(error) = read_typed(specs, language, &typed, &Crowd) else { continue };
                    let example = example(&error).unwrap_or_else(|| panic!("{code}: {typed}: {error:?}"));
                    let read = read_typed(specs, language, example, &Examples);
                    let command = read.unwrap_or_else(|error| panic!("{code}: {example}: {error:?}"));
                    assert!(example.starts_with(&name), "{code}: {example}");
                    checked += 1;
                    let is_about = option.kind == OptionKind::Person || example.contains(title);
                    assert!(is_about || last(&path).options().len() == 1, "{code}: {example}");
                    // An example with options of a game must name that game.
                    if let RequestKind::Command("challenge" | "play", given) = command {
                        let setup: Vec<String> =
                            given.setup().iter().map(|(key, value)| format!("{key}={value}")).collect();
                        let game = given.text("game").and_then(|name| catalog.game(name)).expect("a game");
                        let setup = setup.join(" ");
                        // A random position needs the number that it is dealt from.
                        let is_possible =
                            game.start(&setup).or_else(|_| game.start(&format!("{setup} deal=1"))).is_ok();
                        assert!(is_possible, "{code}: {example}");
                    }
                }
            }
        }
    }
    assert!(checked > 200, "only {checked} examples were checked");
}

/// Returns the words that occur in commands, and some that may confuse the reader.
fn vocabulary() -> Vec<String> {
    let mut words: Vec<String> =
        ["=", ":", "\"", "“", "”", "'", "«", "no", "sin", "senza", "yes", "sí", "@1", "#7", "!", "\u{301}"]
            .map(str::to_owned)
            .into();
    for path in paths(&TABLES[1]) {
        for (language, _) in Language::ALL {
            words.push(write_typed(&path, language, &[], &Crowd));
            for option in last(&path).options() {
                words.push(option.title.get(language).to_owned());
                if let OptionKind::Choice(choices) = &option.kind {
                    words.extend(choices.iter().map(|choice| choice.label.get(language).to_owned()));
                }
            }
        }
    }
    words.sort();
    words.dedup();
    words
}

static VOCABULARY: LazyLock<Vec<String>> = LazyLock::new(vocabulary);

/// Generates arbitrary text, and text that resembles commands.
fn texts() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => prop::sample::select(&VOCABULARY[..]).prop_map(|word| word.to_owned()),
        1 => any::<String>(),
        1 => "[a-zàñ0-9=:@#\"']{0,8}",
    ];
    let joined = prop::collection::vec((word, prop::sample::select(vec![" ", "  ", "\n", "=", ": ", ""])), 0..12);
    let mixed = joined.prop_map(|words| words.into_iter().map(|(word, after)| word + after).collect::<String>());
    prop_oneof![3 => mixed, 1 => any::<String>(), 1 => "\\PC{0,3000}"]
}

/// Builds a value of a kind from a number and a text.
fn value_of(kind: &OptionKind, number: u32, text: &str) -> Argument {
    match kind {
        OptionKind::Text | OptionKind::Completed(_) | OptionKind::Hours => Argument::Text(text.to_owned()),
        OptionKind::Choice(choices) => Argument::Text(choices[number as usize % choices.len()].value.clone()),
        OptionKind::Number(least, most) => Argument::Number(least + i64::from(number) % (most - least + 1)),
        OptionKind::Flag => Argument::Flag(number.is_multiple_of(2)),
        OptionKind::Person => Argument::Person(person(number.into())),
        OptionKind::Channel => Argument::Channel(PlaceId(number.into())),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused_in_a_sentence(text in texts()) {
        for (language, _) in Language::ALL {
            if let Err(error) = read_typed(&TABLES[1], language, &text, &Crowd) {
                let sentence = typed_error(language, &error).markup();
                // A missing text would show up as its key.
                let length = sentence.chars().count();
                prop_assert!((20..2_000).contains(&length) && !sentence.contains("typed-"), "{sentence}");
            }
        }
    }

    #[test]
    fn what_is_written_is_read_back(
        which in any::<prop::sample::Index>(),
        language in prop::sample::select(Language::ALL.map(|(language, _)| language).to_vec()),
        given in prop::collection::vec((any::<bool>(), any::<u32>(), "\\PC{0,40}|[a-z =:\"'“”\n]{0,40}"), 16),
    ) {
        let paths = paths(&TABLES[1]);
        let path = which.get(&paths);
        let options = last(path).options().iter().zip(&given);
        let wanted = options.filter(|(option, (is_given, ..))| option.is_required_when_typed() || *is_given);
        let arguments: Vec<_> =
            wanted.map(|(option, (_, number, text))| (option.name, value_of(&option.kind, *number, text))).collect();
        let chosen = last(path).read(arguments.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        let typed = write_typed(path, language, &arguments, &Crowd);
        prop_assert!(chosen.is_ok(), "{chosen:?}");
        prop_assert_eq!(read_typed(&TABLES[1], language, &typed, &Crowd).ok(), chosen.ok(), "{}", typed);
    }
}

#[test]
fn a_text_has_a_maximum_length() {
    let note = |length: usize| format!("note {}", "é".repeat(length - 5));
    assert!(read_typed(&TABLES[0], Language::En, &note(TYPED_LENGTH_MAX), &Crowd).is_ok());
    let long = read_typed(&TABLES[0], Language::En, &note(TYPED_LENGTH_MAX + 1), &Crowd);
    assert_eq!(long, Err(TypedError::TooLong));
    // Many words must not take longer than a few.
    for unit in ["a ", "'", "\" ", "no ", "= ", "@1 ", "\u{1e9b}\u{323}", "time "] {
        let text = format!("challenge {}", unit.repeat(900));
        let text: String = text.chars().take(TYPED_LENGTH_MAX).collect();
        assert!(read_typed(&TABLES[0], Language::It, &text, &Crowd).is_err(), "{unit}");
    }
}
