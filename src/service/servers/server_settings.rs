//! The settings of a server, which its managers choose.

use crate::service::ids::{MatchId, PlaceId, ServerId};
use crate::service::lenient_fields::Fields;
use crate::service::time::control::TimeControl;
use serde::Serialize;

/// The lowest limit of running matches per player that a server can set.
pub const RUNNING_LIMIT_LEAST: u32 = 1;
/// The highest limit of running matches per player that a server can set.
pub const RUNNING_LIMIT_MOST: u32 = 100;
/// The maximum number of allowed channels in the settings.
pub const CHANNELS_MAX: usize = 50;

/// The maximum length of a prefix of typed commands, in characters.
pub const PREFIX_MAX: usize = 20;

/// Why a request about a server failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServerError {
    /// The request does not come from a server in which the bot is installed.
    #[error("this works only in a server")]
    NoServer,
    /// The requester does not manage the server.
    #[error("only members who can manage the server may do this")]
    NotManager,
    /// There is no match with this id in this server.
    #[error("there is no game {0} in this server")]
    NoGame(MatchId),
    /// The prefix of typed commands is too long, or has blanks.
    #[error("this cannot be a prefix: choose at most {PREFIX_MAX} characters without blanks")]
    BadPrefix,
    /// There are more than [`CHANNELS_MAX`] channels.
    #[error("at most {CHANNELS_MAX} channels can be chosen: remove one first")]
    TooManyChannels,
}

/// A channel or thread in a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerChannel {
    /// The server.
    pub server: ServerId,
    /// The channel or thread.
    pub place: PlaceId,
    /// The parent channel of a thread.
    pub parent: Option<PlaceId>,
}

/// The settings of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ServerSettings {
    /// The channels in which matches may start; all if absent, none if empty.
    pub channels: Option<Vec<PlaceId>>,
    /// The language code; the platform's locale is used if absent.
    pub language: Option<String>,
    /// The name of the board theme.
    pub theme: Option<String>,
    /// The stored word of the default time control of challenges.
    pub control: Option<String>,
    /// The allowed games; all if absent, none if empty.
    pub games: Option<Vec<String>>,
    /// The maximum number of running matches per player there.
    pub games_max: Option<u32>,
    /// What typed commands begin with; the platform's usual prefix if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// Whether boards show the pictures that players have chosen on the platform; they do if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub avatars: Option<bool>,
    /// Whether people who do not play may watch games in the browser; they may if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch_links: Option<bool>,
    /// The names of the stored fields that could not be read.
    #[serde(skip)]
    pub unreadable: Vec<&'static str>,
}

/// Whether a text can be the prefix of typed commands.
pub fn is_prefix(text: &str) -> bool {
    let is_visible = |c: char| !c.is_whitespace() && !c.is_control();
    (1..=PREFIX_MAX).contains(&text.chars().count()) && text.chars().all(is_visible)
}

impl ServerSettings {
    /// Parses stored settings. A restriction that could not be read becomes the strictest one: no channel, no game, one
    /// running match.
    pub fn read(text: &str) -> ServerSettings {
        let mut fields = Fields::of(text);
        let is_control = |word: &Option<String>| word.as_deref().is_none_or(|word| word.parse::<TimeControl>().is_ok());
        let read = ServerSettings {
            channels: fields.take("channels", None, Some(Vec::new()), |_| true),
            language: fields.take("language", None, None, |_| true),
            theme: fields.take("theme", None, None, |_| true),
            control: fields.take("control", None, None, is_control),
            games: fields.take("games", None, Some(Vec::new()), |_| true),
            games_max: fields.take("games_max", None, Some(1), |_| true),
            prefix: fields.take("prefix", None, None, |_| true),
            avatars: fields.take("avatars", None, Some(false), |_| true),
            watch_links: fields.take("watch_links", None, Some(false), |_| true),
            unreadable: Vec::new(),
        };
        ServerSettings { unreadable: fields.unreadable(), ..read }
    }

    /// Whether matches may start in a channel.
    pub fn allows_channel(&self, channel: PlaceId) -> bool {
        self.channels.as_ref().is_none_or(|channels| channels.contains(&channel))
    }

    /// Whether a game is allowed.
    pub fn allows_game(&self, game: &str) -> bool {
        self.games.as_ref().is_none_or(|games| games.iter().any(|offered| offered == game))
    }

    /// Whether boards show the avatars of players.
    pub fn shows_avatars(&self) -> bool {
        self.avatars.unwrap_or(true)
    }

    /// Whether people who do not play may watch games in the browser.
    pub fn allows_watching(&self) -> bool {
        self.watch_links.unwrap_or(true)
    }

    /// The default time control of challenges.
    pub fn control(&self) -> TimeControl {
        self.control.as_deref().and_then(|word| word.parse().ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restriction_that_cannot_be_read_allows_as_little_as_it_can() {
        let settings = ServerSettings::read(r#"{"channels":[5],"games":"all","games_max":-1,"theme":"dark"}"#);
        assert_eq!(settings.unreadable, ["games", "games_max"]);
        assert!(
            settings.allows_channel(PlaceId(5))
                && !settings.allows_channel(PlaceId(6))
                && !settings.allows_game("zertz")
        );
        assert_eq!((settings.games_max, settings.theme.as_deref()), (Some(1), Some("dark")));
        let settings = ServerSettings::read("nonsense");
        assert!(
            !settings.allows_channel(PlaceId(5)) && !settings.allows_game("zertz") && settings.games_max == Some(1)
        );
        let settings = ServerSettings::read(r#"{"channels":null,"control":"sometimes"}"#);
        assert!(
            settings.allows_channel(PlaceId(5))
                && settings.allows_game("zertz")
                && settings.control() == TimeControl::None
        );
        assert_eq!(settings.unreadable, ["control"]);
        assert!(settings.shows_avatars());
        assert!(!ServerSettings::read(r#"{"avatars":"some"}"#).shows_avatars());
        assert!(settings.allows_watching());
        assert!(!ServerSettings::read(r#"{"watch_links":"some"}"#).allows_watching());
        let chosen = ServerSettings { avatars: Some(false), watch_links: Some(false), ..ServerSettings::default() };
        assert_eq!(ServerSettings::read(&serde_json::to_string(&chosen).expect("JSON")), chosen);
        let chosen = ServerSettings { channels: Some(Vec::new()), games_max: Some(3), ..ServerSettings::default() };
        assert_eq!(ServerSettings::read(&serde_json::to_string(&chosen).expect("JSON")), chosen);
    }
}
