//! Material worth, as used by the simple players.

use crate::ai::baselines::Worth;
use crate::rules::Seat;
use crate::rules::dvonn::Dvonn;

impl Worth for Dvonn {
    /// The pieces in the stacks a seat controls.
    fn worth(&self, seat: Seat) -> i32 {
        self.score(seat) as i32 - self.score(!seat) as i32
    }
}
