//! How players are called.

use crate::chat::texts::{Language, localize, without_invisible};
use crate::service::{ERASED_PLAYER, GameService, Level, Match, Player, PlayerId, StorageError};

/// Names in pictures and records have at most so many characters.
pub const NAME_MAX: usize = 32;

/// How a person is named in a message: the platform shows the name, and pings only whom the view says.
pub fn mention(player: PlayerId) -> String {
    format!("<@{player}>")
}

/// How the engine is called.
pub fn engine(language: Language, level: Level) -> String {
    localize(language, "engine-name", &[("level", &level.number().to_string())])
}

/// How whoever sits on a seat is named in a message.
pub fn display_name(language: Language, player: Player) -> String {
    match player {
        Player::Person(ERASED_PLAYER) => localize(language, "player-former", &[]),
        Player::Person(id) => mention(id),
        Player::Engine(level) => engine(language, level),
    }
}

/// How the players are called in pictures and records.
pub async fn names(desk: &GameService, language: Language, played: &Match) -> [String; 2] {
    let known = or_default_logged(desk.storage().player_names(&played.people()).await);
    played.players.map(|player| match player {
        Player::Engine(level) => engine(language, level),
        Player::Person(id) => shown(language, id, known.iter().find(|(known, _)| *known == id)),
    })
}

/// How a person is called in pictures, records, and where nobody is to be mentioned.
pub async fn name(desk: &GameService, language: Language, id: PlayerId) -> String {
    let known = or_default_logged(desk.storage().player_names(&[id]).await);
    shown(language, id, known.first())
}

/// What was found; where the store failed, which is logged, what is usual. For what is shown beside something else, and
/// must not keep that from being shown.
pub(in crate::chat) fn or_default_logged<T: Default>(found: Result<T, StorageError>) -> T {
    found.unwrap_or_else(|error| {
        tracing::error!(%error, "the store failed; what is usual is shown instead");
        T::default()
    })
}

fn shown(language: Language, id: PlayerId, known: Option<&(PlayerId, String)>) -> String {
    match known {
        Some((_, name)) => without_invisible(name).chars().take(NAME_MAX).collect(),
        None if id == ERASED_PLAYER => localize(language, "player-former", &[]),
        None => format!("#{id}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_turns_no_text_around() {
        let known = (PlayerId(1), "A\u{202e}d\u{2066}a\n".to_owned());
        assert_eq!(shown(Language::En, PlayerId(1), Some(&known)), "Ada");
    }
}
