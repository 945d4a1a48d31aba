//! Changes of schedules, and vacation balances.

use crate::service::ids::Millis;
use crate::service::time::vacation::Vacation;

/// The maximum number of schedule changes within [`SCHEDULE_CHANGES_DAYS`] days, so that a player cannot keep moving
/// the night to stop the clock.
pub const SCHEDULE_CHANGES_MAX: usize = 3;
/// The period of [`SCHEDULE_CHANGES_MAX`], in days.
pub const SCHEDULE_CHANGES_DAYS: i64 = 7;

/// Why a preference, schedule or vacation cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PreferenceError {
    /// There is no such time zone.
    #[error("unknown time zone: write one such as Europe/Rome")]
    NoZone,
    /// The hours are not a valid part of a day.
    #[error("these are not hours of a day: write them like 22:30-7")]
    NoHours,
    /// The night is longer than allowed.
    #[error("the night is too long: choose fewer hours")]
    TooLong,
    /// The schedule was changed too often; the next change is possible at this time.
    #[error("it was changed too often: try again later")]
    TooOften(Millis),
    /// No vacation is left this year.
    #[error("no vacation days are left this year")]
    NoVacation,
    /// The player is already on vacation.
    #[error("you are already on vacation")]
    OnVacation,
    /// The player is not on vacation.
    #[error("you are not on vacation")]
    NotOnVacation,
}

/// The vacation balance of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacationBalance {
    /// The current vacation. It may begin in the future if the system clock was set back.
    pub running: Option<Vacation>,
    /// The vacation left this year, in milliseconds, not counting the current one.
    pub left: i64,
}

/// A change of a schedule from now on; `None` leaves a field as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleUpdate {
    /// The name of a time zone.
    pub zone: Option<String>,
    /// The start and end of sleep, in minutes of the day; `Some(None)` removes it.
    pub sleep: Option<Option<(u16, u16)>>,
    /// Whether clocks are paused at weekends.
    pub weekend: Option<bool>,
}
