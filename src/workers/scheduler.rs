//! The scheduler: runs the due checks of clocks, reminders and digests, and records the heartbeat.

use crate::metrics::record;
use crate::service::change_set::VacationStart;
use crate::service::claimant::Claimant;
use crate::service::game_service::GameService;
use crate::service::game_service::heartbeat::HEARTBEAT_MS;
use crate::service::ids::{MatchId, Millis, PlaceId, PlayerId};
use crate::service::matches::notifications::ClockEvent;
use crate::service::outbox::post::Post;
use crate::service::service_error::ServiceError;
use crate::service::storage_error::StorageError;
use crate::service::time::control::Span;
use crate::service::time::vacation::Vacation;
use crate::service::{CheckOutcome, DueCheck, ScheduledCheck};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// The maximum number of checks per claim.
const BATCH_MAX: u32 = 100;
/// The delay before a failed check is retried, in milliseconds.
const RETRY_MS: i64 = 60 * 1000;

/// The scheduler. Cheap to clone.
#[derive(Clone)]
pub struct Scheduler {
    service: GameService,
    claimant: Claimant,
}

impl Scheduler {
    /// A scheduler for this game service.
    pub fn new(service: GameService) -> Self {
        Scheduler { service, claimant: Claimant::new() }
    }

    /// Runs until `stop` is cancelled.
    pub async fn run(&self, stop: CancellationToken) {
        let mut changed = self.service.schedule_changed().subscribe();
        while !stop.is_cancelled() {
            let next = match self.tick().await {
                Ok(next) => next,
                Err(error) => {
                    tracing::error!(%error, "could not claim the due checks");
                    None
                }
            };
            let now = self.service.now();
            let wait = next.map_or(HEARTBEAT_MS, |next| (next.0 - now.0).clamp(0, HEARTBEAT_MS));
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(wait.unsigned_abs())) => {}
                _ = changed.changed() => {}
                () = stop.cancelled() => {}
            }
        }
    }

    /// Runs all due checks, and returns when the next one becomes due or a lease ends.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn tick(&self) -> Result<Option<Millis>, ServiceError> {
        loop {
            let now = self.service.heartbeat().await?;
            let (batch, next) = self.service.work().claim_checks(self.claimant.lease(now), now, BATCH_MAX).await?;
            if batch.is_empty() {
                return Ok(next);
            }
            for due in batch {
                let scheduler = self.clone();
                // A separate task, so that a panic in one check does not stop the others.
                let result = AbortOnDropHandle::new(tokio::spawn(async move { scheduler.run_check(due, now).await }));
                let result = result.await;
                let delay = due.due_at.until(self.service.now());
                record::check(if matches!(result, Ok(Ok(()))) { "done" } else { "postponed" }, delay);
                let why = match result {
                    Ok(Ok(())) => continue,
                    // The lease is lost, or the concurrent change has rescheduled the check, and postponing it does
                    // nothing. If not, an immediate retry could loop forever.
                    Ok(Err(ServiceError::Storage(StorageError::Conflict))) => None,
                    Ok(Err(error)) => Some(error.to_string()),
                    // The log has the place of the panic.
                    Err(_) => Some("the check panicked".to_owned()),
                };
                if let Some(why) = why {
                    // User ids are not logged, so a digest is logged without its player.
                    let game = due.check.match_id().map(|id| id.0);
                    tracing::error!(game, why, "a scheduled check failed and is postponed");
                }
                self.postpone(due).await?;
            }
        }
    }

    /// Reschedules a check that failed.
    async fn postpone(&self, due: DueCheck) -> Result<(), ServiceError> {
        let next = Some(self.service.now().plus(RETRY_MS));
        let outcome = CheckOutcome { due, next, flag_at: None, posts: Vec::new() };
        match self.service.work().finish_check(&outcome).await {
            // It has been rescheduled meanwhile.
            Ok(()) | Err(StorageError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Runs a check that was claimed at this instant.
    async fn run_check(&self, due: DueCheck, claimed_at: Millis) -> Result<(), ServiceError> {
        if due.lease.has_ended(self.service.now()) {
            // The checks before it took long. It is due again.
            return Ok(());
        }
        match due.check {
            ScheduledCheck::Match(id) => self.check_match(id, due, claimed_at).await,
            ScheduledCheck::Digest(player) => self.check_digest(player, due).await,
            ScheduledCheck::Daily(place) => self.check_daily(place, due, claimed_at).await,
        }
    }

    /// Applies the clock event of a match that is due, or reschedules the check for the next one. `now` is the instant of
    /// the heartbeat: if the clock leaps ahead after it, no time is over that was not over then.
    async fn check_match(&self, id: MatchId, due: DueCheck, now: Millis) -> Result<(), ServiceError> {
        let found = self.service.find(id).await?;
        let mut vacation_left = true;
        loop {
            let event = found.next_event(vacation_left);
            let Some((_, event)) = event.filter(|(at, _)| *at <= now) else {
                let (next, flag_at) = (event.map(|(at, _)| at), found.flag_at());
                let outcome = CheckOutcome { due, next, flag_at, posts: Vec::new() };
                return Ok(self.service.work().finish_check(&outcome).await?);
            };
            let mut after = found.clone();
            let events = match event {
                ClockEvent::Reminder(percent) => after.remind(percent),
                ClockEvent::Flag => after.run_out_of_time(),
                ClockEvent::AutomaticVacation => {
                    let Some((_, person)) = found.running_clock() else { return Ok(()) };
                    if self.start_automatic_vacation(id, person, now).await? {
                        return Ok(());
                    }
                    vacation_left = false;
                    continue;
                }
            };
            self.service.change(&found, after, &events, None, false).await?;
            return Ok(());
        }
    }

    /// Starts a vacation of a player whose clock in a match has nearly expired. Returns false if the player has none
    /// left or is already on vacation.
    async fn start_automatic_vacation(
        &self,
        match_id: MatchId,
        person: PlayerId,
        now: Millis,
    ) -> Result<bool, ServiceError> {
        let balance = self.service.vacation_balance(person).await?;
        if balance.left <= 0 || balance.running.is_some() {
            return Ok(false);
        }
        let until = now.plus(balance.left);
        let vacation = Vacation { span: Span { from: now, until }, automatic: true };
        let posts = vec![Post::AutomaticVacation { match_id, person, until }];
        self.service.start_vacation_with(VacationStart { player: person, vacation, posts }).await?;
        Ok(true)
    }

    /// Opens the board of the day of a channel, unless it has been opened or there is none; then only the next check is
    /// planned.
    async fn check_daily(&self, place: PlaceId, due: DueCheck, now: Millis) -> Result<(), ServiceError> {
        if let Some(next) = self.service.open_daily_board(place, now).await? {
            let outcome = CheckOutcome { due, next: next.at, flag_at: None, posts: Vec::new() };
            self.service.work().finish_check(&outcome).await?;
        }
        Ok(())
    }

    /// Sends a player's digest if one of their matches waits for them, and schedules the next one.
    async fn check_digest(&self, player: PlayerId, due: DueCheck) -> Result<(), ServiceError> {
        let settings = self.service.preferences(player).await?;
        let next = settings.next_digest(self.service.now());
        let (running, _) = self.service.running(player, u32::MAX).await?;
        let waits = next.is_some() && running.iter().any(crate::service::RunningMatch::waits_for_player);
        let posts = waits.then_some(Post::Digest { person: player }).into_iter().collect();
        let outcome = CheckOutcome { due, next, flag_at: None, posts };
        self.service.work().finish_check(&outcome).await?;
        self.service.notify_workers();
        Ok(())
    }
}
