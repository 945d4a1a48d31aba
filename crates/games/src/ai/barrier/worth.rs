//! Material worth, as used by the simple players.

use crate::ai::baselines::Worth;
use crate::rules::Seat;
use crate::rules::barrier::board::walks;
use crate::rules::barrier::{Barrier, Squares};

impl Worth for Barrier {
    /// The open walks of a knight.
    fn worth(&self, seat: Seat) -> i32 {
        let knights = Seat::BOTH.into_iter().filter_map(|seat| self.knight(seat));
        let beyond = !self.squares().0;
        let closed = Squares(knights.fold(beyond | self.blocked().0, |closed, knight| closed | knight.set().0));
        let open = |seat| -> i32 {
            let Some(from) = self.knight(seat) else { return 0 };
            walks(from).filter(|(_, covered)| covered.is_disjoint(closed)).count() as i32
        };
        open(seat) - open(!seat)
    }
}
