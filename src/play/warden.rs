//! Who watches the time: deadlines, reminders, digests, and whether the program was there.

use super::attention::Event;
use super::control::Span;
use super::desk::{Desk, DeskError};
use super::ids::{MatchId, Millis, PlayerId};
use super::keep::{Alarm, Departure, KeepError, Watched};
use super::post::Post;
use super::vacation::Vacation;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

/// So often the program keeps that it is there, in milliseconds.
pub const BEAT_MS: i64 = 60 * 1000;
/// When nothing was kept for so long, the program was not there, in milliseconds. A clock that leaps, or a machine that
/// sleeps, looks the same and is the same.
pub const OUTAGE_MS: i64 = 5 * BEAT_MS;
/// How many alarms are looked up at a time.
const AT_A_TIME: u32 = 100;
/// What could not be done is tried again after this, in milliseconds.
const AGAIN_MS: i64 = 60 * 1000;

/// The worker that watches the time. Cheap to clone.
#[derive(Clone)]
pub struct Warden {
    desk: Desk,
}

impl Desk {
    /// Keeps that the program is there, once in a while; when it was not, that is kept and said, and the clocks stood
    /// still. Whatever depends on the time comes after this.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn beat(&self) -> Result<(), DeskError> {
        let now = self.now();
        let since = now.0.saturating_sub(self.last_beat().0);
        if (0..BEAT_MS).contains(&since) {
            return Ok(());
        }
        match self.keep().pulse().await? {
            Some(last) if now.0 - last.0 >= OUTAGE_MS => {
                match self.keep().add_outage(Span { from: last, until: now }).await {
                    Ok(()) => {
                        tracing::warn!(
                            from = last.0,
                            until = now.0,
                            "the program was not there; the clocks stood still"
                        );
                        self.wake();
                    }
                    // Another request has recorded and announced it.
                    Err(KeepError::Conflict) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            _ => self.keep().keep_pulse(now).await?,
        }
        self.set_last_beat(now);
        Ok(())
    }
}

impl Warden {
    /// A warden for this desk.
    pub fn new(desk: Desk) -> Self {
        Warden { desk }
    }

    /// Watches until it is told to stop.
    pub async fn run(&self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            let next = match self.watch().await {
                Ok(next) => next,
                Err(error) => {
                    tracing::error!(%error, "alarms could not be looked up");
                    None
                }
            };
            let now = self.desk.now();
            let wait = next.map_or(BEAT_MS, |next| (next.0 - now.0).clamp(0, BEAT_MS));
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(wait.unsigned_abs())) => {}
                () = self.desk.alarmed().notified() => {}
                () = stop.cancelled() => {}
            }
        }
    }

    /// Does all that is due, and returns when something will be.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn watch(&self) -> Result<Option<Millis>, DeskError> {
        loop {
            self.desk.beat().await?;
            let (due, next) = self.desk.keep().due_alarms(self.desk.now(), AT_A_TIME).await?;
            if due.is_empty() {
                return Ok(next);
            }
            for (alarm, seen) in due {
                let warden = self.clone();
                // A task of its own, so that a panic over one alarm is not the end of all others.
                let answered = AbortOnDropHandle::new(tokio::spawn(async move { warden.answer(alarm, seen).await }));
                let why = match answered.await {
                    Ok(Ok(())) => continue,
                    // The other change has set the alarm anew, and then this one sets nothing. Where it has not, looking
                    // again at once could go on for ever.
                    Ok(Err(DeskError::Keep(KeepError::Conflict))) => None,
                    Ok(Err(error)) => Some(error.to_string()),
                    // What the panic said is on standard error.
                    Err(_) => Some("a defect in the program".to_owned()),
                };
                if let Some(why) = why {
                    // A digest is a person's, whose number is not for the log.
                    let game = match alarm {
                        Alarm::Match(id) => Some(id.0),
                        Alarm::Digest(_) => None,
                    };
                    tracing::error!(game, why, "an alarm is put off");
                }
                self.put_off(alarm, seen).await?;
            }
        }
    }

    /// Looks at an alarm again later.
    async fn put_off(&self, alarm: Alarm, seen: Millis) -> Result<(), DeskError> {
        let next = Some(self.desk.now().plus(AGAIN_MS));
        let watched = Watched { alarm, seen, next, flag_at: None, posts: Vec::new() };
        match self.desk.keep().set_alarm(&watched).await {
            // It has been set anew in the meantime.
            Ok(()) | Err(KeepError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Does what an alarm is for.
    async fn answer(&self, alarm: Alarm, seen: Millis) -> Result<(), DeskError> {
        match alarm {
            Alarm::Match(id) => self.look(id, seen).await,
            Alarm::Digest(player) => self.digest(player, seen).await,
        }
    }

    /// Does what is due in a match, or finds when something will be.
    async fn look(&self, id: MatchId, seen: Millis) -> Result<(), DeskError> {
        let found = self.desk.find(id).await?;
        let now = self.desk.now();
        let mut rescuable = true;
        loop {
            let event = found.next_event(rescuable);
            let Some((_, event)) = event.filter(|(at, _)| *at <= now) else {
                let (next, flag_at) = (event.map(|(at, _)| at), found.flag_at());
                let watched = Watched { alarm: Alarm::Match(id), seen, next, flag_at, posts: Vec::new() };
                return Ok(self.desk.keep().set_alarm(&watched).await?);
            };
            let mut after = found.clone();
            let posts = match event {
                Event::Reminder(percent) => after.remind(percent, now),
                Event::Flag => after.run_out(now),
                Event::Rescue => {
                    let Some((_, person)) = found.ticking() else { return Ok(()) };
                    if self.rescue(id, person, now).await? {
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
    async fn rescue(&self, game: MatchId, person: PlayerId, now: Millis) -> Result<bool, DeskError> {
        let leave = self.desk.leave(person).await?;
        if leave.left <= 0 || leave.going.is_some() {
            return Ok(false);
        }
        let until = now.plus(leave.left);
        let vacation = Vacation { span: Span { from: now, until }, saved: true };
        let posts = vec![Post::Rescue { game, person, until }];
        self.desk.keep().depart(&Departure { player: person, vacation, posts }).await?;
        self.desk.wake();
        Ok(true)
    }

    /// Has a person told about all their games, if one of them waits for them.
    async fn digest(&self, player: PlayerId, seen: Millis) -> Result<(), DeskError> {
        let settings = self.desk.settings(player).await?;
        let next = settings.next_digest(self.desk.now());
        let (running, _) = self.desk.running(player, u32::MAX).await?;
        let waits = next.is_some() && running.iter().any(super::Listed::is_mine);
        let posts = waits.then_some(Post::Digest { person: player }).into_iter().collect();
        let watched = Watched { alarm: Alarm::Digest(player), seen, next, flag_at: None, posts };
        self.desk.keep().set_alarm(&watched).await?;
        self.desk.wake();
        Ok(())
    }
}
