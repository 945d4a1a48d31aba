//! Who watches the time: deadlines, reminders, digests, and whether the program was there.

use crate::service::game_service::GameService;
use crate::service::game_service::heartbeat::HEARTBEAT_MS;
use crate::service::ids::{MatchId, Millis, PlayerId};
use crate::service::matches::notifications::ClockEvent;
use crate::service::outbox::post::Post;
use crate::service::service_error::ServiceError;
use crate::service::storage::{CheckOutcome, ScheduledCheck, VacationStart};
use crate::service::storage_error::StorageError;
use crate::service::time::control::Span;
use crate::service::time::vacation::Vacation;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// How many alarms are looked up at a time.
const BATCH_MAX: u32 = 100;
/// What could not be done is tried again after this, in milliseconds.
const RETRY_MS: i64 = 60 * 1000;

/// The worker that watches the time. Cheap to clone.
#[derive(Clone)]
pub struct Scheduler {
    desk: GameService,
}

impl Scheduler {
    /// A warden for this desk.
    pub fn new(desk: GameService) -> Self {
        Scheduler { desk }
    }

    /// Watches until it is told to stop.
    pub async fn run(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let next = match self.tick().await {
                Ok(next) => next,
                Err(error) => {
                    tracing::error!(%error, "alarms could not be looked up");
                    None
                }
            };
            let now = self.desk.now();
            let wait = next.map_or(HEARTBEAT_MS, |next| (next.0 - now.0).clamp(0, HEARTBEAT_MS));
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(wait.unsigned_abs())) => {}
                () = self.desk.schedule_changed().notified() => {}
                () = stop.cancelled() => {}
            }
        }
    }

    /// Does all that is due, and returns when something will be.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn tick(&self) -> Result<Option<Millis>, ServiceError> {
        loop {
            self.desk.heartbeat().await?;
            let (due, next) = self.desk.storage().due_checks(self.desk.now(), BATCH_MAX).await?;
            if due.is_empty() {
                return Ok(next);
            }
            for (alarm, seen) in due {
                let warden = self.clone();
                // A task of its own, so that a panic over one alarm is not the end of all others.
                let answered = AbortOnDropHandle::new(tokio::spawn(async move { warden.run_check(alarm, seen).await }));
                let why = match answered.await {
                    Ok(Ok(())) => continue,
                    // The other change has set the alarm anew, and then this one sets nothing. Where it has not, looking
                    // again at once could go on for ever.
                    Ok(Err(ServiceError::Storage(StorageError::Conflict))) => None,
                    Ok(Err(error)) => Some(error.to_string()),
                    // What the panic said is on standard error.
                    Err(_) => Some("a defect in the program".to_owned()),
                };
                if let Some(why) = why {
                    // A digest is a person's, whose number is not for the log.
                    let game = match alarm {
                        ScheduledCheck::Match(id) => Some(id.0),
                        ScheduledCheck::Digest(_) => None,
                    };
                    tracing::error!(game, why, "an alarm is put off");
                }
                self.postpone(alarm, seen).await?;
            }
        }
    }

    /// Looks at an alarm again later.
    async fn postpone(&self, alarm: ScheduledCheck, seen: Millis) -> Result<(), ServiceError> {
        let next = Some(self.desk.now().plus(RETRY_MS));
        let watched = CheckOutcome { check: alarm, seen, next, flag_at: None, posts: Vec::new() };
        match self.desk.storage().finish_check(&watched).await {
            // It has been set anew in the meantime.
            Ok(()) | Err(StorageError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Does what an alarm is for.
    async fn run_check(&self, alarm: ScheduledCheck, seen: Millis) -> Result<(), ServiceError> {
        match alarm {
            ScheduledCheck::Match(id) => self.check_match(id, seen).await,
            ScheduledCheck::Digest(player) => self.check_digest(player, seen).await,
        }
    }

    /// Does what is due in a match, or finds when something will be.
    async fn check_match(&self, id: MatchId, seen: Millis) -> Result<(), ServiceError> {
        let found = self.desk.find(id).await?;
        let now = self.desk.now();
        let mut rescuable = true;
        loop {
            let event = found.next_event(rescuable);
            let Some((_, event)) = event.filter(|(at, _)| *at <= now) else {
                let (next, flag_at) = (event.map(|(at, _)| at), found.flag_at());
                let watched = CheckOutcome { check: ScheduledCheck::Match(id), seen, next, flag_at, posts: Vec::new() };
                return Ok(self.desk.storage().finish_check(&watched).await?);
            };
            let mut after = found.clone();
            let posts = match event {
                ClockEvent::Reminder(percent) => after.remind(percent, now),
                ClockEvent::Flag => after.run_out_of_time(now),
                ClockEvent::AutomaticVacation => {
                    let Some((_, person)) = found.running_clock() else { return Ok(()) };
                    if self.start_automatic_vacation(id, person, now).await? {
                        return Ok(());
                    }
                    rescuable = false;
                    continue;
                }
            };
            self.desk.change(&found, after, posts, None, false).await?;
            return Ok(());
        }
    }

    /// Begins the vacation of somebody whose time in a match is nearly over; false when there is none left.
    async fn start_automatic_vacation(
        &self,
        game: MatchId,
        person: PlayerId,
        now: Millis,
    ) -> Result<bool, ServiceError> {
        let leave = self.desk.vacation_balance(person).await?;
        if leave.left <= 0 || leave.going.is_some() {
            return Ok(false);
        }
        let until = now.plus(leave.left);
        let vacation = Vacation { span: Span { from: now, until }, saved: true };
        let posts = vec![Post::Rescue { game, person, until }];
        self.desk.storage().start_vacation(&VacationStart { player: person, vacation, posts }).await?;
        self.desk.notify_workers();
        Ok(true)
    }

    /// Has a person told about all their games, if one of them waits for them.
    async fn check_digest(&self, player: PlayerId, seen: Millis) -> Result<(), ServiceError> {
        let settings = self.desk.preferences(player).await?;
        let next = settings.next_digest(self.desk.now());
        let (running, _) = self.desk.running(player, u32::MAX).await?;
        let waits = next.is_some() && running.iter().any(crate::service::RunningMatch::is_mine);
        let posts = waits.then_some(Post::Digest { person: player }).into_iter().collect();
        let watched = CheckOutcome { check: ScheduledCheck::Digest(player), seen, next, flag_at: None, posts };
        self.desk.storage().finish_check(&watched).await?;
        self.desk.notify_workers();
        Ok(())
    }
}
