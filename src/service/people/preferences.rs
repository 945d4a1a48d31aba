//! Preferences of players.

use crate::service::ids::Millis;
use crate::service::lenient_fields::Fields;
use crate::service::time::calendar::{DAY_MINUTES, Sleep, next_minute, nightly, zone};
use crate::service::time::control::{DAY_MS, Span};
use serde::{Deserialize, Serialize};

/// How a player is notified that it is their turn.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display, strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Pings {
    /// By a ping where the match is played.
    #[default]
    Thread,
    /// By a direct message.
    Direct,
    /// By one direct message a day about all matches.
    Digest,
    /// Not at all.
    None,
}

impl Pings {
    /// All values with their stored words.
    pub const ALL: [(Pings, &'static str); 4] =
        [(Pings::Thread, "thread"), (Pings::Direct, "direct"), (Pings::Digest, "digest"), (Pings::None, "none")];
}

/// Which moves a player confirms before the bot plays them. The bot plays a reply to a board at once.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display, strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Confirmation {
    /// Those that are picked in steps.
    #[default]
    Picked,
    /// Those that are picked or typed.
    All,
    /// None.
    None,
}

impl Confirmation {
    /// The next value, for a button that cycles through all values.
    pub fn next(self) -> Confirmation {
        match self {
            Confirmation::Picked => Confirmation::All,
            Confirmation::All => Confirmation::None,
            Confirmation::None => Confirmation::Picked,
        }
    }
}

/// Whether a player lets opponents take moves back.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, strum::Display, strum::EnumString,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum TakeBackPolicy {
    /// The player is asked.
    #[default]
    Ask,
    /// Always, without being asked.
    Always,
    /// Never.
    Never,
}

impl TakeBackPolicy {
    /// The next value, for a button that cycles through all values.
    pub fn next(self) -> TakeBackPolicy {
        match self {
            TakeBackPolicy::Ask => TakeBackPolicy::Always,
            TakeBackPolicy::Always => TakeBackPolicy::Never,
            TakeBackPolicy::Never => TakeBackPolicy::Ask,
        }
    }
}

/// The maximum number of reminders per turn.
pub const REMINDERS_MAX: usize = 4;

/// A part of each day, in the player's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hours {
    /// The first minute, from midnight.
    pub from: u16,
    /// The first minute after it.
    pub until: u16,
}

/// The preferences of a player. Missing fields have their defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Preferences {
    /// The language code; the platform's locale is used if absent.
    pub language: Option<String>,
    /// The name of the board theme; the server's theme is used if absent.
    pub theme: Option<String>,
    /// How the player is notified of turns.
    pub pings: Pings,
    /// The percentages of the time for a turn at which the player is reminded, highest first.
    pub reminders: Vec<u8>,
    /// The time zone.
    pub zone: String,
    /// The quiet hours, in which the player is not pinged.
    pub quiet: Option<Hours>,
    /// The minute of the day at which the digest is sent.
    pub digest_at: u16,
    /// Whether a vacation starts automatically before a clock of the player expires.
    #[serde(rename = "rescue")]
    pub automatic_vacation: bool,
    /// Whether a capture or a pass is played automatically if it is the only legal move.
    #[serde(rename = "forced")]
    pub play_forced_moves: bool,
    /// Which moves are confirmed.
    #[serde(rename = "confirm")]
    pub confirmation: Confirmation,
    /// Whether opponents may take moves back.
    #[serde(rename = "takebacks")]
    pub take_backs: TakeBackPolicy,
    /// Whether boards that only the player sees are turned by 180°.
    #[serde(rename = "turned")]
    pub turned_boards: bool,
    /// Whether others see the player's profile and statistics.
    #[serde(rename = "profile")]
    pub shows_profile: bool,
    /// Whether public boards show the picture that the player has chosen on the platform.
    #[serde(rename = "avatar")]
    pub shows_avatar: bool,
    /// Whether the bot suggests what to try after a game against it.
    #[serde(rename = "suggestions")]
    pub gets_suggestions: bool,
    /// Whether the player is pinged for the boards of the day where they answer them.
    #[serde(rename = "daily")]
    pub daily_pings: bool,
    /// The names of the stored fields that could not be read, which have their defaults.
    #[serde(skip)]
    pub unreadable: Vec<&'static str>,
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences {
            language: None,
            theme: None,
            pings: Pings::default(),
            reminders: vec![25],
            zone: "UTC".to_owned(),
            quiet: None,
            digest_at: 9 * 60,
            automatic_vacation: true,
            play_forced_moves: false,
            confirmation: Confirmation::default(),
            take_backs: TakeBackPolicy::default(),
            turned_boards: false,
            shows_profile: true,
            shows_avatar: true,
            gets_suggestions: true,
            daily_pings: false,
            unreadable: Vec::new(),
        }
    }
}

impl Preferences {
    /// Parses stored preferences.
    pub fn read(text: &str) -> Preferences {
        let mut fields = Fields::of(text);
        let defaults = Preferences::default;
        let read = Preferences {
            language: fields.take("language", None, None, |_| true),
            theme: fields.take("theme", None, None, |_| true),
            pings: fields.take("pings", Pings::default(), Pings::default(), |_| true),
            reminders: fields.take("reminders", defaults().reminders, defaults().reminders, |_| true),
            zone: fields.take("zone", defaults().zone, defaults().zone, |_| true),
            quiet: fields.take("quiet", None, None, |_| true),
            digest_at: fields.take("digest_at", defaults().digest_at, defaults().digest_at, |at| *at < DAY_MINUTES),
            automatic_vacation: fields.take(
                "rescue",
                defaults().automatic_vacation,
                defaults().automatic_vacation,
                |_| true,
            ),
            play_forced_moves: fields.take(
                "forced",
                defaults().play_forced_moves,
                defaults().play_forced_moves,
                |_| true,
            ),
            confirmation: fields.take("confirm", Confirmation::default(), Confirmation::default(), |_| true),
            take_backs: fields.take("takebacks", TakeBackPolicy::default(), TakeBackPolicy::default(), |_| true),
            turned_boards: fields.take("turned", false, false, |_| true),
            // An unreadable value may have been a choice to hide the profile.
            shows_profile: fields.take("profile", true, false, |_| true),
            // An unreadable value may have been a choice to show no picture.
            shows_avatar: fields.take("avatar", true, false, |_| true),
            gets_suggestions: fields.take("suggestions", true, true, |_| true),
            daily_pings: fields.take("daily", false, false, |_| true),
            unreadable: Vec::new(),
        };
        Preferences { unreadable: fields.unreadable(), ..read }
    }

    /// The end of the quiet hours if it is quiet now, as no ping is sent before; else `None`.
    pub fn after_quiet_hours(&self, now: Millis) -> Option<Millis> {
        let quiet = self.quiet?;
        let zone = zone(&self.zone);
        // Quiet hours are computed like a night, but may be longer.
        let hours = Sleep { from: quiet.from.min(DAY_MINUTES - 1), until: quiet.until.min(DAY_MINUTES - 1) };
        let window = Span { from: now.plus(-2 * DAY_MS), until: now.plus(2 * DAY_MS) };
        nightly(hours, &zone, window).into_iter().find(|span| span.contains(now)).map(|span| span.until)
    }

    /// When the next digest is due, if the player gets digests.
    pub fn next_digest(&self, now: Millis) -> Option<Millis> {
        (self.pings == Pings::Digest).then(|| next_minute(now.plus(1), self.digest_at, &zone(&self.zone))).flatten()
    }

    /// The next reminder of a turn: the highest chosen percentage below `below`. `None` if the player is not notified
    /// of single turns.
    pub fn next_reminder(&self, below: u8) -> Option<u8> {
        let pinged = matches!(self.pings, Pings::Thread | Pings::Direct);
        self.reminders.iter().copied().filter(|percent| pinged && (1..below).contains(percent)).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Millis {
        Millis(text.parse::<jiff::Timestamp>().expect("an instant").as_millisecond())
    }

    #[test]
    fn stored_preferences_are_read_back_by_later_versions() {
        let chosen = Preferences {
            pings: Pings::Digest,
            reminders: vec![50, 10],
            theme: Some("dark".into()),
            ..Preferences::default()
        };
        assert_eq!(Preferences::read(&serde_json::to_string(&chosen).expect("JSON")), chosen);
        assert_eq!(Preferences::read(""), Preferences::default());
        let direct = Preferences { pings: Pings::Direct, ..Preferences::default() };
        assert_eq!(Preferences::read(r#"{"pings":"direct","unheard_of":1}"#), direct);
        let hidden = Preferences { shows_avatar: false, ..Preferences::default() };
        assert_eq!(Preferences::read(&serde_json::to_string(&hidden).expect("JSON")), hidden);
        assert!(!Preferences::read(r#"{"avatar":"never"}"#).shows_avatar, "as little as possible");
        assert!(!Preferences::read(r#"{"profile":"never"}"#).shows_profile, "as little as possible");
        let dark = Preferences { theme: Some("dark".into()), unreadable: vec!["pings"], ..Preferences::default() };
        assert_eq!(Preferences::read(r#"{"pings":"loud","theme":"dark"}"#), dark);
    }

    #[test]
    fn quiet_hours_end_by_the_clock_of_the_zone() {
        let quiet = |from, until| Preferences {
            zone: "Europe/Madrid".into(),
            quiet: Some(Hours { from, until }),
            ..Preferences::default()
        };
        // In Madrid it is 23:30, and 07:00 is seven and a half hours later; eight and a half when clocks go back.
        let night = quiet(22 * 60, 7 * 60);
        assert_eq!(night.after_quiet_hours(at("2026-06-10T21:30:00Z")), Some(at("2026-06-11T05:00:00Z")));
        assert_eq!(night.after_quiet_hours(at("2026-10-24T21:30:00Z")), Some(at("2026-10-25T06:00:00Z")));
        assert_eq!(night.after_quiet_hours(at("2026-06-11T05:00:00Z")), None);
        let day = quiet(10 * 60 + 4, 14 * 60 + 4);
        for (now, until) in
            [("2026-11-21T11:05:00Z", "2026-11-21T13:04:00Z"), ("2026-11-22T12:05:00Z", "2026-11-22T13:04:00Z")]
        {
            assert_eq!(day.after_quiet_hours(at(now)), Some(at(until)), "{now}");
        }
        assert_eq!(quiet(u16::MAX, 0).after_quiet_hours(at("2026-06-11T05:00:00Z")), None);
    }

    #[test]
    fn a_digest_comes_once_a_day_at_its_minute() {
        let daily_digest = Preferences {
            pings: Pings::Digest,
            zone: "America/New_York".into(),
            digest_at: 150,
            ..Preferences::default()
        };
        // At 02:30, which does not exist on the day when clocks go forward.
        let mut now = at("2026-03-06T12:00:00Z");
        let mut seen = Vec::new();
        for _ in 0..4 {
            now = daily_digest.next_digest(now).expect("a digest");
            seen.push(now);
        }
        let days = ["2026-03-07T07:30:00Z", "2026-03-08T07:30:00Z", "2026-03-09T06:30:00Z", "2026-03-10T06:30:00Z"];
        assert_eq!(seen, days.map(at));
        assert_eq!(Preferences::default().next_digest(now), None);
    }

    #[test]
    fn reminders_come_in_order_and_only_to_those_who_are_pinged() {
        let many_reminders = Preferences { reminders: vec![10, 50, 25, 0, 100], ..Preferences::default() };
        assert_eq!(many_reminders.next_reminder(100), Some(50));
        assert_eq!(many_reminders.next_reminder(50), Some(25));
        assert_eq!(many_reminders.next_reminder(10), None);
        assert_eq!(Preferences { pings: Pings::None, ..many_reminders }.next_reminder(100), None);
    }
}
