//! Offers of a draw or of a random placement, and requests for a take-back.

use crate::rules::Seat;
use std::fmt;
use std::str::FromStr;
use strum::ParseError;

/// The kind of an offer. A reply names it, so that it is never mistaken for the reply to another offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// A take-back of the last move.
    TakeBack,
    /// To place the remaining pieces at random.
    #[strum(serialize = "random")]
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

/// As stored: the kind, and 1 or 2 for the seat.
impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind(), self.by().index() + 1)
    }
}

impl FromStr for Offer {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Offer, ParseError> {
        let offers = [Offer::Draw, Offer::TakeBack, Offer::RandomPlacement];
        let mut all = offers.into_iter().flat_map(|offer| [Seat::One, Seat::Two].map(offer));
        all.find(|offer| offer.to_string() == text).ok_or(ParseError::VariantNotFound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_is_read_as_it_was_stored() {
        for (offer, stored) in [
            (Offer::Draw(Seat::One), "draw:1"),
            (Offer::TakeBack(Seat::Two), "takeback:2"),
            (Offer::RandomPlacement(Seat::One), "random:1"),
        ] {
            assert_eq!((offer.to_string().as_str(), stored.parse()), (stored, Ok(offer)));
        }
        assert!("draw:3".parse::<Offer>().is_err());
    }
}
