//! What the instruments need to know of ZÈRTZ.

use super::{Benchmark, Measured};
use std::ops::RangeInclusive;
use tablero_games::rules::zertz::{Variant, Zertz};
use tablero_games::rules::{Game, Seat};

impl Measured for Zertz {
    const BENCHMARK: Benchmark = Benchmark {
        depth: 3,
        positions: &[
            "37 automatic oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1",
            "37 automatic oooo/ooooo/ooooo./.oBooBo/ooooGo/oooo./oo.o 6,6,8 0,1,0 0,0,0 2",
            "37 automatic B.B./ooooo/Boooo./.oBoooo/oooooo/oooB./oo.. 6,6,5 0,1,0 0,1,0 2",
            "37 automatic B.o./.ooo./Boooo./.oBoooo/BooBoo/.ooB./oo.. 5,5,4 0,1,0 1,2,0 1",
            "48 automatic ooooo/oooooo/oooooo./oooooooo/ooooBo./.ooooo/ooooo/oo.o 6,7,7 0,0,2 0,1,0 2",
            "48 automatic .B.o./oooooo/.ooooo./oooooooo/.oooBo./.oBooo/oo.oo/o..o 6,6,1 0,0,4 0,2,2 1",
            "blitz automatic oo.o/.oooo/oooooo/ooooooo/ooGoo./ooBoo/oo.. 5,4,7 0,1,0 0,1,1 1",
            "37 optional oooo/Booo./ooBooo/.oooooo/ooooo./ooo.o/B... 5,6,6 1,1,0 0,1,1 2",
        ],
    };

    /// Two to four turns.
    fn opening_plies(_: &Zertz) -> RangeInclusive<usize> {
        2..=4
    }

    fn book(start: &Zertz) -> Option<&'static str> {
        match start.setup().variant {
            Variant::Rings37 => Some(include_str!("../../books/zertz-37.txt")),
            Variant::Rings40 => Some(include_str!("../../books/zertz-40.txt")),
            Variant::Rings43 => Some(include_str!("../../books/zertz-43.txt")),
            Variant::Rings44 => Some(include_str!("../../books/zertz-44.txt")),
            Variant::Rings48 => Some(include_str!("../../books/zertz-48.txt")),
            Variant::Rings61 => Some(include_str!("../../books/zertz-61.txt")),
            Variant::Blitz => Some(include_str!("../../books/zertz-blitz.txt")),
        }
    }

    /// The captured marbles, each weighted by its share of the goal of its colour, in sixtieths: with 37 rings a white
    /// one is worth 15, a grey one 12 and a black one 10.
    fn worth(&self, seat: Seat) -> i32 {
        let goals = self.setup().variant.goals();
        let held = |seat| -> i32 {
            let captured = self.captured(seat).into_iter().zip(goals);
            captured.map(|(count, goal)| i32::from(count) * 60 / i32::from(goal)).sum()
        };
        held(seat) - held(!seat)
    }
}
