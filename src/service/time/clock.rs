//! The clocks of a match. The remaining time is a pure function of stored instants.

use super::calendar::Calendar;
use super::control::{Pauses, TimeControl};
use crate::rules::Seat;
use crate::service::ids::Millis;

/// The clocks of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time control.
    pub control: TimeControl,
    /// What pauses the clocks.
    pub pauses: Pauses,
    /// The remaining time of each seat when the turn began, in milliseconds.
    pub left: [i64; 2],
    /// When the turn began.
    pub since: Millis,
    /// The lowest percentage of the time for this turn at which the player was reminded; 100 if there was no reminder.
    pub reminded: u8,
}

impl Clocks {
    /// The clocks at the start of a match.
    pub fn new(control: TimeControl, pauses: Pauses, now: Millis) -> Clocks {
        Clocks { control, pauses, left: [control.start(); 2], since: now, reminded: 100 }
    }

    /// Whether the match has clocks.
    pub fn runs(&self) -> bool {
        self.control != TimeControl::None
    }

    /// The remaining time of the seat to move, in milliseconds; negative if its time has expired.
    pub fn left(&self, seat: Seat, calendar: &Calendar, now: Millis) -> i64 {
        self.left[seat.index()] - calendar.ran(self.pauses, self.since, now)
    }

    /// When the clock of the seat to move will expire.
    pub fn flag_at(&self, seat: Seat, calendar: &Calendar) -> Millis {
        calendar.after(self.pauses, self.since, self.left[seat.index()])
    }

    /// When the seat to move will have `left` milliseconds remaining; the beginning of the turn if it has no more than
    /// that.
    pub fn left_at(&self, seat: Seat, calendar: &Calendar, left: i64) -> Millis {
        calendar.after(self.pauses, self.since, self.left[seat.index()] - left)
    }

    /// Ends the turn of a seat that has moved: applies the time control to its clock and begins the next turn. Returns
    /// the time that the move added to a bank, in milliseconds: less than the increment if the bank is nearly full, and
    /// 0 without a bank.
    pub fn stop(&mut self, seat: Seat, calendar: &Calendar, now: Millis) -> i64 {
        let left = self.left(seat, calendar, now);
        let next = self.control.next(left);
        self.left[seat.index()] = next;
        self.turn(now);
        if matches!(self.control, TimeControl::Bank { .. }) { next - left.max(0) } else { 0 }
    }

    /// The clocks after a take-back at the turn of `seat`: that seat retains its remaining time, days per move are
    /// granted again, and banks lose what the moves taken back have `earned`, so that a repeated move earns only once.
    /// `None` if a bank no longer holds that much.
    pub fn taken_back(&self, seat: Seat, calendar: &Calendar, earned: [i64; 2], now: Millis) -> Option<Clocks> {
        let mut clocks = *self;
        clocks.left[seat.index()] = self.left(seat, calendar, now).max(0);
        if matches!(self.control, TimeControl::PerMove { .. }) {
            clocks.left = [self.control.start(); 2];
        }
        for (left, earned) in clocks.left.iter_mut().zip(earned) {
            if earned > 0 {
                *left = left.checked_sub(earned).filter(|left| *left > 0)?;
            }
        }
        clocks.turn(now);
        Some(clocks)
    }

    fn turn(&mut self, now: Millis) {
        self.since = now;
        self.reminded = 100;
    }
}
