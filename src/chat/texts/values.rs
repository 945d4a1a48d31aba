//! The values in a sentence. Each kind has its own form in each language.

use super::instants::duration;
use super::lookup::words;
use super::players::{NAME_MAX, display_name};
use crate::chat::text::{Span, Text, TimeStyle, is_placeholder};
use crate::localization::Language;
use crate::service::{ERASED_PLAYER, Level, Millis, Player};

/// A value in a sentence.
#[derive(Clone, Debug)]
pub enum Arg<'a> {
    /// Words of the program. Numbers select plural forms, and words can select variants.
    Word(&'a str),
    /// A text, inserted unchanged. It selects nothing.
    Text(Text),
    /// A count, which selects plural forms.
    Count(i64),
    /// A player or the engine, by name.
    Player(Player),
    /// An instant.
    Time(Millis, TimeStyle),
    /// A length of time in milliseconds.
    Duration(i64),
    /// A percentage.
    Percent(i64),
    /// What someone typed, in quotation marks.
    Quoted(Text),
}

impl Arg<'_> {
    /// A count.
    pub fn count(number: usize) -> Self {
        Arg::Count(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// The engine at a level.
    pub fn engine(level: Level) -> Self {
        Arg::Player(Player::Engine(level))
    }

    /// A player by `name`, for messages that must not ping them.
    pub fn unpinged(player: Player, name: &str) -> Self {
        match player {
            Player::Person(person) if person != ERASED_PLAYER => Arg::Text(Text::typed(name, NAME_MAX)),
            known => Arg::Player(known),
        }
    }

    /// The value without emphasis, for labels.
    pub fn plain(&self, language: Language) -> String {
        match write(language, self) {
            Written::Words(words) => words,
            Written::Text(text, _) => text.plain(),
        }
    }

    /// An instant as date and time.
    pub fn date(at: Millis) -> Self {
        Arg::Time(at, TimeStyle::Full)
    }

    /// An instant relative to now.
    pub fn relative(at: Millis) -> Self {
        Arg::Time(at, TimeStyle::Relative)
    }
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(word: &'a str) -> Arg<'a> {
        Arg::Word(word)
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(word: &'a String) -> Arg<'a> {
        Arg::Word(word)
    }
}

impl From<Text> for Arg<'_> {
    fn from(text: Text) -> Self {
        Arg::Text(text)
    }
}

impl From<&Text> for Arg<'_> {
    fn from(text: &Text) -> Self {
        Arg::Text(text.clone())
    }
}

/// A value, ready for a sentence.
pub(super) enum Written {
    /// Words for Fluent, which can select variants.
    Words(String),
    /// Text that replaces a placeholder: within a sentence, and at its start.
    Text(Text, Text),
}

/// Writes a value in a language.
pub(super) fn write(language: Language, arg: &Arg<'_>) -> Written {
    let same = |text: Text| Written::Text(text.clone(), text);
    match arg {
        Arg::Word(word) if !word.contains(|c| c == '*' || c == '`' || is_placeholder(c)) => {
            Written::Words((*word).to_owned())
        }
        Arg::Word(word) => same(word.chars().filter(|c| !is_placeholder(*c)).collect::<String>().into()),
        Arg::Text(text) => same(text.clone()),
        Arg::Count(count) => Written::Words(count.to_string()),
        Arg::Player(player) => {
            Written::Text(display_name(language, *player, false), display_name(language, *player, true))
        }
        Arg::Time(at, style) => same(Span::Time(*at, *style, language).into()),
        Arg::Duration(length) => Written::Words(duration(language, *length)),
        Arg::Percent(percent) => Written::Words(words(language, "percent", &[("number", &percent.to_string())])),
        Arg::Quoted(text) => {
            let marks = words(language, "quotation", &[("text", "\n")]);
            let (open, close) = marks.split_once('\n').unwrap_or_default();
            same(Text::from(open).then(text.clone()).then(close))
        }
    }
}
