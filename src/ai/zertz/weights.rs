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
                    let part = |have: usize, goal: usize| (have.min(goal) as f64 / goal as f64).powi(2);
                    let each = ((w.min(3) + g.min(3) + b.min(3)) as f64 / 9.0).powi(2);
                    let sum = 900.0 * (part(w, 4) + part(g, 5) + part(b, 6)) + 1500.0 * each;
                    *value = sum as i32 + 110 * w as i32 + 80 * g as i32 + 55 * b as i32;
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
