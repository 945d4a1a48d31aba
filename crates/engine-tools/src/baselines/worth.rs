//! The worth of any position, also of one in which the game is over, and the position after a move.

use crate::measured::Measured;
use tablero_games::rules::{Game, Outcome, Seat};

/// A value above every [`Measured::worth`].
const WON: i32 = 1_000_000;

/// A newcomer overlooks one turn in this many.
pub(super) const OVERLOOKED_IN: u64 = 3;

/// The better of two worths for the seat that counts, or the worse if its opponent chooses.
pub(super) fn chosen(found: Option<i32>, worth: i32, mine: bool) -> i32 {
    found.map_or(worth, |found| if mine { found.max(worth) } else { found.min(worth) })
}

/// The position after a legal move.
pub(super) fn after<G: Game>(position: &G, m: G::Move) -> G {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}

/// The worth of any position: a won game is worth more than anything else.
pub(super) fn value<G: Measured>(position: &G, seat: Seat) -> i32 {
    match position.ending().map(|ending| ending.outcome) {
        None => position.worth(seat),
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(winner)) if winner == seat => WON,
        Some(Outcome::Win(_)) => -WON,
    }
}
