//! How the engine answers offers.

use crate::ai::Score;
use crate::catalog::Found;
use crate::rules::Seat;
use crate::service::{Action, Ask, Match, Offer};

/// What the engine does in a match after it has found this: it answers what it was asked, or moves. `None` when there
/// is nothing to do, or nothing was found.
pub fn decide(played: &Match, seat: Seat, found: &Found) -> Option<Action> {
    match played.offer.filter(|offer| offer.by() != seat) {
        // One that is not considered may have been stored by a version that considered it.
        Some(Offer::Draw(by)) if played.check_draw(by).is_err() => Some(Action::Decline(Ask::Draw)),
        Some(Offer::Draw(_)) => {
            let score = found.score()?;
            let own = if played.line.seat() == seat { score } else { -score };
            Some(if agrees_to_draw(own) { Action::Agree(Ask::Draw) } else { Action::Decline(Ask::Draw) })
        }
        // It does not mind, as nothing is at stake.
        Some(Offer::TakeBack(_)) => Some(Action::Agree(Ask::TakeBack)),
        None if played.to_move() == Some(seat) => found.best().cloned().map(Action::Move),
        None => None,
    }
}

/// What the engine does when it cannot think: it declines draws, agrees to take-backs, and plays the first legal move.
/// `None` when there is nothing to do.
pub fn decide_without_search(played: &Match, seat: Seat) -> Option<Action> {
    match played.offer.filter(|offer| offer.by() != seat) {
        Some(Offer::Draw(_)) => Some(Action::Decline(Ask::Draw)),
        Some(Offer::TakeBack(_)) => Some(Action::Agree(Ask::TakeBack)),
        None if played.to_move() == Some(seat) => played.line.nth_legal(0).map(Action::Move),
        None => None,
    }
}

/// Whether it agrees to a draw in a position that is worth this to itself: only where it is not better.
pub fn agrees_to_draw(own: Score) -> bool {
    own <= Score(0)
}
