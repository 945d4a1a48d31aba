//! Vacations and vacation allowances.

use super::control::{DAY_MS, Span};
use crate::service::ids::Millis;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// A vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vacation {
    /// Its span; the current vacation ends in the future.
    pub span: Span,
    /// Whether it was started automatically because a clock had nearly expired.
    pub automatic: bool,
}

/// The yearly vacation allowance of every player, in milliseconds: three weeks.
pub const YEARLY_MS: i64 = 21 * DAY_MS;
/// The vacation earned by each match finished in the year, in milliseconds: half a day.
pub const EARNED_MS: i64 = DAY_MS / 2;
/// The minimum number of plies for a match to earn vacation, six moves of each player, because shorter matches take
/// little time. Only games on the small boards of Barrier end sooner by the rules. A match against the engine must also
/// end by the rules, because resigning there costs nothing and the next match begins at once.
pub const EARNING_PLIES: u32 = 12;
/// The maximum vacation that can be earned in a year, in milliseconds: two weeks.
pub const EARNED_MAX_MS: i64 = 14 * DAY_MS;

/// The year of an instant, in UTC.
pub fn year(at: Millis) -> Span {
    let zoned = Timestamp::from_millisecond(at.0).unwrap_or_default().to_zoned(TimeZone::UTC);
    let first = |year: i16| {
        let day = jiff::civil::Date::new(year, 1, 1).and_then(|day| day.to_zoned(TimeZone::UTC));
        day.map_or(at, |day| Millis(day.timestamp().as_millisecond()))
    };
    Span { from: first(zoned.year()), until: first(zoned.year().saturating_add(1)) }
}

/// The vacation left at an instant, in milliseconds: the yearly allowance plus what `ended` matches of the year have
/// earned, minus the vacations taken. A vacation counts for the year in which it begins, and what is left at the end of
/// a year is lost.
pub fn left(now: Millis, taken: &[Vacation], ended: u32) -> i64 {
    let year = year(now);
    let used: i64 = taken.iter().filter(|one| year.contains(one.span.from)).map(|one| one.span.length()).sum();
    let earned = i64::from(ended).saturating_mul(EARNED_MS).min(EARNED_MAX_MS);
    (YEARLY_MS + earned - used).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Millis {
        Millis(text.parse::<Timestamp>().expect("an instant").as_millisecond())
    }

    fn taken(from: &str, days: i64) -> Vacation {
        Vacation { span: Span { from: at(from), until: at(from).plus(days * DAY_MS) }, automatic: false }
    }

    #[test]
    fn days_are_given_each_year_and_earned_by_playing() {
        let now = at("2028-06-01T00:00:00Z");
        assert_eq!(left(now, &[], 0), 21 * DAY_MS);
        assert_eq!(left(now, &[], 3), 21 * DAY_MS + 3 * DAY_MS / 2);
        assert_eq!(left(now, &[], u32::MAX), 35 * DAY_MS);
        assert_eq!(left(now, &[taken("2028-02-28T00:00:00Z", 5)], 0), 16 * DAY_MS);
        assert_eq!(left(now, &[taken("2028-01-01T00:00:00Z", 99)], 0), 0);
    }

    #[test]
    fn a_vacation_over_new_year_counts_for_the_year_in_which_it_began() {
        let over = taken("2027-12-28T00:00:00Z", 10);
        assert_eq!(left(at("2027-12-30T00:00:00Z"), &[over], 0), 11 * DAY_MS);
        assert_eq!(left(at("2028-01-02T00:00:00Z"), &[over], 0), 21 * DAY_MS);
        assert_eq!(year(at("2028-02-29T12:00:00Z")).length(), 366 * DAY_MS);
    }
}
