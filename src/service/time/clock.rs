//! The clocks of a match. What is left is a pure function of stored instants.

use super::calendar::Calendar;
use super::control::{Pauses, TimeControl};
use crate::rules::Seat;
use crate::service::ids::Millis;

/// The clocks of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// How much time each player has.
    pub control: TimeControl,
    /// What stops them.
    pub pauses: Pauses,
    /// What each seat had left when the turn began, in milliseconds.
    pub left: [i64; 2],
    /// When the turn began.
    pub since: Millis,
    /// The lowest percentage of the time for this turn of which the player has been reminded; 100 when of none.
    pub reminded: u8,
}

impl Clocks {
    /// The clocks of a match that begins.
    pub fn new(control: TimeControl, pauses: Pauses, now: Millis) -> Clocks {
        Clocks { control, pauses, left: [control.start(); 2], since: now, reminded: 100 }
    }

    /// Whether time is measured at all.
    pub fn runs(&self) -> bool {
        self.control != TimeControl::None
    }

    /// What a seat whose turn it is has left, in milliseconds; less than 0 when its time is over.
    pub fn left(&self, seat: Seat, calendar: &Calendar, now: Millis) -> i64 {
        self.left[seat.index()] - calendar.ran(self.pauses, self.since, now)
    }

    /// When the time of a seat whose turn it is will be over.
    pub fn flag_at(&self, seat: Seat, calendar: &Calendar) -> Millis {
        calendar.after(self.pauses, self.since, self.left[seat.index()])
    }

    /// When a seat whose turn it is will have only so many milliseconds left; the beginning of the turn when there are
    /// not more.
    pub fn left_at(&self, seat: Seat, calendar: &Calendar, left: i64) -> Millis {
        calendar.after(self.pauses, self.since, self.left[seat.index()] - left)
    }

    /// A seat has moved: its clock gets what the control gives, and the next turn begins. Returns what the move has added
    /// to a bank, in milliseconds: less than the increment where the bank is nearly full, and nothing without a bank.
    pub fn stop(&mut self, seat: Seat, calendar: &Calendar, now: Millis) -> i64 {
        let left = self.left(seat, calendar, now);
        let next = self.control.next(left);
        self.left[seat.index()] = next;
        self.turn(now);
        if matches!(self.control, TimeControl::Bank { .. }) { next - left.max(0) } else { 0 }
    }

    /// The clocks when the game goes back, at the turn of `seat`: whoever's turn it was keeps what was left, days for a
    /// move are given anew, and banks give back what the moves taken back have `earned`, so that a move that is made
    /// again earns once. `None` when a bank does not hold that any more.
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
