//! What people choose: settings, how they live, vacations.

use crate::service::ids::Millis;
use crate::service::time::vacation::Vacation;

/// So often within [`HABIT_DAYS`] somebody may say that they live otherwise: nobody moves the night to where it stops the
/// clock.
pub const SCHEDULE_CHANGES_MAX: usize = 3;
/// See [`HABIT_CHANGES`].
pub const SCHEDULE_CHANGES_DAYS: i64 = 7;

/// Why something cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PreferenceError {
    /// There is no such time zone.
    #[error("there is no such time zone")]
    NoZone,
    /// These are no hours of a day.
    #[error("these are no hours of a day")]
    NoHours,
    /// Nobody sleeps so long.
    #[error("the night is too long")]
    TooLong,
    /// It was changed too often; it can be changed again then.
    #[error("it was changed too often")]
    TooOften(Millis),
    /// No vacation is left this year.
    #[error("no vacation is left")]
    NoVacation,
    /// A vacation goes on already.
    #[error("a vacation goes on already")]
    OnVacation,
    /// No vacation goes on.
    #[error("no vacation goes on")]
    NotOnVacation,
}

/// How much vacation somebody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VacationBalance {
    /// The vacation that goes on. After the clock was set back it may begin later than now.
    pub going: Option<Vacation>,
    /// What is left of this year's, in milliseconds, besides the one that goes on.
    pub left: i64,
}

/// How somebody wants to live from now on; what is not said stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScheduleUpdate {
    /// The name of a time zone.
    pub zone: Option<String>,
    /// From when until when they sleep, in minutes of the day; no sleep with `Some(None)`.
    pub sleep: Option<Option<(u16, u16)>>,
    /// Whether clocks stand still at weekends.
    pub weekend: Option<bool>,
}
