//! When the clocks of a player are paused: sleep, weekends, vacation, and outages of the bot. Everything here is a pure
//! function of stored instants; nothing ticks.

use super::control::{DAY_MS, Pauses, Span};
use super::vacation::Vacation;
use crate::service::ids::Millis;
use jiff::civil::{Date, Time, Weekday};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, ToSpan};
use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The hours of the night in which clocks are paused, in minutes from midnight in the player's time zone. They may span
/// midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sleep {
    /// The first minute.
    pub from: u16,
    /// The first minute after it.
    pub until: u16,
}

/// The maximum length of a night, in minutes.
pub const SLEEP_MAX: u16 = 10 * 60;
/// The number of minutes in a day.
pub const DAY_MINUTES: u16 = 24 * 60;

impl Sleep {
    /// A night from one minute of the day to another; `None` if it is empty or too long, or if a minute is out of
    /// range.
    pub fn new(from: u16, until: u16) -> Option<Sleep> {
        if from >= DAY_MINUTES || until >= DAY_MINUTES {
            return None;
        }
        let length = (until + DAY_MINUTES - from) % DAY_MINUTES;
        (length > 0 && length <= SLEEP_MAX).then_some(Sleep { from, until })
    }
}

/// The schedule of a player from an instant on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// When it takes effect.
    pub from_at: Millis,
    /// The name of the time zone, as in `Europe/Rome`.
    pub zone: String,
    /// The player's sleep.
    pub sleep: Option<Sleep>,
    /// Whether clocks are paused on Saturdays and Sundays.
    pub weekend: bool,
}

impl Schedule {
    /// Whether it ever stops a clock.
    pub fn stops_clocks(&self) -> bool {
        self.sleep.is_some() || self.weekend
    }
}

/// Everything that pauses the clocks of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Calendar {
    /// The schedules of the player, earliest first; each is in effect until the next.
    pub schedules: Vec<Schedule>,
    /// The vacations of the player.
    pub vacations: Vec<Vacation>,
    /// The outages of the bot.
    pub outages: Vec<Span>,
}

/// Why a clock is paused. If several causes apply, the first in this order is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The player is on vacation.
    Vacation,
    /// It is the player's free weekend.
    Weekend,
    /// It is the player's night.
    Night,
    /// The bot was offline.
    Outage,
}

/// A pause of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Why the clock is paused.
    pub cause: Cause,
    /// When it runs again.
    pub until: Millis,
}

/// How far ahead each step looks for the end of a pause, in milliseconds.
const PAUSE_WINDOW_MS: i64 = 7 * DAY_MS;

/// How far ahead times are computed, in milliseconds: two years.
const HORIZON_MS: i64 = 2 * 366 * 24 * 60 * 60 * 1000;

/// The time zone with this name, from the operating system or, if that does not know it, from the program; UTC if neither
/// does. Then the log says so, as do the player's settings and the doctor: see [`is_known`].
pub fn zone(name: &str) -> TimeZone {
    const LOGGED_MAX: usize = 1_000;
    static LOGGED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    find(name).unwrap_or_else(|| {
        let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.len() < LOGGED_MAX && logged.insert(name.to_owned()) {
            tracing::error!(
                zone = name,
                "a time zone that players have chosen is not known any more; UTC is used instead"
            );
        }
        TimeZone::UTC
    })
}

/// Whether there is a time zone with this name.
pub fn is_known(name: &str) -> bool {
    find(name).is_some()
}

/// The system may forget a zone that a player has chosen, when its data are updated or removed.
fn find(name: &str) -> Option<TimeZone> {
    static BUNDLED: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
    TimeZone::get(name).or_else(|_| BUNDLED.get(name)).ok()
}

/// The time zone with this name, or the only one whose name contains it, and its canonical name; `None` if there is
/// none, or more than one.
pub fn known_zone(name: &str) -> Option<(String, TimeZone)> {
    let zone = TimeZone::get(name.trim()).ok().or_else(|| match &zones_like(name)[..] {
        [only] => TimeZone::get(only).ok(),
        _ => None,
    })?;
    let canonical = zone.iana_name().map(str::to_owned)?;
    Some((canonical, zone))
}

/// The names of time zones that contain the typed text. Spaces match underscores, and case is ignored.
pub fn zones_like(typed: &str) -> Vec<String> {
    let wanted = typed.trim().to_lowercase().replace(' ', "_");
    let names = jiff::tz::db().available().map(|name| name.as_str().to_owned());
    names.filter(|name| name.to_lowercase().contains(&wanted)).collect()
}

/// An instant in a time zone.
pub fn local(at: Millis, zone: &TimeZone) -> jiff::Zoned {
    Timestamp::from_millisecond(at.0).unwrap_or_default().to_zoned(zone.clone())
}

/// The instant of a minute of a day in a time zone. A minute that is skipped by a change of the clock is later by the
/// length of the gap; of a minute that occurs twice, this is the first occurrence.
pub fn minute_of(day: Date, minute: u16, zone: &TimeZone) -> Option<Millis> {
    let time = Time::new((minute / 60) as i8, (minute % 60) as i8, 0, 0).ok()?;
    let at = day.to_datetime(time).to_zoned(zone.clone()).ok()?;
    Some(Millis(at.timestamp().as_millisecond()))
}

/// The first instant, not before `from`, at which clocks of this zone show this minute of the day.
pub fn next_minute(from: Millis, minute: u16, zone: &TimeZone) -> Option<Millis> {
    let today = local(from, zone).date();
    let days = (-1..=2).filter_map(|days| today.checked_add(days.days()).ok());
    days.filter_map(|day| minute_of(day, minute, zone)).find(|at| *at >= from)
}

/// The nights that overlap with a span, cut to it.
pub fn nightly(sleep: Sleep, zone: &TimeZone, within: Span) -> Vec<Span> {
    let next_day = u8::from(sleep.until <= sleep.from);
    days(within, zone)
        .filter_map(|day| {
            let morning = day.checked_add(i64::from(next_day).days()).ok()?;
            let night = Span { from: minute_of(day, sleep.from, zone)?, until: minute_of(morning, sleep.until, zone)? };
            night.and(within)
        })
        .collect()
}

fn weekends(zone: &TimeZone, within: Span) -> Vec<Span> {
    days(within, zone)
        .filter(|day| day.weekday() == Weekday::Saturday)
        .filter_map(|day| {
            let monday = day.checked_add(2.days()).ok()?;
            Span { from: minute_of(day, 0, zone)?, until: minute_of(monday, 0, zone)? }.and(within)
        })
        .collect()
}

/// The days that may overlap with a span, including earlier days whose night or weekend may extend into it.
fn days(within: Span, zone: &TimeZone) -> impl Iterator<Item = Date> {
    let first = local(within.from, zone).date().saturating_sub(3.days());
    let last = local(within.until, zone).date();
    first.series(1.day()).take_while(move |day| *day <= last)
}

impl Calendar {
    /// What pauses the clock within a span, in a match with these pauses. The spans are in no order and may overlap.
    fn pauses(&self, pauses: Pauses, within: Span) -> Vec<(Cause, Span)> {
        let mut found: Vec<(Cause, Span)> =
            self.outages.iter().filter_map(|span| Some((Cause::Outage, span.and(within)?))).collect();
        if pauses.vacation {
            let spans = self.vacations.iter().filter_map(|vacation| vacation.span.and(within));
            found.extend(spans.map(|span| (Cause::Vacation, span)));
        }
        for (at, schedule) in self.schedules.iter().enumerate() {
            let until = self.schedules.get(at + 1).map_or(Millis(i64::MAX), |next| next.from_at);
            let Some(within) = within.and(Span { from: schedule.from_at, until }) else { continue };
            let (sleep, weekend) = (schedule.sleep.filter(|_| pauses.sleep), schedule.weekend && pauses.weekend);
            if sleep.is_none() && !weekend {
                continue;
            }
            let zone = zone(&schedule.zone);
            let nights = sleep.into_iter().flat_map(|sleep| nightly(sleep, &zone, within));
            found.extend(nights.map(|span| (Cause::Night, span)));
            let weekends = weekend.then(|| weekends(&zone, within)).into_iter().flatten();
            found.extend(weekends.map(|span| (Cause::Weekend, span)));
        }
        found
    }

    /// When the clock is paused within a span, in a match with these pauses: sorted and disjoint.
    pub fn stops(&self, pauses: Pauses, within: Span) -> Vec<Span> {
        let mut found: Vec<Span> = self.pauses(pauses, within).into_iter().map(|(_, span)| span).collect();
        found.sort();
        let mut disjoint: Vec<Span> = Vec::new();
        for span in found {
            match disjoint.last_mut() {
                Some(last) if span.from <= last.until => last.until = last.until.max(span.until),
                _ => disjoint.push(span),
            }
        }
        disjoint
    }

    /// The pause at an instant; `None` if the clock is running.
    pub fn pause_at(&self, pauses: Pauses, at: Millis) -> Option<Pause> {
        let cause =
            self.pauses(pauses, Span { from: at, until: at.plus(1) }).into_iter().map(|(cause, _)| cause).min()?;
        let mut until = at;
        // A pause may be followed by another, such as the night after a vacation.
        while let Some(stop) = self.stops(pauses, Span { from: until, until: until.plus(PAUSE_WINDOW_MS) }).first()
            && stop.from == until
            && until.0 - at.0 < HORIZON_MS
        {
            until = stop.until;
        }
        Some(Pause { cause, until })
    }

    /// How long the clock ran from one instant to another, in milliseconds; 0 if the second is not later.
    pub fn ran(&self, pauses: Pauses, from: Millis, to: Millis) -> i64 {
        let within = Span { from, until: to };
        within.length() - self.stops(pauses, within).iter().map(|span| span.length()).sum::<i64>()
    }

    /// When a clock that runs from an instant on has run for `running` milliseconds; at most two years later.
    pub fn after(&self, pauses: Pauses, from: Millis, running: i64) -> Millis {
        let (mut at, mut left) = (from, running.clamp(0, HORIZON_MS));
        let last = from.plus(HORIZON_MS);
        // Adds up the running time between the pauses of a window, then moves to the next window.
        while at < last {
            let window = Span { from: at, until: at.plus(left + DAY_MS).min(last) };
            let end = Span { from: window.until, until: window.until };
            for stop in self.stops(pauses, window).into_iter().chain([end]) {
                let free = stop.from.0 - at.0;
                if free >= left {
                    return at.plus(left);
                }
                left -= free;
                at = stop.until;
            }
        }
        last
    }

    /// Whether the clock is paused at an instant.
    pub fn is_stopped(&self, pauses: Pauses, at: Millis) -> bool {
        !self.stops(pauses, Span { from: at, until: at.plus(1) }).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::time::control::HOUR_MS;

    const SLEEP: Pauses = Pauses { vacation: false, sleep: true, weekend: false };
    const WEEKEND: Pauses = Pauses { vacation: false, sleep: false, weekend: true };

    fn at(text: &str) -> Millis {
        Millis(text.parse::<Timestamp>().expect("an instant").as_millisecond())
    }

    fn calendar_of(zone: &str, sleep: Option<(u16, u16)>, weekend: bool) -> Calendar {
        let sleep = sleep.map(|(from, until)| Sleep::new(from, until).expect("a night"));
        let schedule = Schedule { from_at: Millis(0), zone: zone.to_owned(), sleep, weekend };
        Calendar { schedules: vec![schedule], ..Calendar::default() }
    }

    fn vacation(from: Millis, until: Millis) -> Vacation {
        Vacation { span: Span { from, until }, automatic: false }
    }

    /// The running time, determined minute by minute.
    fn ran_by_minutes(calendar: &Calendar, pauses: Pauses, from: Millis, to: Millis) -> i64 {
        let minutes = (from.0..to.0).step_by(60_000).filter(|at| !calendar.is_stopped(pauses, Millis(*at)));
        minutes.count() as i64 * 60_000
    }

    #[test]
    fn a_night_is_as_long_as_the_clocks_of_its_zone_say() {
        let rome = calendar_of("Europe/Rome", Some((23 * 60, 7 * 60)), false);
        for (from, to, hours_asleep) in [
            // An ordinary night; the one in which clocks go forward; the one in which they go back.
            ("2026-06-10T12:00:00Z", "2026-06-11T12:00:00Z", 8),
            ("2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z", 7),
            ("2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z", 9),
        ] {
            let (from, to) = (at(from), at(to));
            assert_eq!(rome.ran(SLEEP, from, to), DAY_MS - hours_asleep * HOUR_MS);
            assert_eq!(ran_by_minutes(&rome, SLEEP, from, to), DAY_MS - hours_asleep * HOUR_MS);
        }
    }

    #[test]
    fn nights_that_begin_or_end_in_a_leap_of_the_clock_count_once() {
        // In Rome 02:30 does not exist on 29 March, and comes twice on 25 October.
        for (from, until) in [(150, 480), (1320, 150), (120, 180), (130, 170)] {
            let rome = calendar_of("Europe/Rome", Some((from, until)), false);
            for day in ["2026-03-28T09:00:00Z", "2026-10-24T09:00:00Z"] {
                let (start, end) = (at(day), at(day).plus(2 * DAY_MS));
                assert_eq!(
                    rome.ran(SLEEP, start, end),
                    ran_by_minutes(&rome, SLEEP, start, end),
                    "{from}-{until} {day}"
                );
            }
        }
    }

    #[test]
    fn zones_with_odd_offsets_and_half_hour_leaps() {
        // Nepal is at UTC+5:45; Lord Howe Island changes its clocks by half an hour; Chatham is at UTC+12:45 with
        // daylight saving time; Apia once skipped a whole day.
        for (zone, day) in [
            ("Asia/Kathmandu", "2026-05-01T00:00:00Z"),
            ("Australia/Lord_Howe", "2026-04-03T00:00:00Z"),
            ("Australia/Lord_Howe", "2026-10-02T00:00:00Z"),
            ("Pacific/Chatham", "2026-04-03T00:00:00Z"),
            ("Pacific/Apia", "2011-12-28T00:00:00Z"),
        ] {
            let calendar = calendar_of(zone, Some((22 * 60 + 15, 6 * 60)), true);
            let (from, to) = (at(day), at(day).plus(6 * DAY_MS));
            for pauses in [SLEEP, WEEKEND, Pauses::ALL] {
                assert_eq!(
                    calendar.ran(pauses, from, to),
                    ran_by_minutes(&calendar, pauses, from, to),
                    "{zone} {pauses:?}"
                );
            }
        }
    }

    #[test]
    fn a_zone_that_the_system_does_not_know_is_found_in_the_program() {
        assert!(is_known("Europe/Rome") && is_known("UTC") && !is_known("Atlantis/Capital"));
        let bundled = TimeZoneDatabase::bundled();
        assert!(bundled.get("Europe/Rome").is_ok(), "the program has its own data");
        assert_eq!(zone("Atlantis/Capital"), TimeZone::UTC);
    }

    #[test]
    fn a_pause_has_its_cause_and_ends_when_the_clock_runs_again() {
        let mut rome = calendar_of("Europe/Rome", Some((23 * 60, 7 * 60)), true);
        let pause = |calendar: &Calendar, text: &str| calendar.pause_at(Pauses::ALL, at(text));
        // A Wednesday night, a Saturday noon, and the Friday night that goes over into the weekend and the next night.
        let night = Pause { cause: Cause::Night, until: at("2026-06-11T05:00:00Z") };
        assert_eq!(pause(&rome, "2026-06-10T22:00:00Z"), Some(night));
        let weekend = Pause { cause: Cause::Weekend, until: at("2026-06-15T05:00:00Z") };
        assert_eq!(pause(&rome, "2026-06-13T10:00:00Z"), Some(weekend));
        let friday = Pause { cause: Cause::Night, ..weekend };
        assert_eq!(pause(&rome, "2026-06-12T21:30:00Z"), Some(friday));
        assert_eq!(pause(&rome, "2026-06-10T10:00:00Z"), None);
        assert_eq!(rome.pause_at(Pauses::NONE, at("2026-06-10T22:00:00Z")), None);
        // A vacation of 20 days that ends at night.
        rome.vacations = vec![vacation(at("2026-06-10T10:00:00Z"), at("2026-06-30T22:00:00Z"))];
        let away = Pause { cause: Cause::Vacation, until: at("2026-07-01T05:00:00Z") };
        assert_eq!(pause(&rome, "2026-06-10T22:00:00Z"), Some(away));
    }

    #[test]
    fn a_leap_day_is_a_day() {
        let utc = calendar_of("UTC", Some((0, 360)), false);
        let (from, to) = (at("2028-02-28T00:00:00Z"), at("2028-03-01T00:00:00Z"));
        assert_eq!(utc.ran(SLEEP, from, to), 2 * 18 * HOUR_MS);
        assert_eq!(utc.ran(Pauses::NONE, from, to), 2 * DAY_MS);
    }

    #[test]
    fn a_weekend_begins_and_ends_at_midnight_of_the_zone() {
        let auckland = calendar_of("Pacific/Auckland", None, true);
        // Saturday 4 April 2026, 00:00 there, is Friday 11:00 UTC; the clock goes back that Sunday.
        let stops =
            auckland.stops(WEEKEND, Span { from: at("2026-04-01T00:00:00Z"), until: at("2026-04-08T00:00:00Z") });
        assert_eq!(stops, [Span { from: at("2026-04-03T11:00:00Z"), until: at("2026-04-05T12:00:00Z") }]);
    }

    #[test]
    fn stops_that_overlap_count_once_and_only_where_the_match_allows_them() {
        let day = |number: i64| at("2026-06-01T00:00:00Z").plus(number * DAY_MS);
        let mut calendar = calendar_of("UTC", Some((0, 360)), true);
        calendar.vacations = vec![vacation(day(1), day(3))];
        calendar.outages = vec![Span { from: day(2), until: day(4) }];
        assert_eq!(calendar.ran(Pauses::NONE, day(0), day(5)), 3 * DAY_MS);
        assert_eq!(calendar.ran(Pauses::VACATION, day(0), day(5)), 2 * DAY_MS);
        assert_eq!(calendar.ran(Pauses::ALL, day(0), day(5)), 2 * 18 * HOUR_MS);
        assert_eq!(calendar.ran(Pauses::ALL, day(5), day(0)), 0);
    }

    #[test]
    fn a_schedule_applies_until_the_next() {
        let mut calendar = calendar_of("UTC", None, false);
        let change = at("2026-06-03T03:00:00Z");
        calendar.schedules.push(Schedule {
            from_at: change,
            sleep: Sleep::new(0, 360),
            ..calendar.schedules[0].clone()
        });
        let (from, to) = (at("2026-06-02T00:00:00Z"), at("2026-06-05T00:00:00Z"));
        assert_eq!(calendar.ran(SLEEP, from, to), 3 * DAY_MS - 9 * HOUR_MS);
    }

    #[test]
    fn the_end_is_the_first_instant_at_which_enough_has_run() {
        let mut calendar = calendar_of("America/St_Johns", Some((22 * 60, 7 * 60 + 30)), true);
        calendar.vacations = vec![vacation(at("2026-11-03T10:00:00Z"), at("2026-11-12T10:00:00Z"))];
        let mut from = at("2026-10-20T00:00:00Z");
        for step in 0..200 {
            from = from.plus(step * 1_237_000);
            for running in [0, 1, HOUR_MS, DAY_MS + 7, 9 * DAY_MS] {
                for pauses in [Pauses::NONE, SLEEP, WEEKEND, Pauses::ALL] {
                    let end = calendar.after(pauses, from, running);
                    assert_eq!(calendar.ran(pauses, from, end), running, "{from} {running} {pauses:?}");
                    assert!(running == 0 || calendar.ran(pauses, from, end.plus(-1)) == running - 1);
                }
            }
        }
    }

    #[test]
    fn whatever_is_stored_has_an_end() {
        let mut calendar = calendar_of("nowhere", Some((0, 600)), true);
        calendar.outages = vec![Span { from: Millis(i64::MIN), until: Millis(i64::MAX) }];
        for from in [i64::MIN, -1, 0, i64::MAX / 2, i64::MAX] {
            let end = calendar.after(Pauses::ALL, Millis(from), i64::MAX);
            assert!(end.0 - from.min(end.0) <= HORIZON_MS);
            calendar.ran(Pauses::ALL, Millis(0), Millis(1));
        }
        assert_eq!(Sleep::new(0, 601), None);
        assert_eq!(Sleep::new(60, 60), None);
        assert_eq!(Sleep::new(u16::MAX, u16::MAX), None);
        assert!(known_zone("Europe/Rome").is_some() && known_zone("Middle/Earth").is_none());
        let named = |typed| known_zone(typed).map(|(name, _)| name);
        assert_eq!(named("madr").as_deref(), Some("Europe/Madrid"), "the only one with these letters");
        assert_eq!(named("buenos aires"), None, "America/Buenos_Aires has another name too");
        assert_eq!(named("america"), None, "one of many");
    }
}
