//! How the engine decides on an action and answers offers.

use crate::ai::Score;
use crate::catalog::Found;
use crate::rules::Seat;
use crate::service::{Action, Match, Offer, OfferKind};

/// The engine's action in a match, given the result of a search: it answers an open offer, or moves. `None` if there is
/// nothing to do, or the search found nothing.
pub fn decide(played: &Match, seat: Seat, found: &Found) -> Option<Action> {
    match played.offer.filter(|offer| offer.by() != seat) {
        Some(Offer::Draw(_)) => {
            let score = found.score()?;
            let own = if played.line.seat() == seat { score } else { -score };
            Some(if agrees_to_draw(own) { Action::Agree(OfferKind::Draw) } else { Action::Decline(OfferKind::Draw) })
        }
        // These are only possible in unrated matches, where nothing is at stake.
        Some(offer @ (Offer::TakeBack(_) | Offer::RandomPlacement(_))) => Some(Action::Agree(offer.kind())),
        None if played.to_move() == Some(seat) => found.best().cloned().map(Action::Move),
        None => None,
    }
}

/// The engine's action without a search: it declines draws, accepts other offers, and plays the first legal move. `None`
/// if there is nothing to do.
pub fn decide_without_search(played: &Match, seat: Seat) -> Option<Action> {
    match played.offer.filter(|offer| offer.by() != seat) {
        Some(Offer::Draw(_)) => Some(Action::Decline(OfferKind::Draw)),
        Some(offer @ (Offer::TakeBack(_) | Offer::RandomPlacement(_))) => Some(Action::Agree(offer.kind())),
        None if played.to_move() == Some(seat) => played.line.nth_legal(0).map(Action::Move),
        None => None,
    }
}

/// Whether the engine accepts a draw in a position with this score for itself: only if it is not ahead.
pub fn agrees_to_draw(own: Score) -> bool {
    own <= Score(0)
}
