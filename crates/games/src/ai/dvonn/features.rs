//! Evaluation features of the stacking phase.
//!
//! Every feature is a count for one seat minus the same count for the other, so that a position with the colours
//! swapped has the same features for the seat to move. All features are counted on sets of spaces.

use crate::rules::dvonn::{Dvonn, GRID};
use crate::rules::hex::{Cells, LONGEST_JUMP, opposite};
use crate::rules::{Game, Seat};

/// The number of features.
pub const FEATURES: usize = 48;

/// The features of a position for the seat to move.
pub type Features = [i16; FEATURES];

/// Number of height classes: 1, 2, 3, 4, 5 to 6, 7 and more.
const CLASSES: usize = 6;

/// The intermediate sets for both seats' features.
struct Board {
    occupied: Cells,
    surrounded: Cells,
    lone: Cells,
    red: Cells,
    classes: [Cells; CLASSES],
    /// The stacks by distance in steps from the nearest stack with a DVONN piece: 0, 1, 2, 3, more.
    rings: [Cells; 5],
    /// Stacks with one, two and three neighbours.
    by_neighbours: [Cells; 3],
    /// The mobility of each seat's stacks.
    mobility: [Mobility; 2],
}

/// The mobility of one seat's stacks.
#[derive(Clone, Copy, Default)]
struct Mobility {
    /// Stacks that have a move.
    active: Cells,
    /// Surrounded stacks that would have a move if they were not surrounded.
    latent: Cells,
    /// Spaces onto which a stack can be moved.
    hit: Cells,
    moves: u32,
    latent_moves: u32,
    to_opponent: u32,
    to_lone: u32,
    to_red: u32,
}

impl Mobility {
    #[inline(always)]
    fn of(position: &Dvonn, seat: Seat, board: &Board) -> Mobility {
        let (mut own, opponent) = (position.owned(seat), position.owned(!seat));
        let mut mobility = Mobility::default();
        for height in 1..=LONGEST_JUMP {
            if own.is_empty() {
                break;
            }
            let stacks = own & position.of_height(height);
            if stacks.is_empty() {
                continue;
            }
            own &= !stacks;
            let (free, stuck) = (stacks & !board.surrounded, stacks & board.surrounded);
            for direction in 0..6 {
                let back = opposite(direction);
                if !free.is_empty() {
                    let to = GRID.jump(free, direction, height) & board.occupied;
                    mobility.moves += to.len();
                    mobility.to_opponent += (to & opponent).len();
                    mobility.to_lone += (to & board.lone).len();
                    mobility.to_red += (to & board.red).len();
                    mobility.hit |= to;
                    mobility.active |= GRID.jump(to, back, height);
                }
                if !stuck.is_empty() {
                    let to = GRID.jump(stuck, direction, height) & board.occupied;
                    mobility.latent_moves += to.len();
                    mobility.latent |= GRID.jump(to, back, height);
                }
            }
        }
        mobility
    }
}

impl Board {
    #[inline(always)]
    fn of(position: &Dvonn) -> Board {
        let occupied = position.occupied();
        let red = position.with_red();
        let [h0, h1, h2, h3, h4, h5] = *position.heights();
        let high = h3 | h4 | h5;
        let low = !high & !h2;
        let classes = [
            low & h0 & !h1,
            low & h1 & !h0,
            low & h0 & h1,
            !high & h2 & !h1 & !h0,
            !high & h2 & (h0 ^ h1),
            high | (h2 & h1 & h0),
        ];
        let mut rings = [red, Cells::NONE, Cells::NONE, Cells::NONE, Cells::NONE];
        let mut near = red;
        for ring in &mut rings[1..4] {
            let wider = GRID.spread(near) & occupied;
            *ring = wider & !near;
            near = wider;
        }
        rings[4] = occupied & !near;
        // The number of neighbours, bit-sliced into three bits.
        let (mut ones, mut twos, mut fours) = (Cells::NONE, Cells::NONE, Cells::NONE);
        for direction in 0..6 {
            let neighbour = GRID.step(occupied, direction);
            let carry = ones & neighbour;
            ones = ones ^ neighbour;
            fours |= twos & carry;
            twos = twos ^ carry;
        }
        let by_neighbours = [ones & !twos & !fours, twos & !ones & !fours, ones & twos & !fours];
        let lone = red & !position.owned(Seat::One) & !position.owned(Seat::Two);
        let mut board = Board {
            occupied,
            surrounded: occupied & twos & fours & !ones,
            lone,
            red,
            classes,
            rings,
            by_neighbours,
            mobility: [Mobility::default(); 2],
        };
        board.mobility = Seat::BOTH.map(|seat| Mobility::of(position, seat, &board));
        board
    }

    #[inline(always)]
    fn side(&self, position: &Dvonn, seat: Seat) -> Features {
        let own = position.owned(seat);
        let opponent = position.owned(!seat);
        let mobility = &self.mobility[seat.index()];
        let threats = self.mobility[(!seat).index()].hit;
        let pieces = |cells: Cells| -> i16 {
            position.heights().iter().enumerate().map(|(bit, slice)| ((*slice & cells).len() << bit) as i16).sum()
        };
        let count = |cells: Cells| cells.len() as i16;
        let mut f = [0; FEATURES];
        for (class, stacks) in self.classes.into_iter().enumerate() {
            let stacks = stacks & own;
            f[class] = count(stacks & mobility.active);
            f[CLASSES + class] = count(stacks & mobility.latent);
            f[2 * CLASSES + class] = count(stacks) - f[class] - f[CLASSES + class];
        }
        f[18] = pieces(own);
        f[19] = mobility.moves as i16;
        f[20] = mobility.latent_moves as i16;
        f[21] = mobility.to_opponent as i16;
        f[22] = mobility.to_lone as i16;
        f[23] = mobility.to_red as i16;
        f[24] = count(mobility.hit & opponent);
        f[25] = pieces(mobility.hit & opponent);
        for (ring, stacks) in self.rings.into_iter().enumerate() {
            f[26 + ring] = count(stacks & own);
            f[31 + ring] = pieces(stacks & own);
        }
        for (neighbours, stacks) in self.by_neighbours.into_iter().enumerate() {
            f[36 + neighbours] = count(stacks & own & !self.red);
        }
        f[39] = count(mobility.active & !threats);
        f[40] = pieces(own & !threats);
        f[41] = count(mobility.active & self.red);
        f[42] = pieces(mobility.active & self.red);
        f[43] = pieces(mobility.active);
        f[44] = count(GRID.spread(self.lone) & own);
        f[45] = count(mobility.hit & own);
        f[46] = pieces(mobility.hit & opponent & self.red);
        f
    }
}

/// The number of inputs of the net: the states of each bit of a word of spaces, up to the last space.
pub const INPUTS: usize = BITS * STATES;
/// The number of bits used in a word of spaces.
pub const BITS: usize = 59;
/// The states of a space: a stack of the seat to move or of the other, with or without a DVONN piece, in one of the
/// height classes; or a lone DVONN piece.
pub const STATES: usize = 2 * 2 * CLASSES + 1;

/// Computes the features of a position for the seat to move, and calls `input` for each active input.
pub fn extract(position: &Dvonn, mut input: impl FnMut(usize)) -> Features {
    let board = Board::of(position);
    let seat = position.seat();
    let mut state = 0;
    for side in [seat, !seat] {
        for with_red in [!board.red, board.red] {
            let stacks = position.owned(side) & with_red;
            for class in board.classes {
                (stacks & class).for_each(|space| input(usize::from(space.0) * STATES + state));
                state += 1;
            }
        }
    }
    board.lone.for_each(|space| input(usize::from(space.0) * STATES + state));
    let (mine, theirs) = (board.side(position, seat), board.side(position, !seat));
    let mut difference: Features = std::array::from_fn(|feature| mine[feature] - theirs[feature]);
    difference[FEATURES - 1] = 1;
    difference
}
