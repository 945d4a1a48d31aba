//! Time controls, pauses and time spans.

use crate::service::ids::Millis;
use std::fmt;
use std::str::FromStr;
use strum::ParseError;

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

    /// Whether players start with some time, and the bank can hold it.
    fn is_possible(&self) -> bool {
        match *self {
            TimeControl::None => true,
            TimeControl::PerMove { days } => days > 0,
            TimeControl::Bank { bank, cap, .. } => bank > 0 && cap >= bank,
        }
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

/// Reads what [`fmt::Display`] writes: `none`, `3d`, or `168h+12h/240h`.
impl FromStr for TimeControl {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<TimeControl, ParseError> {
        let number = |text: &str, unit: char, max: u16| {
            let number: u16 = text.strip_suffix(unit)?.parse().ok()?;
            (number <= max).then_some(number)
        };
        let bank = || {
            let (bank, rest) = text.split_once('+')?;
            let (increment, cap) = rest.split_once('/')?;
            let hours = |text| number(text, 'h', HOURS_MAX);
            Some(TimeControl::Bank { bank: hours(bank)?, increment: hours(increment)?, cap: hours(cap)? })
        };
        let read = match number(text, 'd', DAYS_MAX) {
            _ if text == "none" => Some(TimeControl::None),
            Some(days) => Some(TimeControl::PerMove { days }),
            None => bank(),
        };
        read.filter(TimeControl::is_possible).ok_or(ParseError::VariantNotFound)
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
}

impl fmt::Display for Pauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.vacation, self.sleep, self.weekend) {
            (false, false, false) => "none",
            (true, false, false) => "vacation",
            (false, true, false) => "sleep",
            (false, false, true) => "weekend",
            (true, true, false) => "vacation+sleep",
            (true, false, true) => "vacation+weekend",
            (false, true, true) => "sleep+weekend",
            (true, true, true) => "all",
        })
    }
}

/// Reads what [`fmt::Display`] writes. An empty text means none.
impl FromStr for Pauses {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Pauses, ParseError> {
        let both = [false, true];
        let mut all = both.into_iter().flat_map(|vacation| {
            both.into_iter().flat_map(move |sleep| both.map(|weekend| Pauses { vacation, sleep, weekend }))
        });
        let text = if text.is_empty() { "none" } else { text };
        all.find(|pauses| pauses.to_string() == text).ok_or(ParseError::VariantNotFound)
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
            assert_eq!(control.to_string().parse(), Ok(control));
        }
        for word in ["", "0d", "91d", "3", "d", "12h", "0h+1h/2h", "5h+1h/4h", "5h+1h/99999h", "-1d", "3d "] {
            assert!(word.parse::<TimeControl>().is_err(), "{word}");
        }
        for (pauses, word) in Pauses::OFFERED {
            assert_eq!((word.parse(), pauses.to_string()), (Ok(pauses), word.to_owned()));
        }
        let rare = Pauses { vacation: true, sleep: true, weekend: false };
        assert_eq!(rare.to_string().parse(), Ok(rare));
        assert!("always".parse::<Pauses>().is_err());
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
