//! What people choose: settings, how they live, vacations.

use super::preferences::Preferences;
use crate::service::game_service::{ATTEMPTS_MAX, GameService, ServiceError};
use crate::service::ids::{Millis, PlayerId};
use crate::service::storage::{StorageError, VacationStart};
use crate::service::time::calendar::{Schedule, Sleep, known_zone};
use crate::service::time::control::{DAY_MS, Span};
use crate::service::time::vacation::{self, Vacation};

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

impl GameService {
    /// What somebody has chosen.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn preferences(&self, player: PlayerId) -> Result<Preferences, ServiceError> {
        Ok(self.storage().preferences(player).await?)
    }

    /// Changes what somebody has chosen, and returns it. `change` is done again when another change was faster.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn update_preferences(
        &self,
        player: PlayerId,
        change: impl Fn(&mut Preferences),
    ) -> Result<Preferences, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let before = self.preferences(player).await?;
            let mut after = before.clone();
            change(&mut after);
            let now = self.now();
            match self.storage().update_preferences(player, (&before, &after), after.next_digest(now), now).await {
                Ok(()) => {
                    self.notify_workers();
                    return Ok(after);
                }
                Err(StorageError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StorageError::Conflict.into())
    }

    /// How somebody lives, as far as clocks are concerned.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn schedule(&self, player: PlayerId) -> Result<Schedule, ServiceError> {
        let habits = self.storage().schedules(player).await?;
        let none = || Schedule { from_at: Millis(0), zone: "UTC".to_owned(), sleep: None, weekend: false };
        Ok(habits.into_iter().next_back().unwrap_or_else(none))
    }

    /// Somebody lives otherwise from now on.
    ///
    /// # Errors
    /// [`CustomError::NoZone`], [`CustomError::NoHours`], [`CustomError::TooLong`], [`CustomError::TooOften`].
    pub async fn set_schedule(&self, player: PlayerId, wish: &ScheduleUpdate) -> Result<Schedule, ServiceError> {
        let now = self.now();
        let before = self.schedule(player).await?;
        let mut habit = Schedule { from_at: now, ..before.clone() };
        if let Some(name) = &wish.zone {
            (habit.zone, _) = known_zone(name).ok_or(PreferenceError::NoZone)?;
        }
        if let Some(sleep) = wish.sleep {
            habit.sleep = match sleep {
                None => None,
                Some((from, until))
                    if from.max(until) >= crate::service::time::calendar::DAY_MINUTES || from == until =>
                {
                    return Err(PreferenceError::NoHours.into());
                }
                Some((from, until)) => Some(Sleep::new(from, until).ok_or(PreferenceError::TooLong)?),
            };
        }
        habit.weekend = wish.weekend.unwrap_or(habit.weekend);
        let stays = (&habit.sleep, habit.weekend) == (&before.sleep, before.weekend) && habit.zone == before.zone;
        if !stays {
            self.check_change(player, &before, now).await?;
            self.storage().add_schedule(player, &habit).await?;
        }
        // Quiet hours and digests go by the same clock.
        let zone = habit.zone.clone();
        self.update_preferences(player, |settings| settings.zone.clone_from(&zone)).await?;
        Ok(habit)
    }

    /// Whether somebody may change again how they live. As long as nothing stops a clock, nothing is to be gained.
    async fn check_change(&self, player: PlayerId, before: &Schedule, now: Millis) -> Result<(), ServiceError> {
        if !before.stops_clocks() {
            return Ok(());
        }
        let recent = now.plus(-SCHEDULE_CHANGES_DAYS * DAY_MS);
        let mut changes: Vec<Millis> =
            self.storage().schedules(player).await?.iter().map(|habit| habit.from_at).collect();
        changes.retain(|at| *at > recent);
        match changes.len().checked_sub(SCHEDULE_CHANGES_MAX) {
            Some(first) => Err(PreferenceError::TooOften(changes[first].plus(SCHEDULE_CHANGES_DAYS * DAY_MS)).into()),
            None => Ok(()),
        }
    }

    /// How much vacation somebody has.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn vacation_balance(&self, player: PlayerId) -> Result<VacationBalance, ServiceError> {
        let now = self.now();
        let year = vacation::year(now);
        let taken = self.storage().vacations(player, year.from).await?;
        let ended = self.storage().count_ended(player, year).await?;
        let going = taken.iter().find(|vacation| vacation.span.until > now).copied();
        Ok(VacationBalance { going, left: vacation::left(now, &taken, ended) })
    }

    /// Begins a vacation of so many days, or of all that are left.
    ///
    /// # Errors
    /// [`CustomError::OnVacation`], [`CustomError::NoVacation`].
    pub async fn start_vacation(&self, player: PlayerId, days: Option<u16>) -> Result<Vacation, ServiceError> {
        let now = self.now();
        let leave = self.vacation_balance(player).await?;
        if leave.going.is_some() {
            return Err(PreferenceError::OnVacation.into());
        }
        let length = leave.left.min(days.map_or(i64::MAX, |days| i64::from(days) * DAY_MS));
        if length <= 0 {
            return Err(PreferenceError::NoVacation.into());
        }
        let vacation = Vacation { span: Span { from: now, until: now.plus(length) }, saved: false };
        self.storage().start_vacation(&VacationStart { player, vacation, posts: Vec::new() }).await?;
        self.notify_workers();
        Ok(vacation)
    }

    /// Ends a vacation. What is left of it is not lost.
    ///
    /// # Errors
    /// [`CustomError::NotOnVacation`].
    pub async fn end_vacation(&self, player: PlayerId) -> Result<(), ServiceError> {
        self.vacation_balance(player).await?.going.ok_or(PreferenceError::NotOnVacation)?;
        self.storage().end_vacation(player, self.now()).await?;
        self.notify_workers();
        Ok(())
    }
}
