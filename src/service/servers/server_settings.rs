//! What those who manage a server choose, and what it means for games there.

use crate::service::ids::{MatchId, PlaceId, ServerId};
use crate::service::lenient_fields::Fields;
use crate::service::time::control::TimeControl;
use serde::Serialize;

/// A server allows at least this many games at a time to one person, if it says how many.
pub const RUNNING_LIMIT_LEAST: u32 = 1;
/// See [`GAMES_MAX_LEAST`].
pub const RUNNING_LIMIT_MOST: u32 = 100;
/// So many channels can be named in which games may begin.
pub const CHANNELS_MAX: usize = 50;

/// Why something cannot be done about a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServerError {
    /// It is not in a server that has installed us.
    #[error("this is no server")]
    NoServer,
    /// Only who manages the server may do that.
    #[error("only who manages the server may do that")]
    NotManager,
    /// No game with this number is played in this server.
    #[error("there is no game {0} in this server")]
    NoGame(MatchId),
    /// There are as many channels as can be named.
    #[error("more than {CHANNELS_MAX} channels cannot be named")]
    TooManyChannels,
}

/// A place in a server: a channel, or a thread of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerChannel {
    /// The server.
    pub server: ServerId,
    /// The channel or thread.
    pub place: PlaceId,
    /// The channel that the thread belongs to.
    pub parent: Option<PlaceId>,
}

/// What those who manage a server have chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ServerSettings {
    /// The channels in which games may begin; all of them when absent, none when empty.
    pub channels: Option<Vec<PlaceId>>,
    /// The code of the language; as the platform says when absent.
    pub language: Option<String>,
    /// The look of boards, by the name of a theme.
    pub theme: Option<String>,
    /// The time control of challenges that name none, by its word.
    pub control: Option<String>,
    /// The games on offer; all of them when absent, none when empty.
    pub games: Option<Vec<String>>,
    /// How many games somebody may have running there at a time.
    pub games_max: Option<u32>,
}

impl ServerSettings {
    /// The rules that were stored so, and the names of fields that could not be read. A restriction that could not be read
    /// allows as little as it can: no channel, no game, one game at a time.
    pub fn read(text: &str) -> (ServerSettings, Vec<&'static str>) {
        let mut fields = Fields::of(text);
        let is_control =
            |word: &Option<String>| word.as_deref().is_none_or(|word| TimeControl::from_word(word).is_some());
        let rules = ServerSettings {
            channels: fields.take("channels", None, Some(Vec::new()), |_| true),
            language: fields.take("language", None, None, |_| true),
            theme: fields.take("theme", None, None, |_| true),
            control: fields.take("control", None, None, is_control),
            games: fields.take("games", None, Some(Vec::new()), |_| true),
            games_max: fields.take("games_max", None, Some(1), |_| true),
        };
        (rules, fields.unreadable())
    }

    /// Whether games may begin in a channel.
    pub fn allows_channel(&self, channel: PlaceId) -> bool {
        self.channels.as_ref().is_none_or(|channels| channels.contains(&channel))
    }

    /// Whether a game is on offer.
    pub fn allows_game(&self, game: &str) -> bool {
        self.games.as_ref().is_none_or(|games| games.iter().any(|offered| offered == game))
    }

    /// The time control of challenges that name none.
    pub fn control(&self) -> TimeControl {
        self.control.as_deref().and_then(TimeControl::from_word).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restriction_that_cannot_be_read_allows_as_little_as_it_can() {
        let (rules, unreadable) =
            ServerSettings::read(r#"{"channels":[5],"games":"all","games_max":-1,"theme":"dark"}"#);
        assert_eq!(unreadable, ["games", "games_max"]);
        assert!(rules.allows_channel(PlaceId(5)) && !rules.allows_channel(PlaceId(6)) && !rules.allows_game("zertz"));
        assert_eq!((rules.games_max, rules.theme.as_deref()), (Some(1), Some("dark")));
        let (rules, _) = ServerSettings::read("nonsense");
        assert!(!rules.allows_channel(PlaceId(5)) && !rules.allows_game("zertz") && rules.games_max == Some(1));
        let (rules, unreadable) = ServerSettings::read(r#"{"channels":null,"control":"sometimes"}"#);
        assert!(rules.allows_channel(PlaceId(5)) && rules.allows_game("zertz") && rules.control() == TimeControl::None);
        assert_eq!(unreadable, ["control"]);
        let chosen = ServerSettings { channels: Some(Vec::new()), games_max: Some(3), ..ServerSettings::default() };
        assert_eq!(ServerSettings::read(&serde_json::to_string(&chosen).expect("JSON")), (chosen, Vec::new()));
    }
}
