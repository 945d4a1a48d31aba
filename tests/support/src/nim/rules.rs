//! The rules, and entering a move in steps: the heap, then the number of stones.

use std::fmt;
use std::ops::ControlFlow;
use tablero_games::rules::{Ending, Game, Guide, Reason, Seat, Steps};

/// The names of the heaps.
pub const HEAPS: [&str; 3] = ["red", "green", "blue"];

tablero_games::options! {
    pub struct Setup {
        /// The numbers of stones in the heaps.
        variant: "345" | "357";
        /// What becomes of the player who takes the last stone.
        last: "wins" | "loses";
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nim {
    pub heaps: [u8; 3],
    pub seat: Seat,
    pub setup: Setup,
}

impl Game for Nim {
    type Move = Move;
    type Setup = Setup;
    const DRAWS: bool = false;

    fn new(setup: &Setup) -> Nim {
        let heaps = if setup.variant == "357" { [3, 5, 7] } else { [3, 4, 5] };
        Nim { heaps, seat: Seat::One, setup: Setup { last: setup.last, ..Setup::default() } }
    }

    fn setup(&self) -> Setup {
        self.setup
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn ending(&self) -> Option<Ending> {
        // The seat that is not to move has taken the last stone.
        let (winner, reason) = if self.setup.last == "loses" { (self.seat, "left") } else { (!self.seat, "taken") };
        (self.heaps == [0; 3]).then_some(Ending::win(winner, Reason(reason)))
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
    const QUESTION_KEYS: &'static [&'static str] = &["heap", "count"];

    fn question(&self, _picked: &[Pick], next: Pick) -> Option<&'static str> {
        Some(if matches!(next, Pick::Heap(_)) { "heap" } else { "count" })
    }

    fn pick(&self, m: Move, number: usize) -> Option<Pick> {
        [Pick::Heap(m.heap), Pick::Count(m.count)].get(number).copied()
    }

    fn path(&self, m: Move) -> Vec<Guide> {
        vec![Guide::mark(format!("{}1", (b'a' + m.heap) as char))]
    }
}
