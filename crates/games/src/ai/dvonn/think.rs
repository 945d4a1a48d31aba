//! The search interface of DVONN: move ordering, and moves as numbers.

use super::level_deals;
use super::weights::Weights;
use crate::ai::level::Skill;
use crate::ai::think::Think;
use crate::rules::Game;
use crate::rules::dvonn::{Dvonn, GRID, Move, Phase, SPACES, Start};
use crate::rules::hex::{Cell, LONGEST_JUMP};

/// Slots of the history: origin and target, by seat; and target, by seat and by what lies there.
const PATHS: usize = 2 * 64 * 64;
const TARGETS: usize = 2 * 3 * 64;

/// The bits of a code: a space, or origin and target, and the kind.
const STACK: u32 = 1 << 12;
const PASS: u32 = 1 << 13;

/// The move-ordering bonus for a capture, which grows with the height of the captured stack.
const CAPTURED: i32 = 3000;

impl Think for Dvonn {
    type Weights = Weights;
    type Oracle = ();
    const SLOTS: usize = PATHS + TARGETS;
    const LOGIT: i32 = 450;
    const REDUCTION: f32 = 0.8;
    const SWING: i32 = 140;
    const MINOR: i32 = CAPTURED;
    const HAS_QUIET: bool = false;
    const LEVEL_SEEDS: &'static [u32] = &level_deals::LEVEL_DEALS;
    const RATINGS: &'static [u16] = &[657, 935, 1128, 1307, 1500, 1686, 1901, 2090, 2298, 2458, 2628];
    const SKILLS: &'static [Skill] = &[
        Skill { depth: 1, nodes: 3_000, blur: 350, candidates: 12, overlooks: 75, oracle_nodes: 0 },
        Skill { depth: 1, nodes: 3_000, blur: 230, candidates: 6, overlooks: 58, oracle_nodes: 0 },
        Skill { depth: 1, nodes: 3_000, blur: 190, candidates: 6, overlooks: 33, oracle_nodes: 0 },
        Skill { depth: 1, nodes: 3_000, blur: 93, candidates: 6, overlooks: 17, oracle_nodes: 0 },
        Skill { depth: 2, nodes: 6_000, blur: 86, candidates: 6, overlooks: 9, oracle_nodes: 0 },
        Skill { depth: 3, nodes: 15_000, blur: 94, candidates: 6, overlooks: 0, oracle_nodes: 0 },
        Skill { depth: 4, nodes: 20_000, blur: 64, candidates: 6, overlooks: 0, oracle_nodes: 0 },
        Skill { depth: 5, nodes: 25_000, blur: 43, candidates: 6, overlooks: 0, oracle_nodes: 0 },
        Skill { depth: 6, nodes: 30_000, blur: 10, candidates: 6, overlooks: 0, oracle_nodes: 0 },
        Skill { depth: 8, nodes: 55_000, blur: 3, candidates: 6, overlooks: 0, oracle_nodes: 0 },
    ];

    /// Neither seat is ahead during placement.
    fn first_reviewed_ply(setup: &Self::Setup) -> usize {
        let placements = match setup.start {
            Start::Placement => usize::from(SPACES),
            Start::Random => 0,
        };
        placements + 16
    }

    fn evaluate(&self, weights: &Weights) -> i32 {
        weights.value(self)
    }

    /// A pass is forced. The opponent moves after it or the game is over, so the position does not recur.
    fn is_forced(&self) -> bool {
        self.phase() == Phase::Stacking && !self.can_stack(self.seat())
    }

    fn order(&self) -> impl Fn(Move) -> i32 {
        let opponents = self.owned(!self.seat());
        move |m| match m {
            Move::Stack { to, .. } if opponents.has(to) => CAPTURED * self.height(to),
            _ => 0,
        }
    }

    fn slots(&self, m: Move) -> [usize; 2] {
        let seat = self.seat();
        let target = |to: Cell| {
            let kind = if self.owned(seat).has(to) { 0 } else { 1 + usize::from(self.owned(!seat).has(to)) };
            PATHS + (seat.index() * 3 + kind) * 64 + usize::from(to.0)
        };
        let path = |from: Cell, to: Cell| (seat.index() * 64 + usize::from(from.0)) * 64 + usize::from(to.0);
        match m {
            Move::Stack { from, to } => [path(from, to), target(to)],
            Move::Place(space) => [path(space, space), target(space)],
            // Bit 63 is not a space, so no other move ends there.
            Move::Pass => [path(Cell(63), Cell(63)), target(Cell(63))],
        }
    }

    fn code(m: Move) -> u32 {
        match m {
            Move::Place(space) => u32::from(space.0),
            Move::Stack { from, to } => STACK | u32::from(from.0) << 6 | u32::from(to.0),
            Move::Pass => PASS,
        }
    }

    /// All moves onto one stack are one idea.
    fn idea(m: Move) -> u32 {
        match m {
            Move::Stack { to, .. } => STACK | u32::from(to.0),
            _ => Self::code(m),
        }
    }

    fn decode(&self, code: u32) -> Option<Move> {
        let (from, to) = (Cell((code >> 6 & 63) as u8), Cell((code & 63) as u8));
        match (code >> 12, self.phase()) {
            (0, Phase::Placing(_)) => (GRID.all().has(to) && !self.occupied().has(to)).then_some(Move::Place(to)),
            (1, Phase::Stacking) => self.reaches(from, to).then_some(Move::Stack { from, to }),
            (2, Phase::Stacking) => (self.is_forced() && self.can_stack(!self.seat())).then_some(Move::Pass),
            _ => None,
        }
    }

    /// Half of the empty spaces, plus a third of the stacks: each turn of either seat takes one away, and many are cut
    /// off.
    fn turns_left(&self) -> u32 {
        let stacks = self.occupied().len();
        match self.phase() {
            Phase::Placing(_) => (49 - stacks).div_ceil(2) + 16,
            Phase::Stacking => (stacks / 3).max(2),
        }
    }
}

/// Queries on single stacks.
trait Stacks {
    fn height(&self, space: Cell) -> i32;
    fn reaches(&self, from: Cell, to: Cell) -> bool;
}

impl Stacks for Dvonn {
    /// The number of pieces on a space.
    fn height(&self, space: Cell) -> i32 {
        self.heights().iter().enumerate().map(|(bit, slice)| i32::from(slice.has(space)) << bit).sum()
    }

    /// Whether the seat to move may move what is on `from` onto what is on `to`.
    fn reaches(&self, from: Cell, to: Cell) -> bool {
        let occupied = self.occupied();
        let height = self.height(from) as usize;
        self.owned(self.seat()).has(from)
            && occupied.has(to)
            && height <= LONGEST_JUMP
            && (0..6).any(|direction| GRID.jump(from.set(), direction, height) == to.set())
            && (GRID.neighbours(from) & occupied).len() < 6
    }
}
