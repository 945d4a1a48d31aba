//! The numbers of the evaluation.

use super::features::{FEATURES, features};
use super::placing;
use super::tuned::{KNOTS, TUNED};
use crate::rules::dvonn::{Dvonn, Phase, SPACES};

/// Weights are kept in eighths of a hundredth of a piece.
const PARTS: i32 = 8;

/// What each feature is worth, by the number of occupied spaces.
///
/// Worth is in hundredths of a piece of the final count: a position of value 300 is expected to be won by about three
/// pieces.
#[derive(Clone, Debug)]
pub struct Weights {
    /// A row for each number of occupied spaces.
    rows: Box<[[i16; FEATURES]]>,
}

impl Default for Weights {
    fn default() -> Self {
        Weights::between(&KNOTS, &TUNED)
    }
}

impl Weights {
    /// Weights that go from row to row in straight lines: `rows[i]` holds at `knots[i]` occupied spaces, in eighths of
    /// hundredths of a piece. Knots ascend.
    pub fn between(knots: &[u8], rows: &[[i16; FEATURES]]) -> Weights {
        let row = |occupied: u8| -> [i16; FEATURES] {
            let after = knots.iter().position(|knot| *knot > occupied).unwrap_or(knots.len());
            let (low, high) = (after.saturating_sub(1), after.min(knots.len() - 1));
            let (from, to) = (i32::from(knots[low]), i32::from(knots[high]));
            let (share, whole) = ((i32::from(occupied) - from).max(0), (to - from).max(1));
            std::array::from_fn(|feature| {
                let (a, b) = (i32::from(rows[low][feature]), i32::from(rows[high][feature]));
                (a + (b - a) * share / whole) as i16
            })
        };
        Weights { rows: (0..=SPACES).map(row).collect() }
    }

    /// The value for the seat to move, in hundredths of a piece.
    pub fn value(&self, position: &Dvonn) -> i32 {
        if position.phase() != Phase::Stacking {
            return placing::value(position);
        }
        let row = &self.rows[position.occupied().len() as usize];
        let sum: i32 =
            features(position).iter().zip(row).map(|(count, weight)| i32::from(*count) * i32::from(*weight)).sum();
        sum / PARTS
    }
}
