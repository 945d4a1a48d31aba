//! The two ways to start: an empty board, or a full board dealt at random.

use super::board::{GRID, PIECES, REDS, SPACES};
use crate::rules::game::Seat;
use crate::rules::hex::Cell;
use crate::rules::rng::SeededRng;
use crate::rules::setup::{OptionSpec, SWAP, SetupError, Values, get_swap, set_swap};

/// How the pieces get onto the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// The players place them (seed 001, D).
    #[default]
    Placement,
    /// They are dealt at random, as on many sites.
    Random,
}

/// The setup of a game of DVONN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// How the pieces get onto the board.
    pub start: Start,
    /// The seed of a random start's shuffle. It is part of the setup so that a record can be replayed.
    pub deal: Option<u64>,
    /// Whether the second player may take over the first move.
    pub swap: bool,
}

/// A dealt piece: red (`None`), or of a seat.
pub(super) type Piece = Option<Seat>;

/// Deals a full board. The order must never change, as records depend on it. The pieces (3 red, 23 white, 23 black) are
/// shuffled with Fisher–Yates from the last to the second, using the numbers of [`SeededRng`] for this seed modulo the
/// number of pieces left, and laid column by column from the lowest number up.
pub(super) fn deal(seed: u64) -> impl Iterator<Item = (Cell, Piece)> {
    let mut pieces = [None; SPACES as usize];
    let (reds, whites) = (REDS as usize, PIECES as usize);
    pieces[reds..reds + whites].fill(Some(Seat::One));
    pieces[reds + whites..].fill(Some(Seat::Two));
    SeededRng::new(seed).shuffle(&mut pieces);
    GRID.by_column().map(|(_, space)| space).zip(pieces)
}

impl crate::rules::Setup for Setup {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { key: "variant", values: Values::OneOf(&["standard"]), mentions_default: false },
        OptionSpec { key: "start", values: Values::OneOf(&["placement", "random"]), mentions_default: true },
        OptionSpec { key: "deal", values: Values::Seed, mentions_default: false },
        SWAP,
    ];

    fn set(&mut self, key: &str, value: &str) -> bool {
        match (key, value) {
            ("variant", "standard") => true,
            ("start", "placement") => {
                self.start = Start::Placement;
                true
            }
            ("start", "random") => {
                self.start = Start::Random;
                true
            }
            ("deal", number) => {
                self.deal = number.parse().ok();
                self.deal.is_some()
            }
            ("swap", value) => set_swap(&mut self.swap, value),
            _ => false,
        }
    }

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "variant" => Some("standard".to_owned()),
            "start" => Some(if self.start == Start::Random { "random" } else { "placement" }.to_owned()),
            "deal" => self.deal.map(|seed| seed.to_string()),
            "swap" => get_swap(self.swap),
            _ => None,
        }
    }

    fn swap(&self) -> bool {
        self.swap
    }

    fn check(&self) -> Result<(), SetupError> {
        match (self.start, self.deal) {
            (Start::Random, None) => {
                Err(SetupError::Unfit("a random start needs the seed of its shuffle, as in start=random deal=7"))
            }
            (Start::Placement, Some(_)) => Err(SetupError::Unfit("a deal belongs to start=random; leave it out")),
            _ => Ok(()),
        }
    }
}
