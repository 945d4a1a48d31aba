//! Durations and instants in words.

use super::lookup::words;
use crate::chat::text::TimeStyle;
use crate::localization::Language;
use crate::service::Millis;
use crate::service::time::control::{DAY_MS, HOUR_MS};
use jiff::tz::TimeZone;

const MINUTE_MS: i64 = 60 * 1000;

/// A duration in its two largest units, for example “2 days 4 hours”, rounded up to full minutes.
pub fn duration(language: Language, milliseconds: i64) -> String {
    units(language, milliseconds, "")
}

/// A duration in short form, for example “2 d 4 h”.
pub(super) fn short_duration(language: Language, milliseconds: i64) -> String {
    units(language, milliseconds, "-short")
}

fn units(language: Language, milliseconds: i64, form: &str) -> String {
    let left = milliseconds.max(0).saturating_add(MINUTE_MS - 1) / MINUTE_MS * MINUTE_MS;
    let units = [("days", left / DAY_MS), ("hours", left % DAY_MS / HOUR_MS), ("minutes", left % HOUR_MS / MINUTE_MS)];
    let first = units.iter().position(|(_, count)| *count > 0).unwrap_or(2);
    let largest = units[first..].iter().take(2).filter(|(_, count)| *count > 0 || first == 2);
    let worded =
        largest.map(|(unit, count)| words(language, &format!("time{form}-{unit}"), &[("count", &count.to_string())]));
    worded.collect::<Vec<_>>().join(" ")
}

/// An instant in words, for platforms whose clients cannot localize it: a date and time in `zone`, or relative to
/// `now`.
pub fn instant(language: Language, at: Millis, style: TimeStyle, now: Millis, zone: &TimeZone) -> String {
    match style {
        TimeStyle::Full => date(language, at, zone),
        TimeStyle::Relative => relative(language, at.0.saturating_sub(now.0)),
    }
}

/// An instant this many milliseconds in the future, or in the past if negative.
fn relative(language: Language, ahead: i64) -> String {
    let key = match ahead {
        0 => return words(language, "time-now", &[]),
        1.. => "time-in",
        _ => "time-ago",
    };
    words(language, key, &[("duration", &duration(language, ahead.saturating_abs()))])
}

fn date(language: Language, at: Millis, zone: &TimeZone) -> String {
    let Some(zoned) = in_zone(at, zone) else { return day_in(language, at, zone) };
    let clock = zoned.strftime("%H:%M %Z").to_string();
    words(language, "time-date", &[("date", &day_in(language, at, zone)), ("clock", &clock)])
}

/// The day of an instant in UTC, for example “29 March 2026”.
pub fn day(language: Language, at: Millis) -> String {
    day_in(language, at, &TimeZone::UTC)
}

fn day_in(language: Language, at: Millis, zone: &TimeZone) -> String {
    let Some(at) = in_zone(at, zone) else { return "—".to_owned() };
    let (day, month, year) = (at.day().to_string(), at.month().to_string(), at.year().to_string());
    words(language, "time-day", &[("day", &day), ("month", &month), ("year", &year)])
}

/// `None` for an instant beyond the year 9999.
fn in_zone(at: Millis, zone: &TimeZone) -> Option<jiff::Zoned> {
    Some(jiff::Timestamp::from_millisecond(at.0).ok()?.to_zoned(zone.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_have_their_two_largest_units() {
        let words = |milliseconds| duration(Language::En, milliseconds);
        assert_eq!(words(2 * DAY_MS + 4 * HOUR_MS + 59 * MINUTE_MS), "2 days 4 hours");
        assert_eq!(words(DAY_MS), "1 day");
        assert_eq!(words(DAY_MS + MINUTE_MS), "1 day");
        assert_eq!(words(3 * HOUR_MS + 5 * MINUTE_MS), "3 hours 5 min");
        assert_eq!((words(59_999), words(-1)), ("1 min".to_owned(), "0 min".to_owned()));
        assert_eq!(short_duration(Language::It, 3 * DAY_MS - 1), "3 g");
        assert_eq!(short_duration(Language::En, 2 * DAY_MS + HOUR_MS), "2 d 1 h");
        assert_eq!(duration(Language::Es, DAY_MS), "1 día");
        assert_eq!(duration(Language::It, 2 * DAY_MS), "2 giorni");
    }

    #[test]
    fn an_instant_is_said_in_words() {
        let now = Millis(1_795_674_000_000);
        let said = |language, ahead, style| instant(language, now.plus(ahead), style, now, &TimeZone::UTC);
        let relative = |language, ahead| said(language, ahead, TimeStyle::Relative);
        assert_eq!(relative(Language::En, 3 * DAY_MS), "in 3 days");
        assert_eq!(relative(Language::Es, HOUR_MS), "dentro de 1 hora");
        assert_eq!(relative(Language::It, -2 * MINUTE_MS), "2 min fa");
        assert_eq!(relative(Language::It, 0), "adesso");
        let full = |language| said(language, 0, TimeStyle::Full);
        assert_eq!(full(Language::En), "26 November 2026, 06:20 UTC");
        assert_eq!(full(Language::Es), "26 de noviembre de 2026, 06:20 UTC");
        assert_eq!(full(Language::It), "26 novembre 2026, 06:20 UTC");
        let east = TimeZone::fixed(jiff::tz::offset(9));
        assert_eq!(instant(Language::En, now, TimeStyle::Full, now, &east), "26 November 2026, 15:20 +09");
        assert_eq!(instant(Language::En, Millis(i64::MAX), TimeStyle::Full, now, &TimeZone::UTC), "—");
        assert!(instant(Language::En, Millis(i64::MIN), TimeStyle::Relative, now, &TimeZone::UTC).ends_with(" ago"));
    }
}
