//! The numbers of the evaluation.

use crate::rules::Game;
use crate::rules::zertz::Zertz;

/// What captured marbles are worth, and what else counts.
#[derive(Clone, Debug)]
pub struct Weights {
    /// By white, grey and black marbles captured.
    captured: [[[i32; 7]; 7]; 7],
    /// For the seat to move.
    tempo: i32,
}

impl Default for Weights {
    fn default() -> Self {
        let mut captured = [[[0; 7]; 7]; 7];
        for (w, plane) in captured.iter_mut().enumerate() {
            for (g, row) in plane.iter_mut().enumerate() {
                for (b, value) in row.iter_mut().enumerate() {
                    *value = super::tuned::CAPTURED[w.min(3)][g.min(4)][b.min(5)];
                }
            }
        }
        Weights { captured, tempo: 0 }
    }
}

impl Weights {
    /// The value for the seat to move.
    pub fn value(&self, position: &Zertz) -> i32 {
        let worth = |[white, grey, black]: [u8; 3]| {
            self.captured[usize::from(white.min(6))][usize::from(grey.min(6))][usize::from(black.min(6))]
        };
        let seat = position.seat();
        worth(position.captured(seat)) - worth(position.captured(!seat)) + self.tempo
    }
}
