//! The help: its start page, and the pages that list the commands.

use super::match_list::TEXT_MAX;
use super::terms::GameTerms;
use crate::catalog::{AnyGame, Catalog};
use crate::chat::commands::CommandSpec;
use crate::chat::custom_id::{Chosen, Pattern, Pressed};
use crate::chat::text::Text;
use crate::chat::texts::players::level_name;
use crate::chat::texts::{Language, label, localize};
use crate::chat::view::{Button, ButtonStyle, Menu, View};
use crate::service::Level;

/// Explains how to challenge a friend, or lists the commands.
pub const TOPIC: Pattern<Pressed> = Pattern::new("help challenge|commands");
/// Shows a further page of the commands; the first page is 0.
pub const COMMANDS: Pattern<Pressed> = Pattern::new("help page #");
/// Explains the rules of the chosen game.
pub const RULES: Pattern<Chosen> = Pattern::new("help rules");
/// Opens the lessons of the chosen game.
pub const LEARN: Pattern<Chosen> = Pattern::new("help learn");
/// Asks for the level of the chosen game against the engine.
pub const PLAY: Pattern<Chosen> = Pattern::new("help play");
/// Starts this game against the engine at the chosen level.
pub const LEVEL: Pattern<Chosen> = Pattern::new("help level *");

/// Like `LEVEL`, but below the rules, which stay.
pub const LEVEL_AFTER_RULES: Pattern<Chosen> = Pattern::new("play-level *");

/// The menu of levels, which starts a game against the engine.
pub fn level_menu(language: Language, game: &dyn AnyGame, begins: Pattern<Chosen>, hint: String) -> Menu {
    Menu {
        action: begins.with(game.name()),
        hint,
        options: game
            .highest_level()
            .and_below()
            .map(|level| (level.number().to_string(), level_name(language, level, game.highest_level())))
            .collect(),
    }
}

/// Starts a game against the engine at this level.
pub const PLAY_AT: Pattern<Pressed> = Pattern::new("play-at # *");

/// The button that starts a game against the engine at a level.
pub(in crate::chat) fn play_at_button(language: Language, game: &dyn AnyGame, level: Level) -> Button {
    Button {
        label: label(language, "button-play-at", &[("level", &level.number().to_string())]),
        action: PLAY_AT.with(level.number()).with(game.name()),
        style: ButtonStyle::Secondary,
    }
}

/// The button that explains how to challenge a friend.
pub fn challenge_button(language: Language) -> Button {
    let label = label(language, "help-button-challenge", &[]);
    Button { label, action: TOPIC.with("challenge"), style: ButtonStyle::Primary }
}

/// Says what the bot is for, and offers the first steps.
pub fn view(language: Language, catalog: &Catalog) -> View {
    let games = || catalog.games().iter().map(|game| (game.name().to_owned(), game.title().to_owned())).collect();
    let menu =
        |id: Pattern<Chosen>, hint| Menu { action: id.action(), hint: label(language, hint, &[]), options: games() };
    View {
        menus: vec![menu(LEARN, "help-menu-learn"), menu(PLAY, "help-menu-play"), menu(RULES, "help-menu-rules")],
        buttons: vec![
            challenge_button(language),
            Button {
                label: label(language, "help-button-commands", &[]),
                action: TOPIC.with("commands"),
                style: ButtonStyle::Secondary,
            },
        ],
        ..View::text(localize(language, "help-start", &[]))
    }
}

/// A page of the commands, with a button for the next one. Numbers beyond the last page show the last page.
pub fn commands(language: Language, commands: &[CommandSpec], page: usize) -> View {
    let mut pages = pages(language, commands);
    let (page, last) = (page.min(pages.len() - 1), pages.len() - 1);
    let next = (page < last).then(|| Button {
        label: label(language, "help-button-more", &[]),
        action: COMMANDS.with(page + 1),
        style: ButtonStyle::Secondary,
    });
    View { buttons: next.into_iter().collect(), ..View::text(pages.swap_remove(page)) }
}

/// The commands with their descriptions, section by section, in as few pages as possible. There is at least one page.
pub fn pages(language: Language, commands: &[CommandSpec]) -> Vec<Text> {
    let sections = commands.chunk_by(|one, next| one.section == next.section).map(|section| {
        let head = section.first().map(|command| localize(language, command.section.key(), &[]));
        let row = |command: &CommandSpec| {
            let name = Text::code(format!("/{}", command.title.get(language)));
            name.then(format!(" – {}", command.description.get(language)))
        };
        Text::join(head.into_iter().chain(section.iter().map(row)), "\n")
    });
    let mut pages = vec![localize(language, "help", &[])];
    for part in sections.chain([localize(language, "help-elsewhere", &[])]) {
        match pages.last_mut() {
            Some(page) if page.width() + part.width() + 2 <= TEXT_MAX => {
                *page = std::mem::take(page).then("\n\n").then(part);
            }
            _ => pages.push(part),
        }
    }
    pages
}

/// Asks for the level of a game against the engine, and shows its terms and where it will be played.
pub fn level_question(language: Language, game: &dyn AnyGame, terms: &GameTerms<'_>, where_played: Text) -> View {
    let summary = terms.summary(language);
    let text = localize(language, "engine-level-question", &[("game", game.title()), ("terms", &summary)]);
    let hint = label(language, "level-choose", &[("game", game.title())]);
    View { menus: vec![level_menu(language, game, LEVEL, hint)], ..View::text(text.then(" ").then(where_played)) }
}
