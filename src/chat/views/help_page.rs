//! The start page of the help.

use crate::catalog::Catalog;
use crate::chat::custom_id::{ButtonAction, HelpTopic};
use crate::chat::texts::{Language, label, localize};
use crate::chat::view::{Button, ButtonStyle, Menu, View};

/// Says what the bot is for, and offers the first steps.
pub fn view(language: Language, catalog: &Catalog) -> View {
    let games = || catalog.games().iter().map(|game| (game.name().to_owned(), game.title().to_owned())).collect();
    let menu =
        |topic, hint| Menu { action: ButtonAction::Help(topic), hint: label(language, hint, &[]), options: games() };
    let button =
        |topic, key, style| Button { label: label(language, key, &[]), action: ButtonAction::Help(topic), style };
    View {
        menus: vec![menu(HelpTopic::Rules, "help-menu-rules"), menu(HelpTopic::Play, "help-menu-play")],
        buttons: vec![
            button(HelpTopic::Challenge, "help-button-challenge", ButtonStyle::Primary),
            button(HelpTopic::Commands, "help-button-commands", ButtonStyle::Secondary),
        ],
        ..View::text(localize(language, "help-start", &[]))
    }
}
