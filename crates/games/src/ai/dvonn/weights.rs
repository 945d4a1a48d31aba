//! The evaluation weights.

use super::features::{FEATURES, INPUTS, extract};
use super::net::Net;
use super::placing;
use crate::rules::dvonn::{Dvonn, Phase};
use crate::rules::{Game, Seat};

/// The net of the placement phase, written by the same command.
const PLACING: &[u8] = include_bytes!("../../../assets/ai/dvonn-placing.net");
/// The net of the stacking phase, written by `cargo run --release --example tune_dvonn`.
const STACKING: &[u8] = include_bytes!("../../../assets/ai/dvonn-stacking.net");

/// The nets that evaluate positions.
///
/// Values are in hundredths of a piece of the final score: a position of value 300 is expected to be won by about three
/// pieces.
#[derive(Clone, Debug)]
pub struct Weights {
    placing: Net<{ placing::FEATURES }>,
    stacking: Net<FEATURES>,
}

impl Default for Weights {
    fn default() -> Self {
        Weights::new(PLACING, STACKING)
    }
}

impl Weights {
    /// Creates weights from other nets, see [`Net::read`].
    ///
    /// # Panics
    /// As [`Net::read`].
    pub fn new(placing: &[u8], stacking: &[u8]) -> Weights {
        Weights { placing: Net::read(placing, placing::INPUTS), stacking: Net::read(stacking, INPUTS) }
    }

    /// The value for the seat to move, in hundredths of a piece.
    pub fn value(&self, position: &Dvonn) -> i32 {
        if position.phase() != Phase::Stacking {
            let value = self.placed_value(position);
            return if position.seat() == Seat::One { value } else { -value };
        }
        let mut units = self.stacking.units();
        let features = extract(position, |input| self.stacking.activate(&mut units, input));
        let occupied = position.occupied().len();
        self.stacking.output(&units, &features, occupied) + tempo(occupied)
    }

    /// The value of the placed pieces for White, in hundredths of a piece.
    pub fn placed_value(&self, position: &Dvonn) -> i32 {
        let mut units = self.placing.units();
        let features = placing::extract(position, |input| self.placing.activate(&mut units, input));
        self.placing.output(&units, &features, placing::placed(position))
    }
}

/// A bonus for the seat to move, in hundredths of a piece, with this many occupied spaces.
///
/// A search ends each line after the move that the net likes best, and that move is seldom as good as it looks. Without
/// the bonus, odd depths value the middle of a game half a piece higher than even depths.
fn tempo(occupied: u32) -> i32 {
    (5 * (50 - occupied as i32) / 2).min(50)
}
