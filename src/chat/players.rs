//! How players are called.

use super::texts::{Language, say};
use crate::play::{Desk, FORMER, Level, Match, Player, PlayerId};

/// Names in pictures and records have at most so many characters.
pub const NAME_MAX: usize = 32;

/// How a person is named in a message: the platform shows the name, and pings only whom the view says.
pub fn mention(player: PlayerId) -> String {
    format!("<@{player}>")
}

/// How the engine is called.
pub fn engine(language: Language, level: Level) -> String {
    say(language, "engine-name", &[("level", &level.number().to_string())])
}

/// How whoever sits on a seat is named in a message.
pub fn called(language: Language, player: Player) -> String {
    match player {
        Player::Person(FORMER) => say(language, "player-former", &[]),
        Player::Person(id) => mention(id),
        Player::Engine(level) => engine(language, level),
    }
}

/// How the players are called in pictures and records.
pub async fn names(desk: &Desk, language: Language, played: &Match) -> [String; 2] {
    let known = desk.keep().player_names(&played.people()).await.unwrap_or_default();
    played.players.map(|player| match player {
        Player::Engine(level) => engine(language, level),
        Player::Person(id) => shown(language, id, known.iter().find(|(known, _)| *known == id)),
    })
}

/// How a person is called in pictures, records, and where nobody is to be mentioned.
pub async fn name(desk: &Desk, language: Language, id: PlayerId) -> String {
    let known = desk.keep().player_names(&[id]).await.unwrap_or_default();
    shown(language, id, known.first())
}

fn shown(language: Language, id: PlayerId, known: Option<&(PlayerId, String)>) -> String {
    match known {
        Some((_, name)) => name.chars().take(NAME_MAX).collect(),
        None if id == FORMER => say(language, "player-former", &[]),
        None => format!("#{id}"),
    }
}
