//! What people choose: settings, how they live, vacations.

use super::calendar::{Habit, Sleep, known_zone};
use super::control::{DAY_MS, Span};
use super::desk::{Desk, DeskError, TRIES};
use super::ids::{Millis, PlayerId};
use super::keep::{Departure, KeepError};
use super::settings::Settings;
use super::vacation::{self, Vacation};

/// So often within [`HABIT_DAYS`] somebody may say that they live otherwise: nobody moves the night to where it stops the
/// clock.
pub const HABIT_CHANGES: usize = 3;
/// See [`HABIT_CHANGES`].
pub const HABIT_DAYS: i64 = 7;

/// Why something cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CustomError {
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
pub struct Leave {
    /// The vacation that goes on. After the clock was set back it may begin later than now.
    pub going: Option<Vacation>,
    /// What is left of this year's, in milliseconds, besides the one that goes on.
    pub left: i64,
}

/// How somebody wants to live from now on; what is not said stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The name of a time zone.
    pub zone: Option<String>,
    /// From when until when they sleep, in minutes of the day; no sleep with `Some(None)`.
    pub sleep: Option<Option<(u16, u16)>>,
    /// Whether clocks stand still at weekends.
    pub weekend: Option<bool>,
}

impl Desk {
    /// What somebody has chosen.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn settings(&self, player: PlayerId) -> Result<Settings, DeskError> {
        Ok(self.keep().settings(player).await?)
    }

    /// Changes what somebody has chosen, and returns it. `change` is done again when another change was faster.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn choose(&self, player: PlayerId, change: impl Fn(&mut Settings)) -> Result<Settings, DeskError> {
        for _ in 0..TRIES {
            let before = self.settings(player).await?;
            let mut after = before.clone();
            change(&mut after);
            let now = self.now();
            match self.keep().keep_settings(player, (&before, &after), after.next_digest(now), now).await {
                Ok(()) => {
                    self.wake();
                    return Ok(after);
                }
                Err(KeepError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(KeepError::Conflict.into())
    }

    /// How somebody lives, as far as clocks are concerned.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn habit(&self, player: PlayerId) -> Result<Habit, DeskError> {
        let habits = self.keep().habits(player).await?;
        let none = || Habit { from_at: Millis(0), zone: "UTC".to_owned(), sleep: None, weekend: false };
        Ok(habits.into_iter().next_back().unwrap_or_else(none))
    }

    /// Somebody lives otherwise from now on.
    ///
    /// # Errors
    /// [`CustomError::NoZone`], [`CustomError::NoHours`], [`CustomError::TooLong`], [`CustomError::TooOften`].
    pub async fn live(&self, player: PlayerId, wish: &Wish) -> Result<Habit, DeskError> {
        let now = self.now();
        let before = self.habit(player).await?;
        let mut habit = Habit { from_at: now, ..before.clone() };
        if let Some(name) = &wish.zone {
            (habit.zone, _) = known_zone(name).ok_or(CustomError::NoZone)?;
        }
        if let Some(sleep) = wish.sleep {
            habit.sleep = match sleep {
                None => None,
                Some((from, until)) if from.max(until) >= super::calendar::DAY_MINUTES || from == until => {
                    return Err(CustomError::NoHours.into());
                }
                Some((from, until)) => Some(Sleep::new(from, until).ok_or(CustomError::TooLong)?),
            };
        }
        habit.weekend = wish.weekend.unwrap_or(habit.weekend);
        let stays = (&habit.sleep, habit.weekend) == (&before.sleep, before.weekend) && habit.zone == before.zone;
        if !stays {
            self.check_change(player, &before, now).await?;
            self.keep().add_habit(player, &habit).await?;
        }
        // Quiet hours and digests go by the same clock.
        let zone = habit.zone.clone();
        self.choose(player, |settings| settings.zone.clone_from(&zone)).await?;
        Ok(habit)
    }

    /// Whether somebody may change again how they live. As long as nothing stops a clock, nothing is to be gained.
    async fn check_change(&self, player: PlayerId, before: &Habit, now: Millis) -> Result<(), DeskError> {
        if !before.stops_clocks() {
            return Ok(());
        }
        let recent = now.plus(-HABIT_DAYS * DAY_MS);
        let mut changes: Vec<Millis> = self.keep().habits(player).await?.iter().map(|habit| habit.from_at).collect();
        changes.retain(|at| *at > recent);
        match changes.len().checked_sub(HABIT_CHANGES) {
            Some(first) => Err(CustomError::TooOften(changes[first].plus(HABIT_DAYS * DAY_MS)).into()),
            None => Ok(()),
        }
    }

    /// How much vacation somebody has.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn leave(&self, player: PlayerId) -> Result<Leave, DeskError> {
        let now = self.now();
        let year = vacation::year(now);
        let taken = self.keep().vacations(player, year.from).await?;
        let ended = self.keep().count_ended(player, year).await?;
        let going = taken.iter().find(|vacation| vacation.span.until > now).copied();
        Ok(Leave { going, left: vacation::left(now, &taken, ended) })
    }

    /// Begins a vacation of so many days, or of all that are left.
    ///
    /// # Errors
    /// [`CustomError::OnVacation`], [`CustomError::NoVacation`].
    pub async fn depart(&self, player: PlayerId, days: Option<u16>) -> Result<Vacation, DeskError> {
        let now = self.now();
        let leave = self.leave(player).await?;
        if leave.going.is_some() {
            return Err(CustomError::OnVacation.into());
        }
        let length = leave.left.min(days.map_or(i64::MAX, |days| i64::from(days) * DAY_MS));
        if length <= 0 {
            return Err(CustomError::NoVacation.into());
        }
        let vacation = Vacation { span: Span { from: now, until: now.plus(length) }, saved: false };
        self.keep().depart(&Departure { player, vacation, posts: Vec::new() }).await?;
        self.wake();
        Ok(vacation)
    }

    /// Ends a vacation. What is left of it is not lost.
    ///
    /// # Errors
    /// [`CustomError::NotOnVacation`].
    pub async fn come_back(&self, player: PlayerId) -> Result<(), DeskError> {
        self.leave(player).await?.going.ok_or(CustomError::NotOnVacation)?;
        self.keep().come_back(player, self.now()).await?;
        self.wake();
        Ok(())
    }
}
