//! The position and the rules.

use super::board::{GRID, REDS, SPACES, name};
use super::setup::{Setup, Start, deal};
use crate::rules::game::{Ending, Game, Outcome, Reason, Seat, mix};
use crate::rules::hex::{Cell, Cells, LONGEST_JUMP, opposite};
use std::fmt;
use std::ops::ControlFlow;

/// Everything a player decides in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Put the next piece on an empty space.
    Place(Cell),
    /// Move a piece or a stack onto another.
    Stack {
        /// The start.
        from: Cell,
        /// The target.
        to: Cell,
    },
    /// Pass: the player has no move, but the opponent has one (seed 001, E.8 and G.1).
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(space) => write!(f, "{}", name(*space)),
            Move::Stack { from, to } => write!(f, "{}{}", name(*from), name(*to)),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// The two phases of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Pieces are being placed; the number already on the board.
    Placing(u8),
    /// Pieces are being stacked.
    Stacking,
}

/// A piece or stack on a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The owner of the top piece; `None` for a lone DVONN piece.
    pub owner: Option<Seat>,
    /// The number of pieces, at least 1.
    pub height: u32,
    /// The number of DVONN pieces among them.
    pub reds: u32,
}

/// Heights take six bits: a stack has at most 49 pieces.
const HEIGHT_BITS: usize = 6;

/// A position of DVONN. Per-space numbers are stored bit-sliced: one set holds the spaces whose number has bit 0, the
/// next those with bit 1, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dvonn {
    /// The stacks that each seat controls.
    pub(super) owned: [Cells; 2],
    /// The number of DVONN pieces in each stack, bit-sliced.
    pub(super) reds: [Cells; 2],
    /// The heights, bit-sliced.
    pub(super) heights: [Cells; HEIGHT_BITS],
    pub(super) phase: Phase,
    pub(super) seat: Seat,
}

/// Neither player can move, and the controlled pieces are counted (seed 001, G).
pub const COUNT: Reason = Reason("count");

impl Dvonn {
    /// An empty board, White to place.
    pub(super) const EMPTY: Dvonn = Dvonn {
        owned: [Cells::NONE; 2],
        reds: [Cells::NONE; 2],
        heights: [Cells::NONE; HEIGHT_BITS],
        phase: Phase::Placing(0),
        seat: Seat::One,
    };

    /// The phase of the game.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The spaces with a piece or a stack.
    pub fn occupied(&self) -> Cells {
        self.owned[0] | self.owned[1] | self.with_red()
    }

    /// The stacks that contain a DVONN piece, and lone DVONN pieces.
    pub fn with_red(&self) -> Cells {
        self.reds[0] | self.reds[1]
    }

    /// The heights of all stacks, bit-sliced: the set with index i holds the spaces whose height has bit i.
    pub fn heights(&self) -> &[Cells; 6] {
        &self.heights
    }

    /// The stacks that a seat controls.
    pub fn owned(&self, seat: Seat) -> Cells {
        self.owned[seat.index()]
    }

    /// A piece or stack on a space.
    pub fn stack(&self, space: Cell) -> Option<Stack> {
        let owner = Seat::BOTH.into_iter().find(|seat| self.owned(*seat).has(space));
        let stack = Stack { owner, height: sliced(&self.heights, space), reds: sliced(&self.reds, space) };
        (stack.height > 0).then_some(stack)
    }

    /// The number of pieces in the stacks a seat controls.
    pub fn score(&self, seat: Seat) -> u32 {
        let owned = self.owned(seat);
        self.heights.iter().enumerate().map(|(bit, slice)| (*slice & owned).len() << bit).sum()
    }

    /// The stacks that cannot move because all six sides are occupied (seed 001, E.6).
    pub fn surrounded(&self) -> Cells {
        let occupied = self.occupied();
        (0..6).fold(occupied, |inside, direction| inside & GRID.step(occupied, direction))
    }

    /// The stacks of exactly this height, of either owner. A lone DVONN piece has height 1.
    #[inline]
    pub fn of_height(&self, height: usize) -> Cells {
        let slices = self.heights.iter().enumerate();
        slices.fold(GRID.all(), |cells, (bit, slice)| cells & if height >> bit & 1 == 1 { *slice } else { !*slice })
    }

    /// Visits the seat's moves as (direction, distance, target spaces), for every pair that has any.
    #[inline(always)]
    fn visit_jumps<B>(
        &self,
        seat: Seat,
        mut visit: impl FnMut(usize, usize, Cells) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let occupied = self.occupied();
        let mut movers = self.owned(seat) & !self.surrounded();
        for height in 1..=LONGEST_JUMP {
            if movers.is_empty() {
                break;
            }
            let jumping = movers & self.of_height(height);
            if jumping.is_empty() {
                continue;
            }
            movers &= !jumping;
            for direction in 0..6 {
                visit(direction, height, GRID.jump(jumping, direction, height) & occupied)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the seat has a stacking move.
    pub fn can_stack(&self, seat: Seat) -> bool {
        let found =
            self.visit_jumps(
                seat,
                |_, _, to| if to.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) },
            );
        found.is_break()
    }

    /// The number of the seat's stacking moves.
    pub fn count_jumps(&self, seat: Seat) -> u64 {
        let mut count = 0;
        let _ = self.visit_jumps(seat, |_, _, to| {
            count += u64::from(to.len());
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// The seat that places after this number of pieces. White begins, the seats take turns, and White makes the last
    /// placement and the first stacking move (seed 001, D.1 and E.1).
    pub(super) const fn seat_after(placed: u8) -> Seat {
        if placed == SPACES || placed.is_multiple_of(2) { Seat::One } else { Seat::Two }
    }

    fn place(&mut self, space: Cell, placed: u8) {
        let piece = (placed >= REDS).then_some(self.seat);
        self.put_piece(space, piece);
        let placed = placed + 1;
        self.phase = if placed == SPACES { Phase::Stacking } else { Phase::Placing(placed) };
        self.seat = Dvonn::seat_after(placed);
    }

    fn put_piece(&mut self, space: Cell, piece: Option<Seat>) {
        match piece {
            Some(seat) => self.owned[seat.index()].insert(space),
            None => self.reds[0].insert(space),
        }
        self.heights[0].insert(space);
    }

    fn move_stack(&mut self, from: Cell, to: Cell) {
        let height = sliced(&self.heights, from) + sliced(&self.heights, to);
        put_sliced(&mut self.heights, to, height);
        put_sliced(&mut self.heights, from, 0);
        let seat = self.seat.index();
        self.owned[seat].remove(from);
        self.owned[seat].insert(to);
        self.owned[1 - seat].remove(to);
        let moves_red = self.with_red().has(from);
        if moves_red {
            let reds = sliced(&self.reds, from) + sliced(&self.reds, to);
            put_sliced(&mut self.reds, to, reds);
            put_sliced(&mut self.reds, from, 0);
        }
        let occupied = self.occupied();
        if moves_red || GRID.runs(from, occupied) != 1 {
            let linked = GRID.linked(self.with_red(), occupied);
            if linked != occupied {
                self.owned.iter_mut().chain(&mut self.heights).for_each(|slice| *slice &= linked);
            }
        }
    }
}

/// Reads a space's number from these bit slices.
fn sliced(slices: &[Cells], space: Cell) -> u32 {
    slices.iter().enumerate().map(|(bit, slice)| u32::from(slice.has(space)) << bit).sum()
}

/// Writes a space's number into these bit slices.
fn put_sliced(slices: &mut [Cells], space: Cell, number: u32) {
    for (bit, slice) in slices.iter_mut().enumerate() {
        slice.remove(space);
        slice.0 |= u64::from(number >> bit & 1) << space.0;
    }
}

impl Game for Dvonn {
    type Move = Move;
    type Setup = Setup;
    const DRAWS: bool = true;

    fn new(setup: &Setup) -> Self {
        let mut position = Dvonn::EMPTY;
        if setup.start == Start::Random {
            for (space, piece) in deal(setup.deal.unwrap_or_default()) {
                position.put_piece(space, piece);
            }
            position.phase = Phase::Stacking;
        }
        position
    }

    fn setup(&self) -> Setup {
        Setup::default()
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn ending(&self) -> Option<Ending> {
        if self.phase != Phase::Stacking || Seat::BOTH.into_iter().any(|seat| self.can_stack(seat)) {
            return None;
        }
        let outcome = match self.score(Seat::One).cmp(&self.score(Seat::Two)) {
            std::cmp::Ordering::Greater => Outcome::Win(Seat::One),
            std::cmp::Ordering::Less => Outcome::Win(Seat::Two),
            std::cmp::Ordering::Equal => Outcome::Draw,
        };
        Some(Ending { outcome, reason: COUNT })
    }

    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Placing(placed) => u64::from(placed),
            Phase::Stacking => u64::from(SPACES),
        };
        let [low, high] = self.reds;
        let [h0, h1, h2, h3, h4, h5] = self.heights;
        let words =
            [self.owned[0], self.owned[1], low, high, h0, h1, h2, h3, h4, h5, Cells(phase << 1 | self.seat as u64)];
        mix(&words.map(|cells| cells.0))
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.phase != Phase::Stacking {
            for space in GRID.all() & !self.occupied() {
                visit(Move::Place(space))?;
            }
            return ControlFlow::Continue(());
        }
        let mut any = false;
        self.visit_jumps(self.seat, |direction, distance, targets| {
            for to in targets {
                any = true;
                if let Some(from) = GRID.jump(to.set(), opposite(direction), distance).first() {
                    visit(Move::Stack { from, to })?;
                }
            }
            ControlFlow::Continue(())
        })?;
        if !any && self.can_stack(!self.seat) { visit(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    fn count_moves(&self) -> u64 {
        if let Phase::Placing(placed) = self.phase {
            return u64::from(SPACES - placed);
        }
        match self.count_jumps(self.seat) {
            0 => u64::from(self.can_stack(!self.seat)),
            count => count,
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        self.refuse(m).is_none()
    }

    fn play_unchecked(&mut self, m: Move) {
        match (m, self.phase) {
            (Move::Place(space), Phase::Placing(placed)) => self.place(space, placed),
            (Move::Stack { from, to }, _) => {
                self.move_stack(from, to);
                self.seat = !self.seat;
            }
            _ => self.seat = !self.seat,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_move_is_fixed() {
        assert_eq!(std::mem::size_of::<Move>(), 3);
        assert_eq!(std::mem::size_of::<Dvonn>(), 88);
    }
}
