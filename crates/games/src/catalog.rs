//! The list of games, and the boundary between generic and dynamic code. Callers of this module refer to games by name
//! and exchange moves and positions as text.
//!
//! To add a game: its folders in `rules` and `ai`, its drawing in `render`, its sentences in `assets/locales`,
//! and its entry in this file.

mod any_game;
mod swap;
mod played;
mod game_engine;
mod sentence_keys;
mod entry;

pub use crate::ai::{Advice, Course, Finding, JudgedMove, Value};
pub use any_game::{
    AnyChoices, AnyEngine, AnyGame, AnyLesson, AnyLine, AnyPuzzle, AskedTask, Found, Judged, PuzzleCard, Refused,
    Review,
};
pub use entry::Entry;
pub use played::CatalogGame;
pub use sentence_keys::BOARD_OPTION;
pub use swap::SWAP;

use crate::localization::{LocalizedFile, Texts, localized_file};
use crate::rules::notation::quote;
use crate::rules::{barrier::Barrier, dvonn::Dvonn, zertz::Zertz};
use std::sync::Arc;

static ZERTZ: Entry<Zertz> = {
    const FILES: &[LocalizedFile] = &[localized_file!("assets/locales", "zertz")];
    Entry::new(Texts::new(FILES))
};

static DVONN: Entry<Dvonn> = {
    const FILES: &[LocalizedFile] = &[localized_file!("assets/locales", "dvonn")];
    Entry::new(Texts::new(FILES))
};

static BARRIER: Entry<Barrier> = {
    const FILES: &[LocalizedFile] = &[localized_file!("assets/locales", "barrier")];
    Entry::new(Texts::new(FILES))
};

/// The games that a program offers. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Catalog {
    games: Arc<[&'static dyn AnyGame]>,
}

impl Default for Catalog {
    fn default() -> Self {
        Catalog::standard()
    }
}

impl Catalog {
    /// The games of the product.
    pub fn standard() -> Catalog {
        Catalog { games: Arc::new([&ZERTZ, &DVONN, &BARRIER]) }
    }

    /// These games and one more.
    ///
    /// # Panics
    /// If a game of that name is there already, because names identify games in commands and in stored matches.
    #[must_use]
    pub fn with(&self, game: &'static dyn AnyGame) -> Catalog {
        assert!(self.game(game.name()).is_none(), "two games are named {}", game.name());
        Catalog { games: self.games.iter().copied().chain([game]).collect() }
    }

    /// Every game, in the order in which they are offered to players.
    pub fn games(&self) -> &[&'static dyn AnyGame] {
        &self.games
    }

    /// The game with this name, in either case.
    pub fn game(&self, name: &str) -> Option<&'static dyn AnyGame> {
        self.games.iter().copied().find(|game| game.name().eq_ignore_ascii_case(name))
    }

    /// The names of all games, separated by commas, for messages of the command line.
    pub fn names(&self) -> String {
        self.games.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
    }

    /// The keys of the setup options of all games, each once.
    pub fn option_keys(&self) -> Vec<&'static str> {
        let mut keys = Vec::new();
        for spec in self.games.iter().flat_map(|game| game.options()) {
            if !keys.contains(&spec.key) {
                keys.push(spec.key);
            }
        }
        keys
    }

    /// Parses a position prefixed with the name of its game.
    ///
    /// # Errors
    /// An unknown game name, or every fault of the position.
    pub fn read_position(&self, text: &str) -> Result<Box<dyn AnyLine>, Vec<Refused>> {
        let text = text.trim();
        let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let unknown = || {
            let args = vec![("name", quote(name))];
            let text = format!("{} is no game; there are {}", quote(name), self.names());
            vec![Refused { game: None, code: "no-game", args, text }]
        };
        self.game(name).ok_or_else(unknown)?.read_position(rest)
    }
}
