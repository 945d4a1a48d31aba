//! An independent computation of when clocks are paused: from the database rows alone, minute by minute, by the
//! player's local date and time. The program's own calendar is not used.

use jiff::Timestamp;
use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use sqlx::Row;
use sqlx::sqlite::SqlitePool;
use std::error::Error;
use std::ops::Range;

/// The step of the computation, in milliseconds.
pub const STEP_MS: i64 = 60 * 1000;
const DAY_MS: i64 = 24 * 60 * STEP_MS;
/// How far ahead the end of a player's time is searched for, in milliseconds.
const FURTHEST_MS: i64 = 200 * DAY_MS;

/// A player's schedule from an instant on.
struct Schedule {
    from: i64,
    zone: TimeZone,
    /// The minutes of the day at which sleep begins and ends.
    sleep: Option<(i64, i64)>,
    weekend: bool,
}

/// All rows that pause a player's clocks.
pub struct CalendarRows {
    schedules: Vec<Schedule>,
    vacations: Vec<Range<i64>>,
    outages: Vec<Range<i64>>,
}

impl CalendarRows {
    /// Reads the rows of a player.
    pub async fn of(pool: &SqlitePool, player: i64) -> Result<CalendarRows, Box<dyn Error>> {
        let mut schedules = Vec::new();
        let rows = sqlx::query("SELECT * FROM habits WHERE player = $1 ORDER BY from_at").bind(player);
        for row in rows.fetch_all(pool).await? {
            let minutes: (Option<i64>, Option<i64>) = (row.try_get("sleep_from")?, row.try_get("sleep_until")?);
            schedules.push(Schedule {
                from: row.try_get("from_at")?,
                zone: TimeZone::get(row.try_get("zone")?)?,
                sleep: minutes.0.zip(minutes.1),
                weekend: row.try_get("weekend")?,
            });
        }
        let vacations = sqlx::query_as("SELECT from_at, until_at FROM vacations WHERE player = $1").bind(player);
        let vacations: Vec<(i64, i64)> = vacations.fetch_all(pool).await?;
        let outages: Vec<(i64, i64)> = sqlx::query_as("SELECT from_at, until_at FROM outages").fetch_all(pool).await?;
        let spans = |spans: Vec<(i64, i64)>| spans.into_iter().map(|(from, until)| from..until).collect();
        Ok(CalendarRows { schedules, vacations: spans(vacations), outages: spans(outages) })
    }

    /// Whether the clock is paused at an instant, in a match with these pauses.
    pub fn is_paused(&self, pauses: &str, at: i64) -> bool {
        let lies_in = |spans: &[Range<i64>]| spans.iter().any(|span| span.contains(&at));
        if lies_in(&self.outages) {
            return true;
        }
        match pauses {
            "all" => lies_in(&self.vacations) || self.is_night_or_weekend(at),
            "vacation" => lies_in(&self.vacations),
            _ => false,
        }
    }

    /// Whether it is night or weekend for the player.
    fn is_night_or_weekend(&self, at: i64) -> bool {
        let Some(schedule) = self.schedules.iter().rev().find(|schedule| schedule.from <= at) else { return false };
        let Ok(instant) = Timestamp::from_millisecond(at) else { return false };
        let clock = schedule.zone.to_datetime(instant);
        let minute = i64::from(clock.hour()) * 60 + i64::from(clock.minute());
        let sleeps = schedule.sleep.is_some_and(|(from, until)| match from < until {
            true => (from..until).contains(&minute),
            false => minute >= from || minute < until,
        });
        sleeps || (schedule.weekend && matches!(clock.weekday(), Weekday::Saturday | Weekday::Sunday))
    }

    /// How long the clock ran between two instants, in milliseconds.
    pub fn ran(&self, pauses: &str, from: i64, to: i64) -> i64 {
        let steps = (from..to).step_by(STEP_MS.unsigned_abs() as usize);
        steps.filter(|at| !self.is_paused(pauses, *at)).map(|at| STEP_MS.min(to - at)).sum()
    }

    /// When a clock started at an instant has run for the given time.
    pub fn expires_at(&self, pauses: &str, from: i64, running: i64) -> i64 {
        let steps = (from..from + FURTHEST_MS).step_by(STEP_MS.unsigned_abs() as usize);
        let mut ran = steps.filter(|at| !self.is_paused(pauses, *at));
        // The last minute may be partial.
        let whole = running / STEP_MS;
        let last = ran.nth(usize::try_from(whole).unwrap_or_default());
        last.map_or(from + FURTHEST_MS, |at| at + running % STEP_MS)
    }

    /// The possible error of the computation between two instants: nights and weekends begin and end on a minute,
    /// vacations and outages within one.
    pub fn tolerance(&self, from: i64, to: i64) -> i64 {
        let touches = |span: &&Range<i64>| span.start < to && from < span.end;
        let spans = self.vacations.iter().chain(&self.outages).filter(touches).count() as i64;
        // A first step that is not on a minute is off by part of a minute at each edge of a night.
        let nights = (to - from) / DAY_MS + 2;
        STEP_MS * (2 + 2 * spans + 2 * nights)
    }
}

/// The time given by a time control, in milliseconds: at the start, per move, and at most; `None` without clocks.
pub fn control(word: &str) -> Option<(i64, i64, i64)> {
    if let Some(days) = word.strip_suffix('d') {
        let days = days.parse::<i64>().ok()? * DAY_MS;
        return Some((days, days, days));
    }
    let hours = |text: &str| Some(text.strip_suffix('h')?.parse::<i64>().ok()? * 60 * STEP_MS);
    let (bank, rest) = word.split_once('+')?;
    let (increment, cap) = rest.split_once('/')?;
    Some((hours(bank)?, hours(increment)?, hours(cap)?))
}
