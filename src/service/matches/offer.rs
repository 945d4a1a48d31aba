//! Offers of a draw or of a random placement, and requests for a take-back.

use crate::rules::Seat;

/// The kind of an offer. A reply names it, so that it is never mistaken for the reply to another offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// A take-back of the last move.
    TakeBack,
    /// To place the remaining pieces at random.
    RandomPlacement,
}

/// An open offer or request of one player to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// This seat offers a draw.
    Draw(Seat),
    /// This seat requests to take back its last move.
    TakeBack(Seat),
    /// This seat offers to place the remaining pieces of both players at random.
    RandomPlacement(Seat),
}

impl Offer {
    /// What is offered or requested.
    pub fn kind(self) -> OfferKind {
        match self {
            Offer::Draw(_) => OfferKind::Draw,
            Offer::TakeBack(_) => OfferKind::TakeBack,
            Offer::RandomPlacement(_) => OfferKind::RandomPlacement,
        }
    }

    /// The seat that made the offer.
    pub fn by(self) -> Seat {
        match self {
            Offer::Draw(seat) | Offer::TakeBack(seat) | Offer::RandomPlacement(seat) => seat,
        }
    }
}
