//! The rules, and entering a move in steps: the heap, then the number of stones.

use std::fmt;
use std::ops::ControlFlow;
use tablero::rules::setup::{OptionSpec, Values};
use tablero::rules::{Ending, Example, Fact, Facts, Game, Guide, Reason, Seat, Steps};

/// The names of the heaps.
pub const HEAPS: [&str; 3] = ["red", "green", "blue"];
/// The most stones in a heap.
pub const STONES_MAX: u8 = 7;

const TAKEN: Reason = Reason("taken");
const LEFT: Reason = Reason("left");

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Whether the heaps are larger: 3, 5 and 7 instead of 3, 4 and 5.
    pub is_large: bool,
    /// Whether who takes the last stone loses.
    pub is_misere: bool,
}

impl tablero::rules::Setup for Setup {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { key: "variant", values: Values::OneOf(&["345", "357"]), mentions_default: true },
        OptionSpec { key: "last", values: Values::OneOf(&["wins", "loses"]), mentions_default: false },
    ];

    fn set(&mut self, key: &str, value: &str) -> bool {
        match (key, value) {
            ("variant", "345" | "357") => self.is_large = value == "357",
            ("last", "wins" | "loses") => self.is_misere = value == "loses",
            _ => return false,
        }
        true
    }

    fn get(&self, key: &str) -> Option<String> {
        match key {
            "variant" => Some(if self.is_large { "357" } else { "345" }.to_owned()),
            "last" => Some(if self.is_misere { "loses" } else { "wins" }.to_owned()),
            _ => None,
        }
    }
}

/// So many stones from one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub heap: u8,
    pub count: u8,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Pick::Heap(self.heap), self.count)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim {
    pub heaps: [u8; 3],
    pub seat: Seat,
    pub is_misere: bool,
}

impl Game for Nim {
    type Move = Move;
    type Setup = Setup;
    const DRAWS: bool = false;

    fn new(setup: &Setup) -> Nim {
        let heaps = if setup.is_large { [3, 5, 7] } else { [3, 4, 5] };
        Nim { heaps, seat: Seat::One, is_misere: setup.is_misere }
    }

    fn setup(&self) -> Setup {
        Setup { is_large: false, is_misere: self.is_misere }
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn ending(&self) -> Option<Ending> {
        // The seat that is not to move has taken the last stone.
        let ending = if self.is_misere { Ending::win(self.seat, LEFT) } else { Ending::win(!self.seat, TAKEN) };
        (self.heaps == [0; 3]).then_some(ending)
    }

    fn key(&self) -> u64 {
        let [red, green, blue] = self.heaps.map(u64::from);
        let state = red | green << 8 | blue << 16 | (self.seat as u64) << 24 | u64::from(self.is_misere) << 25;
        (state + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        for (heap, stones) in (0..).zip(self.heaps) {
            for count in 1..=stones {
                visit(Move { heap, count })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&mut self, m: Move) {
        let stones = &mut self.heaps[usize::from(m.heap)];
        *stones = stones.saturating_sub(m.count);
        self.seat = !self.seat;
    }
}

/// One choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pick {
    Heap(u8),
    Count(u8),
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::Heap(heap) => f.write_str(["R", "G", "B"][usize::from(*heap)]),
            Pick::Count(count) => write!(f, "{count}"),
        }
    }
}

impl Steps for Nim {
    type Pick = Pick;
    const PICK_LABELS: &'static [(&'static str, &'static str)] = &[("R", "red"), ("G", "green"), ("B", "blue")];

    fn pick(&self, m: Move, number: usize) -> Option<Pick> {
        [Pick::Heap(m.heap), Pick::Count(m.count)].get(number).copied()
    }

    fn path(&self, m: Move) -> Vec<Guide> {
        vec![Guide::mark(format!("{}1", (b'a' + m.heap) as char))]
    }
}

impl Facts for Nim {
    const EXAMPLES: &'static [Example] = &[
        Example { about: "taking", setup: "345", moves: "B2", spotlight: "B", guides: "" },
        Example { about: "balance", setup: "345", moves: "R2", spotlight: "R G B", guides: "" },
        Example { about: "ending", setup: "345", moves: "R3 G4 B5", spotlight: "B", guides: "" },
    ];
    const ENDINGS: &'static [&'static str] = &["win-taken", "win-left"];

    fn facts(&self) -> Vec<Fact> {
        HEAPS.into_iter().zip(self.heaps).map(|(heap, stones)| Fact::new(heap, stones.to_string())).collect()
    }
}
