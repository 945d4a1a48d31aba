//! The first screen of the local channel: a position of each game, and what a newcomer can do.

use crate::catalog::{AnyGame, Catalog};
use crate::render::scene::Scene;
use crate::render::{DrawOptions, Header, svg};
use discord_emulator::{Welcome, WelcomeButton, WelcomeCard};

/// Groups of a drawing with what is not on the board.
const BESIDE: [&str; 3] = ["plates", "players", "status"];

/// The first screen.
pub fn first_screen(catalog: &Catalog) -> Welcome {
    Welcome {
        title: "Play a first game".to_owned(),
        note:
            "The bot, its games and its engine are the real ones; the chat around them is a stand-in for Discord, with \
               three made-up people, on this machine alone."
                .to_owned(),
        cards: catalog.games().iter().map(|game| card(*game)).collect(),
    }
}

fn card(game: &'static dyn AnyGame) -> WelcomeCard {
    let given = |label: &str, command: &str, more: &[(&str, Option<&str>)]| WelcomeButton {
        label: label.to_owned(),
        command: command.to_owned(),
        options: [("game", Some(game.name()))]
            .iter()
            .chain(more)
            .map(|(name, value)| ((*name).to_owned(), value.map(str::to_owned)))
            .collect(),
    };
    WelcomeCard {
        title: game.title().to_owned(),
        pictures: ["light", "dark"].map(|theme| picture(game, theme)),
        alt: format!("A position of {}", game.title()),
        buttons: vec![
            given("Play the bot", "play", &[]),
            given("Play a friend here", "challenge", &[("opponent", None)]),
            given("Learn", "learn", &[]),
        ],
    }
}

/// The board of a position from the middle of a game: that of a puzzle, or the first one in a game without puzzles.
fn picture(game: &'static dyn AnyGame, theme: &str) -> String {
    let middle = game.puzzles().first().and_then(|card| game.puzzle(card.number)).map(|puzzle| puzzle.line);
    let Some(line) = middle.or_else(|| game.start(&game.full_setup("").ok()?).ok()) else { return String::new() };
    let scenes = line.scenes(&Header::default(), &[line.ply()], &DrawOptions::in_theme(theme));
    scenes.into_iter().next_back().map_or(String::new(), board_alone)
}

fn board_alone(mut scene: Scene) -> String {
    scene.parts.retain(|part| !BESIDE.contains(&part.name));
    let (width, height, board) = (scene.width, scene.height, scene.board);
    let whole = format!(r#"width="{width}" height="{height}" viewBox="0 0 {width} {height}""#);
    let (x, y) = (board.corner.x, board.corner.y);
    let (width, height) = (board.width, board.height);
    let part = format!(r#"width="{width}" height="{height}" viewBox="{x} {y} {width} {height}""#);
    svg(&scene).replacen(&whole, &part, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_board_and_buttons_that_name_it() {
        let shown = first_screen(&Catalog::standard());
        assert_eq!(shown.cards.len(), Catalog::standard().games().len());
        for card in shown.cards {
            for picture in &card.pictures {
                assert!(picture.starts_with("<svg") && !picture.contains(r#"viewBox="0 0"#), "{}", &picture[..200]);
                assert!(
                    !BESIDE.iter().any(|name| picture.contains(&format!(r#"<g class="{name}">"#))),
                    "{}",
                    card.title
                );
            }
            assert_ne!(card.pictures[0], card.pictures[1]);
            assert!(card.buttons.iter().all(|button| button.options[0].0 == "game"), "{card:?}");
        }
    }
}
