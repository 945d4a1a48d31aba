//! Every sentence in every language with awkward values, written to one page per language: `target/tmp/sentences-en.md`
//! and so on. People can read the pages; these tests check what a program can.

use crate::awkward::{Kind, kind_of, values};
use fluent_bundle::FluentResource;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tablero::catalog::{AnyGame, Catalog};
use tablero::chat::texts::players::{NAME_MAX, engine, engine_within};
use tablero::chat::texts::{Arg, COMMON, Language, localize_in, localize_with};
use tablero::discord::markdown::markdown;
use tablero::matrix::html;
use tablero::service::{Level, Millis};

/// A sentence, or an attribute of one.
struct Sentence {
    game: Option<&'static dyn AnyGame>,
    key: String,
    variables: BTreeSet<String>,
}

/// A part of a pattern. A variable comes with the variables that select the variant it is in.
enum Part<'a> {
    Text(&'a str),
    Variable(&'a str, Vec<&'a str>),
}

fn parts<'a>(pattern: &'a Pattern<&'a str>, selected: &[&'a str], found: &mut Vec<Vec<Part<'a>>>) {
    let mut line = Vec::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => line.push(Part::Text(value)),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => {
                line.push(Part::Variable(id.name, selected.to_vec()));
            }
            PatternElement::Placeable { expression: Expression::Inline(_) } => {}
            PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                let InlineExpression::VariableReference { id } = selector else { continue };
                line.push(Part::Variable(id.name, vec![id.name]));
                let selected = [selected, &[id.name]].concat();
                variants.iter().for_each(|variant| parts(&variant.value, &selected, found));
            }
        }
    }
    found.push(line);
}

/// Calls `visit` with the key and the pattern of every sentence and attribute in these files of a language.
fn each_pattern(game: Option<&dyn AnyGame>, at: usize, visit: &mut dyn FnMut(String, &Pattern<&str>)) {
    for file in game.map_or(&COMMON, |game| game.texts()).files() {
        let resource = FluentResource::try_new(file.texts[at].to_owned()).expect("another test reads every file");
        for entry in resource.entries() {
            let Entry::Message(message) = entry else { continue };
            if let Some(pattern) = &message.value {
                visit(message.id.name.to_owned(), pattern);
            }
            for attribute in &message.attributes {
                visit(format!("{}.{}", message.id.name, attribute.id.name), &attribute.value);
            }
        }
    }
}

/// The program's sentences, then those of each game.
fn sources() -> Vec<Option<&'static dyn AnyGame>> {
    [None].into_iter().chain(Catalog::standard().games().iter().copied().map(Some)).collect()
}

fn sentences() -> Vec<Sentence> {
    let mut found = Vec::new();
    for game in sources() {
        let mut variables: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for at in 0..Language::ALL.len() {
            each_pattern(game, at, &mut |key, pattern| {
                let mut lines = Vec::new();
                parts(pattern, &[], &mut lines);
                let known = variables.entry(key).or_default();
                for part in lines.into_iter().flatten() {
                    if let Part::Variable(name, _) = part {
                        known.insert(name.to_owned());
                    }
                }
            });
        }
        found.extend(variables.into_iter().map(|(key, variables)| Sentence { game, key, variables }));
    }
    found
}

/// The instant at which the sentences are read.
pub const NOW: Millis = Millis(1_795_674_000_000);

/// A sentence with different values, written for Discord and for Matrix.
fn written(language: Language, sentence: &Sentence) -> Vec<[String; 2]> {
    let all: Vec<(&str, Vec<Arg<'static>>)> =
        sentence.variables.iter().map(|name| (name.as_str(), values(language, kind_of(&sentence.key, name)))).collect();
    let most = all.iter().map(|(_, values)| values.len()).max().unwrap_or(1);
    let mut found: Vec<[String; 2]> = Vec::new();
    // With step 0, all variables have values with the same index; the other steps mix them.
    for (turn, step) in (0..most).flat_map(|turn| [(turn, 0), (turn, 1), (turn, 2)]) {
        let args: Vec<(&str, Arg<'_>)> = (0..)
            .zip(&all)
            .map(|(place, (name, values))| (*name, values[(turn + place * step) % values.len()].clone()))
            .collect();
        let text = match sentence.game {
            Some(game) => localize_in(game, language, &sentence.key, &args),
            None => localize_with(language, &sentence.key, &args),
        };
        let on_discord = markdown(&text, &crate::awkward::on_discord(), 2_000);
        let on_matrix = html::write(&text.with_command_prefix('!'), &crate::awkward::on_matrix(), NOW).plain;
        if !found.iter().any(|[known, _]| *known == on_discord) {
            found.push([on_discord, on_matrix]);
        }
    }
    found
}

/// The first word of at least two letters that a text repeats immediately, with its repetition.
fn doubled_word(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([' ', '\u{a0}']).collect();
    let pair = words.windows(2).find(|pair| {
        let is_word = pair[0].chars().count() > 1 && pair[0].chars().all(char::is_alphabetic);
        is_word && pair[0].to_lowercase() == pair[1].trim_end_matches(['.', ',', ';', ':', '!', '?']).to_lowercase()
    })?;
    Some(pair.join(" "))
}

/// What is wrong with a sentence that has its values filled in.
fn fault(language: Language, key: &str, text: &str) -> Option<String> {
    let (own, other) =
        if language == Language::En { (['“', '”'], ['«', '»']) } else { (['«', '»'], ['“', '”']) };
    // `typed-unclosed` quotes the quotation marks that were typed.
    if text.contains(other) && key != "typed-unclosed" {
        return Some("quotation marks of another language".to_owned());
    }
    if text.matches(own[0]).count() != text.matches(own[1]).count() && key != "typed-unclosed" {
        return Some("a quotation that is not closed".to_owned());
    }
    if let Some(pair) = doubled_word(text) {
        return Some(format!("a word twice: {pair}"));
    }
    for (what, found) in [("two blanks", "  "), ("a blank before a mark", " ."), ("a blank before a mark", " ,")] {
        if text.trim_start().lines().any(|line| line.trim_start().contains(found)) {
            return Some(what.to_owned());
        }
    }
    for marks in ["%%", "..", ",,", ";;", "::", "?.", "!.", ":.", ",.", ".,", ": :"] {
        if text.contains(marks) {
            return Some(format!("marks that do not go together: {marks}"));
        }
    }
    let is_leak = text.contains(['{', '}', '\u{fffd}']) || text.contains("$") || text == key;
    is_leak.then(|| "a part that was not filled in".to_owned())
}

/// The maximum length of a sentence in characters, depending on where it is shown; `None` if it may fill a message.
fn limit(key: &str) -> Option<usize> {
    let begins = |words: &[&str]| words.iter().any(|word| key.starts_with(word));
    let is_setting_button = ["-on", "-off", "-to-"].iter().any(|word| key.contains(word)) && begins(&["settings-"]);
    match key {
        "type-title" | "type-label" => Some(45),
        _ if key.ends_with(".name") => Some(32),
        _ if [".description", ".challenge", ".play"].iter().any(|end| key.ends_with(end)) => Some(100),
        _ if begins(&["choice-", "setup-", "level-", "past-option", "pick-"]) => Some(100),
        _ if begins(&["button-"]) || is_setting_button => Some(80),
        _ if begins(&["settings-choose", "help-menu", "past-replay", "block-choose"]) => Some(150),
        _ => None,
    }
}

#[test]
fn every_sentence_holds_with_awkward_values() {
    let sentences = sentences();
    assert!(sentences.len() > 600, "only {} sentences", sentences.len());
    let mut faults = Vec::new();
    for (language, code) in Language::ALL {
        let mut page = format!("# {code}\n");
        for sentence in &sentences {
            let key = &sentence.key;
            // Only some languages have former names.
            if key.ends_with(".former") {
                continue;
            }
            let _ = write!(page, "\n**{key}**\n\n");
            for [on_discord, on_matrix] in written(language, sentence) {
                let _ = writeln!(page, "- {}", on_discord.replace('\n', "\n  "));
                // Without an instant, the platforms differ only in escapes.
                if on_discord.contains("<t:") {
                    let _ = writeln!(page, "  - {}", on_matrix.replace('\n', "\n    "));
                }
                faults
                    .extend(fault(language, key, &on_matrix).map(|what| format!("{code} {key}: {what}: {on_matrix}")));
                let length = on_discord.chars().count();
                if limit(key).is_some_and(|most| length > most) {
                    faults.push(format!("{code} {key}: {length} characters: {on_discord}"));
                }
                let former = localize_with(language, "player-former", &[]).plain();
                if on_matrix.starts_with(&former) && on_matrix.ends_with(['.', '!', '?', ':', '…']) {
                    faults.push(format!("{code} {key}: begins with a small letter: {on_matrix}"));
                }
                if language != Language::En && on_matrix.split(|c: char| !c.is_alphabetic()).any(|word| word == "none")
                {
                    faults.push(format!("{code} {key}: an internal word: {on_matrix}"));
                }
            }
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        fs::write(folder.join(format!("sentences-{code}.md")), page).expect("the target folder can be written");
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Words that are correct after one as well as after several, by language.
const UNCHANGING: [&[&str]; 3] = [
    &[
        "left",
        "won",
        "drawn",
        "lost",
        "a",
        "and",
        "for",
        "min",
        "d",
        "h",
        "of",
        "in",
        "at",
        "characters",
        "is",
        "ahead",
        "more",
        "to",
    ],
    &["de", "más", "y", "a", "para", "por", "min", "d", "h", "en", "decidió"],
    &["di", "e", "a", "per", "su", "min", "g", "h", "al", "ha", "fino", "contro", "nell"],
];

/// Numbers that can never be one.
const SEVERAL: [(&str, &str); 10] = [
    // Limits of the program.
    ("house-bad-prefix", "most"),
    ("house-too-many-channels", "most"),
    ("block-too-many", "most"),
    ("plan-too-long", "most"),
    ("plan-too-many", "most"),
    ("typed-too-long", "most"),
    // The rules of ZÈRTZ.
    ("result-win-goal", "count"),
    ("hint-reason-goal-each", "count"),
    // There is a trap only where the opponent has a choice.
    ("hint-reason-trap", "all"),
    // The reason requires at least two marbles.
    ("defeat-given", "all"),
];

#[test]
fn a_number_before_a_word_selects_the_plural() {
    let mut faults = Vec::new();
    for (at, (_, code)) in Language::ALL.into_iter().enumerate() {
        for game in sources() {
            each_pattern(game, at, &mut |key, pattern| {
                let mut lines = Vec::new();
                parts(pattern, &[], &mut lines);
                for pair in lines.iter().flat_map(|line| line.windows(2)) {
                    let [Part::Variable(name, selected), Part::Text(after)] = pair else { continue };
                    let word = after.strip_prefix([' ', '\u{a0}']).unwrap_or_default();
                    let word: String = word.chars().take_while(|c| c.is_alphabetic()).collect();
                    let is_count = matches!(kind_of(&key, name), Kind::Count);
                    let is_safe = word.is_empty()
                        || selected.contains(name)
                        || UNCHANGING[at].contains(&word.as_str())
                        || SEVERAL.contains(&(key.as_str(), *name));
                    if is_count && !is_safe {
                        faults.push(format!("{code} {key}: {{ ${name} }} {word}"));
                    }
                }
            });
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn italian_has_no_article_before_a_date_or_a_percentage() {
    let articles = ["il", "al", "dal", "del", "nel", "sul", "l'", "all'", "dall'", "dell'", "nell'", "alle", "dalle"];
    let mut faults = Vec::new();
    let at = Language::It as usize;
    for game in sources() {
        each_pattern(game, at, &mut |key, pattern| {
            let mut lines = Vec::new();
            parts(pattern, &[], &mut lines);
            for pair in lines.iter().flat_map(|line| line.windows(2)) {
                let [Part::Text(before), Part::Variable(name, _)] = pair else { continue };
                let last = before.trim_end().rsplit([' ', '\n', '(']).next().unwrap_or_default().to_lowercase();
                let is_told = matches!(kind_of(&key, name), Kind::Date | Kind::Percent | Kind::Clock);
                if is_told && articles.contains(&last.as_str()) {
                    faults.push(format!("{key}: {last} {{ ${name} }}"));
                }
            }
        });
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_bots_name_is_never_cut_before_its_level() {
    for (language, code) in Language::ALL {
        for level in Level::FULL.and_below() {
            let number = level.number().to_string();
            assert!(engine(language, level).chars().count() <= NAME_MAX.min(28), "{code}: a thread has 28 characters");
            for width in 12..=NAME_MAX {
                let name = engine_within(language, level, width);
                assert!(name.chars().count() <= width && name.contains(&number), "{code}: {name}");
            }
        }
    }
}
