//! The start page of the help.

use crate::catalog::Catalog;
use crate::chat::custom_id::{Chosen, Pattern, Pressed};
use crate::chat::texts::{Language, label, localize};
use crate::chat::view::{Button, ButtonStyle, Menu, View};

/// Explains how to challenge a friend, or all commands.
pub const TOPIC: Pattern<Pressed> = Pattern::new("help challenge|commands");
/// Explains the rules of the chosen game.
pub const RULES: Pattern<Chosen> = Pattern::new("help rules");
/// Begins the chosen game against the engine.
pub const PLAY: Pattern<Chosen> = Pattern::new("help play");

/// Says what the bot is for, and offers the first steps.
pub fn view(language: Language, catalog: &Catalog) -> View {
    let games = || catalog.games().iter().map(|game| (game.name().to_owned(), game.title().to_owned())).collect();
    let menu =
        |id: Pattern<Chosen>, hint| Menu { action: id.action(), hint: label(language, hint, &[]), options: games() };
    let button = |topic, key, style| Button { label: label(language, key, &[]), action: TOPIC.with(topic), style };
    View {
        menus: vec![menu(RULES, "help-menu-rules"), menu(PLAY, "help-menu-play")],
        buttons: vec![
            button("challenge", "help-button-challenge", ButtonStyle::Primary),
            button("commands", "help-button-commands", ButtonStyle::Secondary),
        ],
        ..View::text(localize(language, "help-start", &[]))
    }
}
