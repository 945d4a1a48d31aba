//! The worth of any position, also of one in which the game is over.

use crate::measured::Measured;
use tablero_games::rules::{Outcome, Seat};

/// A value above every [`Measured::worth`].
const WON: i32 = 1_000_000;

/// The worth of any position: a won game is worth more than anything else.
pub(super) fn value<G: Measured>(position: &G, seat: Seat) -> i32 {
    match position.ending().map(|ending| ending.outcome) {
        None => position.worth(seat),
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) if winner == seat => WON,
        Some(Outcome::Win(_)) => -WON,
    }
}
