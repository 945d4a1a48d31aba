//! What the instruments need to know of DVONN.

use super::{Benchmark, Measured};
use std::ops::RangeInclusive;
use tablero_games::rules::Seat;
use tablero_games::rules::dvonn::{Dvonn, Phase};

impl Measured for Dvonn {
    const BENCHMARK: Benchmark = Benchmark {
        depth: 8,
        positions: &[
            "place ........./........../.........../........../......... w",
            "place .....wb../......wwww/....b.brbrw/...r..bbwb/...w..bb. w",
            "place ...bbwbwb/..wwbwwwww/..wwbbbrbrw/.wbrwbbbwb/.bwwbwbbb w",
            "stack wrwbbbwwb/bbbwbwbbbb/wbwwbbwwbww/bwwbbbrbwb/bwrwwwwww w",
            "stack .rw.bbwwb/bb4b.bwbbbb/wbwwbbwwbw./b.wbbbrbww2/.w3rwwwwww w",
            "stack .rw.bb..b/bb4w2..b2w2w2bb/wbw.bbwwbw./b.w..brbww2/.w3rb2b2wwww w",
            "stack .rw.bb.../bb4w2..b2.b3../w.b2..b3.ww2../b.w..w3rbww2/.w3rb2b2wwww w",
            "stack .r......./.b5w3....b5../..b2..b3.ww2../..w..w3rbww2/.w8r...www w",
        ],
    };

    const VARIED: &'static str = "start=random";

    /// The first six placements, or none if the board is dealt.
    fn opening_plies(start: &Dvonn) -> RangeInclusive<usize> {
        match start.phase() {
            Phase::Placing(_) => 6..=6,
            _ => 0..=0,
        }
    }

    fn book(start: &Dvonn) -> Option<&'static str> {
        Some(match start.phase() {
            Phase::Placing(_) => include_str!("../../books/dvonn-placement.txt"),
            Phase::Stacking => include_str!("../../books/dvonn.txt"),
        })
    }

    /// The pieces in the stacks a seat controls.
    fn worth(&self, seat: Seat) -> i32 {
        self.score(seat) as i32 - self.score(!seat) as i32
    }
}
