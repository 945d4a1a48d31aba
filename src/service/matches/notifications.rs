//! What happens to a match by itself, and who hears of it when.

use super::status::Status;
use crate::rules::{Outcome, Seat};
use crate::service::ids::{MatchId, Millis, PlayerId};
use crate::service::matches::state::Match;
use crate::service::outbox::delivery_mode::DeliveryMode;
use crate::service::outbox::post::Post;
use crate::service::people::preferences::Pings;
use crate::service::time::clock::Clocks;
use crate::service::time::control::{DAY_MS, HOUR_MS};

/// A vacation that begins by itself does so when so much time is left, in milliseconds: whoever comes back from it has
/// something left.
pub const AUTOMATIC_VACATION_MS: i64 = HOUR_MS;

/// Whose time is over before so many plies have been played loses nothing: the match is aborted.
pub const ABORTED_BEFORE: usize = 2;

/// What happens to a match by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockEvent {
    /// Whoever's turn it is is reminded, at this percentage of the time for the turn.
    Reminder(u8),
    /// The vacation of whoever's turn it is begins, if there is any left.
    AutomaticVacation,
    /// The time of whoever's turn it is is over.
    Flag,
}

impl Match {
    /// The person whose clock runs: whose turn it is in a match with clocks.
    pub fn running_clock(&self) -> Option<(Seat, PlayerId)> {
        let seat = self.to_move().filter(|_| self.clocks.runs())?;
        Some((seat, self.player(seat).person()?))
    }

    /// What a seat has left, in milliseconds; `None` without clocks.
    pub fn left(&self, seat: Seat, now: Millis) -> Option<i64> {
        if !self.clocks.runs() || self.player(seat).person().is_none() {
            return None;
        }
        let ticks = self.running_clock().is_some_and(|(ticking, _)| ticking == seat);
        let Clocks { left, .. } = self.clocks;
        Some(if ticks { self.clocks.left(seat, &self.calendars[seat.index()], now) } else { left[seat.index()] })
    }

    /// When the time of whoever's turn it is will be over.
    pub fn flag_at(&self) -> Option<Millis> {
        self.running_clock().map(|(seat, _)| self.clocks.flag_at(seat, &self.calendars[seat.index()]))
    }

    /// Whether the clock of whoever's turn it is stands still.
    pub fn is_paused(&self, now: Millis) -> bool {
        self.running_clock().is_some_and(|(seat, _)| self.calendars[seat.index()].is_stopped(self.clocks.pauses, now))
    }

    /// What happens next by itself, and when. That a rescue is possible is only known when it is due, so it may come to
    /// nothing; then the flag falls.
    pub fn next_event(&self, rescuable: bool) -> Option<(Millis, ClockEvent)> {
        let (seat, _) = self.running_clock()?;
        let (calendar, settings) = (&self.calendars[seat.index()], &self.settings[seat.index()]);
        let Clocks { left, since, reminded, pauses, .. } = self.clocks;
        let total = left[seat.index()];
        let reminder = settings.next_reminder(reminded).filter(|_| !self.muted[seat.index()]).map(|percent| {
            let left = total / 100 * i64::from(percent);
            (self.clocks.left_at(seat, calendar, left), ClockEvent::Reminder(percent))
        });
        // One rescue a turn: who ends that vacation wants to play.
        let rescued = calendar.vacations.iter().any(|vacation| vacation.saved && vacation.span.until > since);
        let rescue = (rescuable && settings.rescue && pauses.vacation && !rescued && self.ply() >= ABORTED_BEFORE)
            .then(|| {
                (self.clocks.left_at(seat, calendar, AUTOMATIC_VACATION_MS.min(total)), ClockEvent::AutomaticVacation)
            });
        let flag = (self.clocks.flag_at(seat, calendar), ClockEvent::Flag);
        // Of two at the same instant the harmless one comes first.
        [reminder, rescue, Some(flag)].into_iter().flatten().min_by_key(|(at, _)| *at)
    }

    /// Reminds whoever's turn it is.
    pub(crate) fn remind(&mut self, percent: u8, now: Millis) -> Vec<Post> {
        let Some((seat, person)) = self.running_clock() else { return Vec::new() };
        self.clocks.reminded = percent;
        let flag_at = self.flag_at();
        let Some((direct, at)) = self.notification_channel(seat, now) else { return Vec::new() };
        // What would come too late is not put off.
        let at = if flag_at.is_some_and(|flag| at >= flag) { now } else { at };
        vec![Post::Reminder { game: self.id, ply: self.ply(), person, direct, at }]
    }

    /// Ends the match because the time of whoever's turn it is is over.
    pub(crate) fn run_out_of_time(&mut self, now: Millis) -> Vec<Post> {
        let Some((seat, _)) = self.running_clock() else { return Vec::new() };
        let posts = if self.ply() < ABORTED_BEFORE {
            self.end(Status::Aborted, None)
        } else {
            self.end(Status::Timeout, Some(Outcome::Win(!seat)))
        };
        self.notify(posts, Some(seat), now)
    }

    /// Ends the match without a result.
    pub(in crate::service) fn stop(&mut self, now: Millis) -> Vec<Post> {
        let turn = self.to_move();
        let posts = self.end(Status::Stopped, None);
        self.notify(posts, turn, now)
    }

    /// The first posts of a match.
    pub fn opening(&self, now: Millis) -> Vec<Post> {
        self.notify(vec![Post::Open { game: self.id }, self.board(None)], None, now)
    }

    /// How a person on a seat hears of something: by direct message or not, and when at the earliest. `None` for the
    /// engine and for who does not want to hear of it.
    fn notification_channel(&self, seat: Seat, now: Millis) -> Option<(bool, Millis)> {
        self.player(seat).person()?;
        let settings = &self.settings[seat.index()];
        let direct = match settings.pings {
            Pings::Thread => false,
            Pings::Direct => true,
            Pings::Digest | Pings::None => return None,
        };
        Some((direct, settings.after_quiet_hours(now).unwrap_or(now)))
    }

    /// Settles who is told of the boards among these posts: whose turn it is and was not before (`turn`), or both, when
    /// the match has ended. One ping for each change of turn, never more.
    pub(in crate::service) fn notify(&self, mut posts: Vec<Post>, turn: Option<Seat>, now: Millis) -> Vec<Post> {
        let mut further = Vec::new();
        for post in &mut posts {
            let Post::Board { pings, ply, since, .. } = post else { continue };
            let concerned = Seat::BOTH.into_iter().filter(|seat| match self.to_move() {
                Some(now) => *seat == now && turn != Some(now),
                None => true,
            });
            for seat in concerned {
                let Some(person) = self.player(seat).person() else { continue };
                match self.notification_channel(seat, now) {
                    // Answers are all that can be said where we are no member, and they are said at once.
                    Some((false, at)) if at <= now || self.location.reach == DeliveryMode::InteractionOnly => {
                        pings[seat.index()] = true
                    }
                    Some((direct, at)) => {
                        further.push(Post::Turn { game: self.id, ply: *ply, since: *since, person, direct, at });
                    }
                    None => {}
                }
            }
        }
        posts.extend(further);
        posts
    }
}

/// A running match, as far as a list needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningMatch {
    /// Its number.
    pub id: MatchId,
    /// The name of the game.
    pub game: String,
    /// Where the person sits whose list it is.
    pub seat: Seat,
    /// Who sits on the other seat.
    pub opponent: super::player::Player,
    /// The number of plies played.
    pub plies: usize,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// What waits for an answer.
    pub offer: Option<crate::service::matches::state::Offer>,
    /// When the time of whoever's turn it is is over.
    pub flag_at: Option<Millis>,
    /// Where it is played.
    pub place: Option<crate::service::ids::PlaceId>,
    /// How many hints each seat has been given.
    pub hints_used: [u32; 2],
    /// When it last changed.
    pub changed_at: Millis,
}

impl RunningMatch {
    /// Whether it waits for the person whose list it is: for a move or for an answer.
    pub fn is_mine(&self) -> bool {
        self.turn == Some(self.seat) || self.asks()
    }

    /// Whether the opponent asked something.
    pub fn asks(&self) -> bool {
        self.offer.is_some_and(|offer| offer.by() != self.seat)
    }

    /// By what lists are sorted: first what waits for the person; then by the time left; what has no clock by how long it
    /// has been waiting.
    pub fn urgency(&self) -> (bool, i64, i64) {
        let left = self.flag_at.map_or(i64::MAX - DAY_MS, |at| at.0);
        (!self.is_mine(), left, self.changed_at.0)
    }
}
