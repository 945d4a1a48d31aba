//! Values typed without the name of an option.

use super::people::Resolve;
use super::values::{Exactness, meant};
use crate::chat::arguments::Argument;
use crate::chat::commands::spec::{CommandOption, OptionKind};
use crate::chat::texts::Language;

/// The options that an unnamed value fits.
pub(super) enum Fit<'a> {
    /// No option.
    Nothing,
    /// Only this option.
    One(&'a CommandOption, Argument),
    /// All of these options.
    Several(Vec<&'a CommandOption>),
}

/// The rounds in which unnamed values are matched to options, in this order. Required options come first, so the level
/// of a game against the bot is not mistaken for the size of a board. Prefixes come last, so “Ze” matches a player of
/// that name before it matches ZÈRTZ.
#[derive(Clone, Copy, Debug)]
pub(super) enum Round {
    /// Required options.
    Required,
    /// Optional options, except flags: a bare “yes” does not say which flag is meant.
    Optional,
    /// Required options, matched by prefixes of their values.
    Begun,
}

impl Round {
    /// All rounds in order.
    pub(super) const ALL: [Round; 3] = [Round::Required, Round::Optional, Round::Begun];

    fn includes(self, option: &CommandOption) -> bool {
        match self {
            Round::Required | Round::Begun => option.comes_first(),
            Round::Optional => !option.comes_first() && option.kind != OptionKind::Flag,
        }
    }
}

/// The context for matching the unnamed values of one command.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    pub(super) language: Language,
    pub(super) resolve: &'a dyn Resolve,
    /// The game named in the command, if any.
    pub(super) game: Option<&'a str>,
}

impl Reading<'_> {
    /// Matches a value to the options of this round that are `free`.
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

    /// Reports whether a setup value belongs to the named game. A named option accepts the values of every game; the
    /// game then refuses those that it does not have.
    fn suits_game(self, option: &CommandOption, argument: &Argument) -> bool {
        match (&option.kind, argument, self.game) {
            (OptionKind::Choice(choices), Argument::Text(value), Some(game)) if option.is_setup => {
                choices.iter().any(|choice| choice.value == *value && choice.game == Some(game))
            }
            _ => true,
        }
    }
}
