//! The values that an option accepts, and how typed text matches them.

use super::people::Resolve;
use super::quotes::word;
use super::words::{fold, languages, nearest, yes_or_no};
use crate::chat::arguments::Argument;
use crate::chat::commands::spec::{Choice, CommandOption, OptionKind};
use crate::chat::texts::{Language, label};
use crate::chat::typed_error::Possible;

/// The maximum number of words in an unquoted choice.
const WORDS_MAX: usize = 16;

/// The choices that a text matches.
pub(super) enum Meant<'a> {
    /// None.
    Nothing,
    /// Only this one.
    One(&'a Choice),
    /// Several, which the text fits equally well.
    Several(Vec<&'a Choice>),
}

/// How exactly a text must match a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exactness {
    /// The value or the whole label.
    Whole,
    /// Also a prefix of the label, if no other label starts with it.
    Beginning,
}

/// Returns the names of a choice: its label, and the label without the name of the game in front.
fn names(choice: &Choice, language: Language) -> impl Iterator<Item = String> {
    let label = choice.label.get(language);
    let without_game = choice.game.and_then(|_| label.split_once(": ")).map(|(_, name)| name);
    [Some(label), without_game].into_iter().flatten().map(fold)
}

/// Matches a text to a choice: first by value, then by label, then by a prefix of the label if `exactness` allows it.
pub(super) fn chosen<'a>(choices: &'a [Choice], language: Language, text: &str, exactness: Exactness) -> Meant<'a> {
    let wanted = fold(text);
    if wanted.is_empty() {
        return Meant::Nothing;
    }
    let has = |choice: &Choice, language, fits: &dyn Fn(&str) -> bool| names(choice, language).any(|name| fits(&name));
    let by_value = choices.iter().filter(|choice| fold(&choice.value) == wanted).collect();
    let whole = |name: &str| name == wanted;
    let beginning = |name: &str| exactness == Exactness::Beginning && name.starts_with(&wanted);
    let by_label = [&whole as &dyn Fn(&str) -> bool, &beginning].into_iter().flat_map(|fits| {
        languages(language).map(move |language| choices.iter().filter(|choice| has(choice, language, fits)).collect())
    });
    for found in [by_value].into_iter().chain(by_label) {
        let found: Vec<&Choice> = found;
        match found[..] {
            [] => {}
            // Several games can offer the same value.
            [first, ..] if found.iter().all(|choice| choice.value == first.value) => return Meant::One(first),
            _ => return Meant::Several(found),
        }
    }
    Meant::Nothing
}

/// The choice at the start of a text.
pub(super) struct First<'a, 'b> {
    pub(super) meant: Meant<'a>,
    /// The words that were matched; `rest` is the text after them.
    pub(super) words: &'b str,
    pub(super) rest: &'b str,
}

/// Matches the first words of a text to a choice, using as many words as possible.
pub(super) fn chosen_first<'a, 'b>(choices: &'a [Choice], language: Language, text: &'b str) -> First<'a, 'b> {
    let mut ends = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = word(rest).filter(|_| ends.len() < WORDS_MAX) {
        ends.push(text.len() - after.len());
        rest = after;
    }
    let mut first = First { meant: Meant::Nothing, words: "", rest: text };
    for end in ends.into_iter().rev() {
        let meant = chosen(choices, language, &text[..end], Exactness::Beginning);
        let (words, rest) = (text[..end].trim(), &text[end..]);
        match meant {
            Meant::One(_) => return First { meant, words, rest },
            Meant::Several(_) => first = First { meant, words, rest },
            Meant::Nothing => {}
        }
    }
    first
}

/// Converts a text to a value of an option; `None` if the option does not accept it, or accepts any text.
pub(super) fn meant(
    option: &CommandOption,
    language: Language,
    text: &str,
    exactness: Exactness,
    resolve: &dyn Resolve,
) -> Option<Argument> {
    match &option.kind {
        OptionKind::Text | OptionKind::Completed(_) | OptionKind::Hours => None,
        OptionKind::Choice(choices) => match chosen(choices, language, text, exactness) {
            Meant::One(choice) => Some(Argument::Text(choice.value.clone())),
            Meant::Nothing | Meant::Several(_) => None,
        },
        OptionKind::Number(least, most) => {
            let number = text.trim().parse().ok().filter(|number| (least..=most).contains(&number));
            number.map(Argument::Number)
        }
        OptionKind::Flag => yes_or_no(language, text).map(Argument::Flag),
        OptionKind::Person => resolve.person(text).map(Argument::Person),
        OptionKind::Channel => resolve.channel(text).map(Argument::Channel),
    }
}

/// Formats a choice for a list of possible values: its label in the language's words, without the name of `game`, which
/// the user has already given.
pub(super) fn listed(choice: &Choice, language: Language, game: Option<&str>) -> String {
    let label = choice.label.get(language);
    let is_of_game = choice.game.is_some() && choice.game == game;
    let without_game = label.split_once(": ").filter(|_| is_of_game).map(|(_, name)| name);
    // Show games as people type them, without capitals and accents.
    let is_spelling = fold(label) == fold(&choice.value);
    if is_spelling { choice.value.clone() } else { without_game.unwrap_or(label).to_owned() }
}

/// Returns what an option accepts; `None` if it cannot be listed. If the game is known and has values for a setup
/// option, returns only these.
pub(super) fn possible(option: &CommandOption, language: Language, game: Option<&str>) -> Option<Possible> {
    match &option.kind {
        OptionKind::Choice(choices) => {
            let fits = |choice: &&Choice| choice.game.is_none_or(|owner| game.is_none_or(|game| game == owner));
            let of_game: Vec<&Choice> = choices.iter().filter(fits).collect();
            let list = if of_game.is_empty() { choices.iter().collect() } else { of_game };
            // All values may belong to one game even if the user did not name it.
            let owner = list.first().and_then(|choice| choice.game);
            let game = owner.filter(|owner| list.iter().all(|choice| choice.game == Some(owner)));
            Some(Possible::Words(list.into_iter().map(|choice| listed(choice, language, game)).collect()))
        }
        OptionKind::Number(least, most) => Some(Possible::Numbers(*least, *most)),
        OptionKind::Flag => {
            Some(Possible::Words(["typed-yes", "typed-no"].map(|key| label(language, key, &[])).into()))
        }
        OptionKind::Text | OptionKind::Completed(_) | OptionKind::Hours | OptionKind::Person | OptionKind::Channel => {
            None
        }
    }
}

/// Returns the value or label of a choice that is most similar to a misspelt text.
pub(super) fn nearest_choice(option: &CommandOption, language: Language, text: &str) -> Option<String> {
    let OptionKind::Choice(choices) = &option.kind else { return None };
    let words = choices.iter().flat_map(|choice| [choice.value.as_str(), choice.label.get(language)]);
    nearest(text, words).map(str::to_owned)
}
