//! Time controls, pauses and time spans.

use crate::service::ids::Millis;
use std::fmt;

/// An hour, in milliseconds.
pub const HOUR_MS: i64 = 60 * 60 * 1000;
/// A day, in milliseconds.
pub const DAY_MS: i64 = 24 * HOUR_MS;

/// A time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No clocks.
    #[default]
    None,
    /// A number of days per move; unused time is lost.
    PerMove {
        /// The number of days, from 1 to [`DAYS_MAX`].
        days: u16,
    },
    /// A time bank with an increment per move.
    Bank {
        /// The initial time, in hours.
        bank: u16,
        /// The increment per move, in hours.
        increment: u16,
        /// The maximum of the bank, in hours.
        cap: u16,
    },
}

/// The maximum time for a move, in days.
pub const DAYS_MAX: u16 = 90;
const HOURS_MAX: u16 = DAYS_MAX * 24;

impl TimeControl {
    /// The time controls that are offered to players.
    pub const OFFERED: [TimeControl; 11] = [
        TimeControl::None,
        TimeControl::PerMove { days: 1 },
        TimeControl::PerMove { days: 2 },
        TimeControl::PerMove { days: 3 },
        TimeControl::PerMove { days: 5 },
        TimeControl::PerMove { days: 7 },
        TimeControl::PerMove { days: 10 },
        TimeControl::PerMove { days: 14 },
        TimeControl::Bank { bank: 3 * 24, increment: 6, cap: 5 * 24 },
        TimeControl::Bank { bank: 7 * 24, increment: 12, cap: 10 * 24 },
        TimeControl::Bank { bank: 14 * 24, increment: 24, cap: 21 * 24 },
    ];

    /// The time control with this stored word, as written by [`fmt::Display`]: `none`, `3d`, or `168h+12h/240h`.
    pub fn from_word(word: &str) -> Option<TimeControl> {
        let number = |text: &str, unit: char, max: u16| {
            let number: u16 = text.strip_suffix(unit)?.parse().ok()?;
            (number <= max).then_some(number)
        };
        if word == "none" {
            return Some(TimeControl::None);
        }
        if let Some(days) = number(word, 'd', DAYS_MAX) {
            return (days > 0).then_some(TimeControl::PerMove { days });
        }
        let (bank, rest) = word.split_once('+')?;
        let (increment, cap) = rest.split_once('/')?;
        let hours = |text| number(text, 'h', HOURS_MAX);
        let (bank, increment, cap) = (hours(bank)?, hours(increment)?, hours(cap)?);
        (bank > 0 && cap >= bank).then_some(TimeControl::Bank { bank, increment, cap })
    }

    /// The initial time of a player, in milliseconds; 0 without clocks.
    pub fn start(self) -> i64 {
        match self {
            TimeControl::None => 0,
            TimeControl::PerMove { days } => i64::from(days) * DAY_MS,
            TimeControl::Bank { bank, .. } => i64::from(bank) * HOUR_MS,
        }
    }

    /// The time for the next move after a move that left `left` milliseconds, in milliseconds.
    pub fn next(self, left: i64) -> i64 {
        match self {
            TimeControl::None => 0,
            TimeControl::PerMove { .. } => self.start(),
            TimeControl::Bank { increment, cap, .. } => {
                (left.max(0) + i64::from(increment) * HOUR_MS).min(i64::from(cap) * HOUR_MS)
            }
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => f.write_str("none"),
            TimeControl::PerMove { days } => write!(f, "{days}d"),
            TimeControl::Bank { bank, increment, cap } => write!(f, "{bank}h+{increment}h/{cap}h"),
        }
    }
}

/// What pauses the clocks of a match. Outages always do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pauses {
    /// Vacations of a player.
    pub vacation: bool,
    /// Sleep of a player.
    pub sleep: bool,
    /// Weekends of a player.
    pub weekend: bool,
}

impl Pauses {
    /// All pauses.
    pub const ALL: Pauses = Pauses { vacation: true, sleep: true, weekend: true };
    /// Vacation only.
    pub const VACATION: Pauses = Pauses { vacation: true, sleep: false, weekend: false };
    /// No pauses.
    pub const NONE: Pauses = Pauses { vacation: false, sleep: false, weekend: false };
    /// The combinations that are offered to players, with their stored words.
    pub const OFFERED: [(Pauses, &'static str); 3] =
        [(Pauses::ALL, "all"), (Pauses::VACATION, "vacation"), (Pauses::NONE, "none")];

    /// The pauses with this stored word; an empty word means none.
    pub fn from_word(word: &str) -> Option<Pauses> {
        let both = [false, true];
        let all = both.into_iter().flat_map(|vacation| {
            both.into_iter().flat_map(move |sleep| both.map(|weekend| Pauses { vacation, sleep, weekend }))
        });
        if word.is_empty() { Some(Pauses::NONE) } else { all.into_iter().find(|pauses| pauses.word() == word) }
    }

    /// The stored word.
    pub const fn word(self) -> &'static str {
        match (self.vacation, self.sleep, self.weekend) {
            (false, false, false) => "none",
            (true, false, false) => "vacation",
            (false, true, false) => "sleep",
            (false, false, true) => "weekend",
            (true, true, false) => "vacation+sleep",
            (true, false, true) => "vacation+weekend",
            (false, true, true) => "sleep+weekend",
            (true, true, true) => "all",
        }
    }
}

/// A half-open interval of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Its first instant.
    pub from: Millis,
    /// The first instant after it.
    pub until: Millis,
}

impl Span {
    /// The intersection with another span; `None` if it is empty.
    pub fn and(self, other: Span) -> Option<Span> {
        let both = Span { from: self.from.max(other.from), until: self.until.min(other.until) };
        (both.from < both.until).then_some(both)
    }

    /// The length, in milliseconds.
    pub fn length(self) -> i64 {
        (self.until.0 - self.from.0).max(0)
    }

    /// Whether it contains an instant.
    pub fn contains(self, at: Millis) -> bool {
        self.from <= at && at < self.until
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_is_read_back_from_its_word() {
        for control in TimeControl::OFFERED {
            assert_eq!(TimeControl::from_word(&control.to_string()), Some(control));
        }
        for word in ["", "0d", "91d", "3", "d", "12h", "0h+1h/2h", "5h+1h/4h", "5h+1h/99999h", "-1d", "3d "] {
            assert_eq!(TimeControl::from_word(word), None, "{word}");
        }
        for (pauses, word) in Pauses::OFFERED {
            assert_eq!((Pauses::from_word(word), pauses.word()), (Some(pauses), word));
        }
        let rare = Pauses { vacation: true, sleep: true, weekend: false };
        assert_eq!(Pauses::from_word(rare.word()), Some(rare));
        assert_eq!(Pauses::from_word("always"), None);
    }

    #[test]
    fn days_for_a_move_do_not_add_up_and_a_bank_does_up_to_its_cap() {
        let days = TimeControl::PerMove { days: 3 };
        assert_eq!((days.start(), days.next(5)), (3 * DAY_MS, 3 * DAY_MS));
        let bank = TimeControl::Bank { bank: 168, increment: 12, cap: 240 };
        assert_eq!(bank.start(), 7 * DAY_MS);
        assert_eq!(bank.next(6 * DAY_MS), 6 * DAY_MS + 12 * HOUR_MS);
        assert_eq!(bank.next(10 * DAY_MS), 10 * DAY_MS);
        assert_eq!(bank.next(-5), 12 * HOUR_MS);
        assert_eq!((TimeControl::None.start(), TimeControl::None.next(9)), (0, 0));
    }
}
