//! Evaluation features of the placement phase.
//!
//! Every feature is a count for White minus the same count for Black: White makes the first move of the second phase
//! whichever seat places now, so the colours are not symmetric here.

use crate::rules::dvonn::{Dvonn, GRID, Phase, SPACES};
use crate::rules::hex::Cells;
use crate::rules::{Game, Seat};

/// The number of features.
pub const FEATURES: usize = 24;
/// The number of inputs of the net: a white, a black or a DVONN piece on each bit of a word of spaces.
pub const INPUTS: usize = super::features::BITS * STATES;

/// The features of a position for White.
pub type Features = [i16; FEATURES];

/// The states of a space that are inputs of the net: each kind of piece that can stand on it.
pub const STATES: usize = 3;

/// The number of pieces placed.
pub fn placed(position: &Dvonn) -> u32 {
    match position.phase() {
        Phase::Placing(placed) => u32::from(placed),
        Phase::Stacking => u32::from(SPACES),
    }
}

/// The intermediate sets for both colours' features.
struct Board {
    red: Cells,
    /// Spaces with fewer than six neighbours; in `corners`, those with three.
    border: Cells,
    corners: Cells,
    /// The spaces by distance in steps from the nearest DVONN piece: 1, 2, 3, more.
    rings: [Cells; 4],
    /// For each DVONN piece, the spaces within one step, two steps, and so on.
    reach: [[Cells; REACH]; 3],
}

/// The largest distance from a DVONN piece, in steps.
const REACH: usize = 10;

impl Board {
    fn of(position: &Dvonn) -> Board {
        let (all, red) = (GRID.all(), position.with_red());
        let neighbours = Counts::of_neighbours(all);
        let mut rings = [Cells::NONE; 4];
        let mut near = red;
        for ring in rings.iter_mut().take(3) {
            let wider = GRID.spread(near) & all;
            *ring = wider & !near;
            near = wider;
        }
        rings[3] = if red.is_empty() { Cells::NONE } else { all & !near };
        let mut reach = [[all; REACH]; 3];
        for (steps, space) in reach.iter_mut().zip(red) {
            let mut within = space.set();
            for step in steps.iter_mut() {
                within = GRID.spread(within) & all;
                *step = within;
            }
        }
        let corners = neighbours.equal(3);
        Board { red, border: !neighbours.equal(6) & all, corners, rings, reach }
    }

    fn side(&self, position: &Dvonn, seat: Seat) -> Features {
        let (own, opponent) = (position.owned(seat), position.owned(!seat));
        let empty = GRID.all() & !position.occupied();
        let (friends, foes, free) =
            (Counts::of_neighbours(own), Counts::of_neighbours(opponent), Counts::of_neighbours(empty));
        let count = |cells: Cells| (cells & own).len() as i16;
        let mut f = [0; FEATURES];
        for (feature, ring) in self.rings.into_iter().enumerate() {
            f[feature] = count(ring);
        }
        f[4] = count(self.corners);
        f[5] = count(self.border);
        f[6] = count(self.border & self.rings[0]);
        f[7] = friends.sum(own & self.border);
        f[8] = foes.sum(own & self.border);
        f[9] = friends.sum(own);
        f[10] = free.sum(own);
        // A space outside a given number of steps is one step farther.
        f[11] = self.reach.iter().flatten().map(|within| count(!*within)).sum();
        for number in 0..6 {
            f[12 + number] = count(friends.equal(number));
        }
        for (feature, number) in [0, 1, 2].into_iter().enumerate() {
            f[18 + feature] = count(foes.equal(number) & self.border);
        }
        f[21] = count(GRID.spread(self.red & self.border));
        f[22] = (GRID.spread(own) & self.red).len() as i16;
        f
    }
}

/// The number of a set's members next to each space, bit-sliced into three bits.
struct Counts([Cells; 3]);

impl Counts {
    fn of_neighbours(cells: Cells) -> Counts {
        let mut bits = [Cells::NONE; 3];
        for direction in 0..6 {
            let mut carry = GRID.step(cells, direction);
            for bit in &mut bits {
                (*bit, carry) = (*bit ^ carry, *bit & carry);
            }
        }
        Counts(bits)
    }

    /// The spaces with exactly this count.
    fn equal(&self, number: usize) -> Cells {
        let bits = self.0.iter().enumerate();
        bits.fold(Cells(u64::MAX), |cells, (bit, slice)| cells & if number >> bit & 1 == 1 { *slice } else { !*slice })
    }

    /// The sum of the counts of these spaces.
    fn sum(&self, cells: Cells) -> i16 {
        self.0.iter().enumerate().map(|(bit, slice)| ((*slice & cells).len() << bit) as i16).sum()
    }
}

/// Computes the features of a position for White, and calls `input` for each active input.
pub fn extract(position: &Dvonn, mut input: impl FnMut(usize)) -> Features {
    let board = Board::of(position);
    let states = [position.owned(Seat::One), position.owned(Seat::Two), board.red];
    for (state, cells) in states.into_iter().enumerate() {
        cells.for_each(|space| input(usize::from(space.0) * STATES + state));
    }
    let (white, black) = (board.side(position, Seat::One), board.side(position, Seat::Two));
    let mut difference: Features = std::array::from_fn(|feature| white[feature] - black[feature]);
    difference[FEATURES - 1] = i16::from(position.seat() == Seat::One);
    difference
}
