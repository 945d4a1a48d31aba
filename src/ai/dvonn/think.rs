//! DVONN for the search: values, guesses, and moves as numbers.

use crate::ai::level::{Level, Skill};
use crate::ai::think::Think;
use crate::rules::Game;
use crate::rules::dvonn::{Dvonn, Move, Phase};
use crate::rules::hex::Cell;

/// The levels below the highest, the lowest first.
const SKILLS: [Skill; 7] = [
    Skill { depth: 1, nodes: 500, follows: true, blur: 400 },
    Skill { depth: 1, nodes: 1_000, follows: true, blur: 200 },
    Skill { depth: 2, nodes: 3_000, follows: true, blur: 150 },
    Skill { depth: 2, nodes: 6_000, follows: true, blur: 60 },
    Skill { depth: 3, nodes: 20_000, follows: true, blur: 30 },
    Skill { depth: 5, nodes: 100_000, follows: true, blur: 10 },
    Skill { depth: 8, nodes: 1_000_000, follows: true, blur: 0 },
];

impl Think for Dvonn {
    type Weights = ();
    type Oracle = ();
    const SLOTS: usize = 2 * 64 * 64;
    const REDUCTION: f32 = 0.35;

    const QUIET: i32 = 0;

    fn skill(level: Level) -> Option<Skill> {
        SKILLS.get(usize::from(level.number()) - 1).copied()
    }

    fn evaluate(&self, (): &()) -> i32 {
        let (me, you) = (self.seat(), !self.seat());
        let score = self.score(me) as i32 - self.score(you) as i32;
        let moves = self.count_jumps(me) as i32 - self.count_jumps(you) as i32;
        100 * score + 30 * moves
    }

    /// Who can only pass is forced.
    fn is_forced(&self) -> bool {
        self.phase() == Phase::Stacking && !self.can_stack(self.seat())
    }

    fn guess(&self, m: Move) -> i32 {
        match m {
            Move::Stack { to, .. } if self.owned(!self.seat()).has(to) => 100,
            _ => 0,
        }
    }

    fn slots(&self, m: Move) -> [usize; 2] {
        let half = self.seat().index() * 64 * 64;
        match m {
            Move::Place(space) => [half + usize::from(space.0); 2],
            Move::Stack { from, to } => [half + usize::from(from.0) * 64 + usize::from(to.0); 2],
            Move::Pass => [half; 2],
        }
    }

    fn code(m: Move) -> u32 {
        match m {
            Move::Place(space) => u32::from(space.0),
            Move::Stack { from, to } => 1 << 12 | u32::from(from.0) << 6 | u32::from(to.0),
            Move::Pass => 1 << 13,
        }
    }

    fn decode(&self, code: u32) -> Option<Move> {
        let cell = |bits: u32| Cell((bits & 63) as u8);
        let m = match code >> 12 {
            0 => Move::Place(cell(code)),
            1 => Move::Stack { from: cell(code >> 6), to: cell(code) },
            _ => return None,
        };
        self.is_legal(m).then_some(m)
    }

    /// Half the spaces that are empty, and then a third of the stacks: each turn of either seat takes one away, and
    /// many are cut off.
    fn turns_left(&self) -> u32 {
        let stacks = self.occupied().len();
        match self.phase() {
            Phase::Placing(_) => (49 - stacks).div_ceil(2) + 16,
            Phase::Stacking => (stacks / 3).max(2),
        }
    }
}
