//! Values without the names of their options.

use super::people::Resolve;
use super::values::{Exactness, meant};
use crate::chat::commands::arguments::Argument;
use crate::chat::commands::spec::{CommandOption, OptionKind};
use crate::chat::texts::Language;

/// What a value without a name can be meant for.
pub(super) enum Fit<'a> {
    /// No option.
    Nothing,
    /// This option.
    One(&'a CommandOption, Argument),
    /// One of these options.
    Several(Vec<&'a CommandOption>),
}

/// Which options a value without a name is held against, in this order. Required options come first, so that the level
/// of a game against the bot is not taken for the size of a board; beginnings of words come last, so that “Ze” is rather
/// a player than ZÈRTZ.
#[derive(Clone, Copy, Debug)]
pub(super) enum Round {
    /// Required options.
    Required,
    /// Options that can be left out, except those that are switched on or off: a mere “yes” does not name one.
    Optional,
    /// Required options, by the beginnings of their values.
    Begun,
}

impl Round {
    /// All rounds in order.
    pub(super) const ALL: [Round; 3] = [Round::Required, Round::Optional, Round::Begun];

    fn includes(self, option: &CommandOption) -> bool {
        match self {
            Round::Required | Round::Begun => option.required,
            Round::Optional => !option.required && option.kind != OptionKind::Flag,
        }
    }
}

/// What the values of one command are held against.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub(super) language: Language,
    pub(super) resolve: &'a dyn Resolve,
    /// The game that was named.
    pub(super) game: Option<&'a str>,
}

impl Reading<'_> {
    /// Finds the option that a value can only be meant for in this round, among those that are `free`.
    pub(super) fn fit<'a>(self, free: &[&'a CommandOption], round: Round, text: &str) -> Fit<'a> {
        let exactness = if matches!(round, Round::Begun) { Exactness::Beginning } else { Exactness::Whole };
        let asked = free.iter().filter(|option| round.includes(option));
        let meant = asked.filter_map(|option| {
            let argument = meant(option, self.language, text, exactness, self.resolve)?;
            self.suits_game(option, &argument).then_some((*option, argument))
        });
        let found: Vec<(&CommandOption, Argument)> = meant.collect();
        match &found[..] {
            [] => Fit::Nothing,
            [(option, argument)] => Fit::One(option, argument.clone()),
            _ => Fit::Several(found.into_iter().map(|(option, _)| option).collect()),
        }
    }

    /// Whether a value of a setup is one of the game that was named. With the name of its option any can be given, and
    /// the game refuses it.
    fn suits_game(self, option: &CommandOption, argument: &Argument) -> bool {
        match (&option.kind, argument, self.game) {
            (OptionKind::Choice(choices), Argument::Text(value), Some(game)) if option.is_setup => {
                choices.iter().any(|choice| choice.value == *value && choice.game == Some(game))
            }
            _ => true,
        }
    }
}
