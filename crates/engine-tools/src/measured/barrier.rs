//! What the instruments need to know of Barrier.

use super::{Benchmark, Measured};
use std::ops::RangeInclusive;
use tablero_games::rules::barrier::board::walks;
use tablero_games::rules::barrier::{Barrier, Squares};
use tablero_games::rules::{Game, Seat};

impl Measured for Barrier {
    const BENCHMARK: Benchmark = Benchmark {
        depth: 10,
        positions: &[
            "....../....../..B.../....#./..W##./...... b",
            "......../......../......../...B..../....W.../......../......../........ w",
            "......../......../......../...###W./.B###.../......../......../........ w",
            "......../......../....W##./...####./.####.../.##B..../......../........ w",
            "........../........../........../........../....W...../.....B..../........../........../........../.......... w",
            "....W...../....#...../....##..../.....#..../....##..../.....#..../.....#..../....B#..../........../.......... b",
            "....###.../....#.W.../....##..../.....#..../....##..../....B#..../..####..../..####..../........../.......... w",
        ],
    };

    /// The placements of both knights.
    fn opening_plies(_: &Barrier) -> RangeInclusive<usize> {
        2..=2
    }

    fn book(start: &Barrier) -> Option<&'static str> {
        match start.setup().size() {
            5 => Some(include_str!("../../books/barrier-5.txt")),
            6 => Some(include_str!("../../books/barrier-6.txt")),
            7 => Some(include_str!("../../books/barrier-7.txt")),
            8 => Some(include_str!("../../books/barrier-8.txt")),
            9 => Some(include_str!("../../books/barrier-9.txt")),
            10 => Some(include_str!("../../books/barrier-10.txt")),
            _ => None,
        }
    }

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
