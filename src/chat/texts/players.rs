//! Display names of players and of the engine.

use crate::chat::text::{Text, without_invisible};
use crate::chat::texts::lookup::words;
use crate::localization::Language;
use crate::service::{ERASED_PLAYER, Level, Player, PlayerId, StorageError};

/// The maximum length of a name in pictures and records, in characters.
pub const NAME_MAX: usize = 32;

/// The name of the engine at a level, for any position in a sentence.
pub fn engine(language: Language, level: Level) -> String {
    words(language, "engine-name", &[("level", &level.number().to_string())])
}

/// The name of a level with its number. The highest is full strength.
pub fn level_name(language: Language, level: Level, highest: Level) -> String {
    let key = if level == highest { "level-full".to_owned() } else { format!("level-{}", level.number()) };
    let name = words(language, &key, &[]);
    words(language, "level-name", &[("name", &name), ("level", &level.number().to_string())])
}

/// The name of the engine at a level, shortened if it exceeds `width` characters. The short name keeps the level.
pub fn engine_within(language: Language, level: Level, width: usize) -> String {
    let whole = engine(language, level);
    if whole.chars().count() <= width {
        return whole;
    }
    words(language, "engine-short", &[("level", &level.number().to_string())])
}

/// The name of a player or of the engine in a message. `begins` says that it starts a sentence.
pub(super) fn display_name(language: Language, player: Player, begins: bool) -> Text {
    match player {
        Player::Person(ERASED_PLAYER) => {
            let key = if begins { "player-former-first" } else { "player-former" };
            words(language, key, &[]).into()
        }
        Player::Person(id) => Text::person(id),
        Player::Engine(level) => engine(language, level).into(),
    }
}

/// The names of the players on both seats in pictures and records, of which these are `known`.
pub fn seat_names(language: Language, players: [Player; 2], known: &[(PlayerId, String)]) -> [String; 2] {
    players.map(|player| match player {
        Player::Engine(level) => engine(language, level),
        Player::Person(id) => person_name(language, id, known),
    })
}

/// The value found, or the default if storage failed, which is logged. For secondary content, whose failure must not
/// prevent the rest from being shown.
pub(in crate::chat) fn or_default_logged<T: Default>(found: Result<T, StorageError>) -> T {
    found.unwrap_or_else(|error| {
        tracing::error!(%error, "storage failed; the default is shown instead");
        T::default()
    })
}

/// The name of a person for pictures, records and messages that must not ping them; `#id` if it is not among those
/// `known`.
pub fn person_name(language: Language, id: PlayerId, known: &[(PlayerId, String)]) -> String {
    match known.iter().find(|(known, _)| *known == id) {
        Some((_, name)) => without_invisible(name).chars().take(NAME_MAX).collect(),
        None if id == ERASED_PLAYER => words(language, "player-former-first", &[]),
        None => format!("#{id}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_turns_no_text_around() {
        let known = [(PlayerId(1), "A\u{202e}d\u{2066}a\n".to_owned())];
        assert_eq!(person_name(Language::En, PlayerId(1), &known), "Ada");
    }
}
