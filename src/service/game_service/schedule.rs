//! Operations on preferences, schedules and vacations.

use crate::service::change_set::{Change, NewSchedule, PreferencesChange, VacationEnd, VacationStart};
use crate::service::game_service::{ATTEMPTS_MAX, GameService};
use crate::service::ids::{MatchId, Millis, PlayerId};
use crate::service::matches::notifications::RunningMatch;
use crate::service::outbox::post::Post;
use crate::service::people::preferences::Preferences;
use crate::service::people::schedule::{
    PreferenceError, SCHEDULE_CHANGES_DAYS, SCHEDULE_CHANGES_MAX, ScheduleUpdate, VacationBalance,
};
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;
use crate::service::time::calendar::{Schedule, Sleep, known_zone};
use crate::service::time::control::{DAY_MS, Span};
use crate::service::time::vacation::{self, Vacation};
use std::collections::{HashMap, HashSet};

impl GameService {
    /// The preferences of a player.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn preferences(&self, player: PlayerId) -> Result<Preferences, ServiceError> {
        Ok(self.storage().preferences(player).await?)
    }

    /// Changes the preferences of a player and returns them. `change` is called again after a conflict with a
    /// concurrent change.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn update_preferences(
        &self,
        player: PlayerId,
        change: impl Fn(&mut Preferences),
    ) -> Result<Preferences, ServiceError> {
        for _ in 0..ATTEMPTS_MAX {
            let (after, change) = self.changed_preferences(player, &change).await?;
            match self.apply(vec![change]).await {
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

    /// The changed preferences of a player, and the change that stores them.
    async fn changed_preferences(
        &self,
        player: PlayerId,
        change: impl Fn(&mut Preferences),
    ) -> Result<(Preferences, Change), ServiceError> {
        let before = self.preferences(player).await?;
        let mut after = before.clone();
        change(&mut after);
        let (now, digest_at) = (self.now(), after.next_digest(self.now()));
        let change = PreferencesChange { player, before, after: after.clone(), digest_at, now };
        Ok((after, Change::Preferences(Box::new(change))))
    }

    /// The current schedule of a player; UTC without sleep or weekends by default.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn schedule(&self, player: PlayerId) -> Result<Schedule, ServiceError> {
        let schedules = self.storage().schedules(player).await?;
        let utc = || Schedule { from_at: Millis(0), zone: "UTC".to_owned(), sleep: None, weekend: false };
        Ok(schedules.into_iter().next_back().unwrap_or_else(utc))
    }

    /// Changes the schedule of a player from now on, and the time zone of their preferences.
    ///
    /// # Errors
    /// [`PreferenceError::NoZone`], [`PreferenceError::NoHours`], [`PreferenceError::TooLong`],
    /// [`PreferenceError::TooOften`].
    pub async fn set_schedule(&self, player: PlayerId, update: &ScheduleUpdate) -> Result<Schedule, ServiceError> {
        let now = self.now();
        let before = self.schedule(player).await?;
        let mut after = Schedule { from_at: now, ..before.clone() };
        if let Some(name) = &update.zone {
            (after.zone, _) = known_zone(name).ok_or(PreferenceError::NoZone)?;
        }
        if let Some(sleep) = update.sleep {
            after.sleep = match sleep {
                None => None,
                Some((from, until))
                    if from.max(until) >= crate::service::time::calendar::DAY_MINUTES || from == until =>
                {
                    return Err(PreferenceError::NoHours.into());
                }
                Some((from, until)) => Some(Sleep::new(from, until).ok_or(PreferenceError::TooLong)?),
            };
        }
        after.weekend = update.weekend.unwrap_or(after.weekend);
        let unchanged = (&after.sleep, after.weekend) == (&before.sleep, before.weekend) && after.zone == before.zone;
        let mut changes = Vec::new();
        if !unchanged {
            self.check_change(player, &before, now).await?;
            changes.push(Change::Schedule(NewSchedule { player, schedule: after.clone() }));
        }
        for _ in 0..ATTEMPTS_MAX {
            // Quiet hours and digests use the same time zone.
            let (_, preferences) =
                self.changed_preferences(player, |chosen| chosen.zone.clone_from(&after.zone)).await?;
            match self.apply([changes.clone(), vec![preferences]].concat()).await {
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

    /// Whether a player may change their schedule again. A schedule that stops no clock may always be changed, as that
    /// gives no advantage.
    async fn check_change(&self, player: PlayerId, before: &Schedule, now: Millis) -> Result<(), ServiceError> {
        if !before.stops_clocks() {
            return Ok(());
        }
        let recent = now.plus(-SCHEDULE_CHANGES_DAYS * DAY_MS);
        let mut changes: Vec<Millis> =
            self.storage().schedules(player).await?.iter().map(|schedule| schedule.from_at).collect();
        changes.retain(|at| *at > recent);
        match changes.len().checked_sub(SCHEDULE_CHANGES_MAX) {
            Some(first) => Err(PreferenceError::TooOften(changes[first].plus(SCHEDULE_CHANGES_DAYS * DAY_MS)).into()),
            None => Ok(()),
        }
    }

    /// The vacation balance of a player.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn vacation_balance(&self, player: PlayerId) -> Result<VacationBalance, ServiceError> {
        let now = self.now();
        let year = vacation::year(now);
        let taken = self.storage().vacations(player, year.from).await?;
        let ended = self.storage().count_ended(player, year).await?;
        let running = taken.iter().find(|vacation| vacation.span.until > now).copied();
        Ok(VacationBalance { running, left: vacation::left(now, &taken, ended) })
    }

    /// Starts a vacation of `days` days, or of all remaining days if `None`.
    ///
    /// # Errors
    /// [`PreferenceError::OnVacation`], [`PreferenceError::NoVacation`].
    pub async fn start_vacation(&self, player: PlayerId, days: Option<u16>) -> Result<Vacation, ServiceError> {
        let now = self.now();
        let balance = self.vacation_balance(player).await?;
        if balance.running.is_some() {
            return Err(PreferenceError::OnVacation.into());
        }
        let length = balance.left.min(days.map_or(i64::MAX, |days| i64::from(days) * DAY_MS));
        if length <= 0 {
            return Err(PreferenceError::NoVacation.into());
        }
        let vacation = Vacation { span: Span { from: now, until: now.plus(length) }, automatic: false };
        self.start_vacation_with(VacationStart { player, vacation, posts: Vec::new() }).await?;
        Ok(vacation)
    }

    /// Starts a vacation, and stores its posts and those that tell the opponents.
    pub(crate) async fn start_vacation_with(&self, mut start: VacationStart) -> Result<(), ServiceError> {
        // In the other matches, the next board says it.
        let (running, _) = self.running(start.player, u32::MAX).await?;
        let paused = running.iter().filter(|listed| {
            let is_own_time = listed.turn == Some(listed.seat) && listed.flag_at.is_some();
            is_own_time && listed.pauses.vacation && listed.opponent.person().is_some()
        });
        start.posts.extend(paused.map(|listed| Post::Vacation { match_id: listed.id, ply: listed.plies }));
        self.apply(vec![Change::StartVacation(start)]).await?;
        self.notify_workers();
        Ok(())
    }

    /// Which of these running matches of a player have a clock that is paused now.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn paused(&self, player: PlayerId, running: &[RunningMatch]) -> Result<Vec<MatchId>, ServiceError> {
        let on_turn = |listed: &RunningMatch| match listed.turn == Some(listed.seat) {
            true => Some(player),
            false => listed.opponent.person(),
        };
        let now = self.now();
        let timed: Vec<_> = running.iter().filter(|listed| listed.flag_at.is_some()).collect();
        let people: HashSet<_> = timed.iter().filter_map(|listed| on_turn(listed)).collect();
        let mut calendars = HashMap::new();
        for person in people {
            let [(_, calendar), _] = self.storage().preferences_and_calendars([Some(person), None], now).await?;
            calendars.insert(person, calendar);
        }
        let is_paused = |listed: &&RunningMatch| {
            let calendar = on_turn(listed).and_then(|person| calendars.get(&person));
            calendar.is_some_and(|calendar| calendar.is_stopped(listed.pauses, now))
        };
        Ok(timed.into_iter().filter(is_paused).map(|listed| listed.id).collect())
    }

    /// Ends the player's vacation. The unused part is not lost.
    ///
    /// # Errors
    /// [`PreferenceError::NotOnVacation`].
    pub async fn end_vacation(&self, player: PlayerId) -> Result<(), ServiceError> {
        self.vacation_balance(player).await?.running.ok_or(PreferenceError::NotOnVacation)?;
        self.apply(vec![Change::EndVacation(VacationEnd { player, at: self.now() })]).await?;
        self.notify_workers();
        Ok(())
    }
}
