//! Clock events of a match, and the notifications of its players.

use super::events::MatchEvent;
use super::status::Status;
use crate::rules::{Outcome, Seat};
use crate::service::ids::{MatchId, Millis, PlayerId};
use crate::service::matches::state::Match;
use crate::service::outbox::delivery_mode::DeliveryMode;
use crate::service::outbox::post::Post;
use crate::service::people::preferences::Pings;
use crate::service::time::calendar::Pause;
use crate::service::time::clock::Clocks;
use crate::service::time::control::{DAY_MS, HOUR_MS, Pauses};

/// The remaining time at which an automatic vacation begins, in milliseconds, so that the player has some time left
/// after it.
pub const AUTOMATIC_VACATION_MS: i64 = HOUR_MS;

/// A match in which a clock expires before this many plies were played is aborted instead of lost.
pub const ABORTED_BEFORE: usize = 2;

/// An event of the running clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockEvent {
    /// Reminds the player to move, at this percentage of the time for the turn.
    Reminder(u8),
    /// Starts a vacation of the player to move, if any is left.
    AutomaticVacation,
    /// The clock of the player to move has expired.
    Flag,
}

impl Match {
    /// The seat and player whose clock is running: the player to move in a match with clocks, unless it is the engine.
    pub fn running_clock(&self) -> Option<(Seat, PlayerId)> {
        let seat = self.to_move().filter(|_| self.clocks.runs())?;
        Some((seat, self.player(seat).person()?))
    }

    /// The remaining time of a seat, in milliseconds; `None` without clocks and for the engine.
    pub fn left(&self, seat: Seat, now: Millis) -> Option<i64> {
        if !self.clocks.runs() || self.player(seat).person().is_none() {
            return None;
        }
        let is_running = self.running_clock().is_some_and(|(running, _)| running == seat);
        let Clocks { left, .. } = self.clocks;
        Some(if is_running { self.clocks.left(seat, &self.calendars[seat.index()], now) } else { left[seat.index()] })
    }

    /// When the running clock will expire.
    pub fn flag_at(&self) -> Option<Millis> {
        self.running_clock().map(|(seat, _)| self.clocks.flag_at(seat, &self.calendars[seat.index()]))
    }

    /// Whether the clock of the player to move is paused.
    pub fn is_paused(&self, now: Millis) -> bool {
        self.running_clock().is_some_and(|(seat, _)| self.calendars[seat.index()].is_stopped(self.clocks.pauses, now))
    }

    /// The pause of the running clock, and the seat whose clock it is; `None` if it is not paused.
    pub fn pause(&self, now: Millis) -> Option<(Seat, Pause)> {
        let (seat, _) = self.running_clock()?;
        Some((seat, self.calendars[seat.index()].pause_at(self.clocks.pauses, now)?))
    }

    /// The next clock event and its time. Whether vacation is left for an automatic vacation is known only when that
    /// event is due; call with `vacation_left` false if none is left.
    pub fn next_event(&self, vacation_left: bool) -> Option<(Millis, ClockEvent)> {
        let (seat, _) = self.running_clock()?;
        let (calendar, preferences) = (&self.calendars[seat.index()], &self.preferences[seat.index()]);
        let Clocks { left, since, reminded, pauses, .. } = self.clocks;
        let total = left[seat.index()];
        let reminder = preferences.next_reminder(reminded).filter(|_| !self.muted[seat.index()]).map(|percent| {
            let left = total / 100 * i64::from(percent);
            (self.clocks.left_at(seat, calendar, left), ClockEvent::Reminder(percent))
        });
        // At most one automatic vacation per turn: a player who ends it wants to play.
        let had_automatic_vacation =
            calendar.vacations.iter().any(|vacation| vacation.automatic && vacation.span.until > since);
        let automatic_vacation = (vacation_left
            && preferences.automatic_vacation
            && pauses.vacation
            && !had_automatic_vacation
            && self.ply() >= ABORTED_BEFORE)
            .then(|| {
                (self.clocks.left_at(seat, calendar, AUTOMATIC_VACATION_MS.min(total)), ClockEvent::AutomaticVacation)
            });
        let flag = (self.clocks.flag_at(seat, calendar), ClockEvent::Flag);
        // Among simultaneous events the less drastic one comes first.
        [reminder, automatic_vacation, Some(flag)].into_iter().flatten().min_by_key(|(at, _)| *at)
    }

    /// Reminds the player to move.
    pub(crate) fn remind(&mut self, percent: u8) -> Vec<MatchEvent> {
        if self.running_clock().is_none() {
            return Vec::new();
        }
        self.clocks.reminded = percent;
        vec![MatchEvent::Reminded(percent)]
    }

    /// The reminder of the player to move; `None` if the player wants no notifications.
    pub(in crate::service) fn reminder(&self, now: Millis) -> Option<Post> {
        let (seat, person) = self.running_clock()?;
        let flag_at = self.flag_at();
        let (direct, at) = self.notification_channel(seat, now)?;
        // Quiet hours do not postpone a reminder past the end of the time.
        let at = if flag_at.is_some_and(|flag| at >= flag) { now } else { at };
        Some(Post::Reminder { match_id: self.id, ply: self.ply(), person, direct, at })
    }

    /// Ends the match because the clock of the player to move has expired.
    pub(crate) fn run_out_of_time(&mut self) -> Vec<MatchEvent> {
        let Some((seat, _)) = self.running_clock() else { return Vec::new() };
        vec![if self.ply() < ABORTED_BEFORE {
            self.end(Status::Aborted, None)
        } else {
            self.end(Status::Timeout, Some(Outcome::Win(!seat)))
        }]
    }

    /// Ends the match without a result.
    pub(in crate::service) fn stop(&mut self) -> Vec<MatchEvent> {
        vec![self.end(Status::Stopped, None)]
    }

    /// How the player on a seat is notified: whether by direct message, and when at the earliest. `None` for the engine
    /// and for players who do not want notifications.
    fn notification_channel(&self, seat: Seat, now: Millis) -> Option<(bool, Millis)> {
        self.player(seat).person()?;
        let preferences = &self.preferences[seat.index()];
        let direct = match preferences.pings {
            Pings::Thread => false,
            Pings::Direct => true,
            Pings::Digest | Pings::None => return None,
        };
        Some((direct, preferences.after_quiet_hours(now).unwrap_or(now)))
    }

    /// Decides which players are notified of the boards among these posts: the player to move, unless it was that
    /// player's turn before (`turn`), or both players if the match has ended. There is at most one ping per change of
    /// turn.
    pub(in crate::service) fn notify(&self, mut posts: Vec<Post>, turn: Option<Seat>, now: Millis) -> Vec<Post> {
        let mut separate_posts = Vec::new();
        for post in &mut posts {
            let Post::Board { pings, ply, since, .. } = post else { continue };
            let seats_to_notify = Seat::BOTH.into_iter().filter(|seat| match self.to_move() {
                Some(now) => *seat == now && turn != Some(now),
                None => true,
            });
            for seat in seats_to_notify {
                let Some(person) = self.player(seat).person() else { continue };
                match self.notification_channel(seat, now) {
                    // Where the bot is not a member it can only send interaction responses, which cannot be delayed.
                    Some((false, at)) if at <= now || self.location.delivery_mode == DeliveryMode::InteractionOnly => {
                        pings[seat.index()] = true;
                    }
                    Some((direct, at)) => {
                        separate_posts.push(Post::Turn {
                            match_id: self.id,
                            ply: *ply,
                            since: *since,
                            person,
                            direct,
                            at,
                        });
                    }
                    None => {}
                }
            }
        }
        posts.extend(separate_posts);
        posts
    }
}

/// A running match as an entry of a player's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningMatch {
    /// Its id.
    pub id: MatchId,
    /// The name of the game.
    pub game: String,
    /// The seat of the player whose list it is.
    pub seat: Seat,
    /// The player on the other seat.
    pub opponent: super::player::Player,
    /// The number of plies played.
    pub plies: usize,
    /// The seat to move.
    pub turn: Option<Seat>,
    /// The open offer.
    pub offer: Option<super::offer::Offer>,
    /// When the running clock expires.
    pub flag_at: Option<Millis>,
    /// What pauses the clocks.
    pub pauses: Pauses,
    /// The place where boards are posted.
    pub place: Option<crate::service::ids::PlaceId>,
    /// The number of hints each seat was given.
    pub hints_used: [u32; 2],
    /// When it last changed.
    pub changed_at: Millis,
}

impl RunningMatch {
    /// Whether it waits for the player whose list it is, for a move or for a reply to an offer.
    pub fn waits_for_player(&self) -> bool {
        self.turn == Some(self.seat) || self.has_offer_from_opponent()
    }

    /// Whether there is an open offer of the opponent.
    pub fn has_offer_from_opponent(&self) -> bool {
        self.offer.is_some_and(|offer| offer.by() != self.seat)
    }

    /// The sort key of lists: matches that wait for the player come first, then by expiry of the running clock; matches
    /// without a clock come last, longest unchanged first.
    pub fn urgency(&self) -> (bool, i64, i64) {
        let left = self.flag_at.map_or(i64::MAX - DAY_MS, |at| at.0);
        (!self.waits_for_player(), left, self.changed_at.0)
    }
}
