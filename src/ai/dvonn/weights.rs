//! The numbers of the evaluation.

use super::features::{FEATURES, INPUTS, look};
use super::net::Net;
use super::placing;
use crate::rules::dvonn::{Dvonn, Phase};

/// What is worth how much while pieces are stacked, written by `cargo run --release --example tune_dvonn`.
const STACKING: &[u8] = include_bytes!("../../../assets/ai/dvonn-stacking.net");

/// The net that values positions.
///
/// Values are in hundredths of a piece of the final count: a position of value 300 is expected to be won by about
/// three pieces.
#[derive(Clone, Debug)]
pub struct Weights {
    stacking: Net<FEATURES>,
}

impl Default for Weights {
    fn default() -> Self {
        Weights::new(STACKING)
    }
}

impl Weights {
    /// Weights with another net for stacking, see [`Net::read`].
    ///
    /// # Panics
    /// As [`Net::read`].
    pub fn new(stacking: &[u8]) -> Weights {
        Weights { stacking: Net::read(stacking, INPUTS) }
    }

    /// The value for the seat to move, in hundredths of a piece.
    pub fn value(&self, position: &Dvonn) -> i32 {
        if position.phase() != Phase::Stacking {
            return placing::value(position);
        }
        let mut units = self.stacking.units();
        let features = look(position, |input| self.stacking.switch_on(&mut units, input));
        self.stacking.sum(&units, &features, position.occupied().len())
    }
}
