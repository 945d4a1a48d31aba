//! The search interface of Barrier: values, move ordering, and moves as numbers.

use super::{Solver, Weights, evaluate};
use crate::ai::level::Skill;
use crate::ai::score::Score;
use crate::ai::think::Think;
use crate::rules::Game;
use crate::rules::barrier::{Barrier, Move};

/// Maximum memory the solver can use, in bytes.
const SOLVER_BYTES_MAX: usize = 64 << 20;
/// The number of squares that a walk blocks: those it leaves and passes.
const BLOCKED_BY_WALK: u32 = 3;

/// An upper bound on the plies left, for a win or a loss of unknown length. It is odd for a win and even for a loss.
/// The squares under the knights are never blocked.
fn plies_left_max(position: &Barrier, wins: bool) -> usize {
    let free = position.squares().len() - position.blocked().len();
    let placements = if position.is_walking() { 0 } else { 2 };
    let plies = (free.saturating_sub(2) / BLOCKED_BY_WALK + placements) as usize;
    plies + usize::from(plies.is_multiple_of(2) == wins)
}

impl Think for Barrier {
    type Weights = Weights;
    type Oracle = Solver;
    const SLOTS: usize = 2 * 128;
    const LOGIT: i32 = 800;
    const REDUCTION: f32 = 0.0;
    const HAS_QUIET: bool = false;
    const RATINGS: &'static [u16] = &[940, 1119, 1289, 1500, 1687, 1894, 2064];
    const SKILLS: &'static [Skill] = &[
        Skill { depth: 1, nodes: 3_000, blur: 130, candidates: 6, overlooks: 62, oracle_nodes: 0 },
        Skill { depth: 1, nodes: 3_000, blur: 50, candidates: 6, overlooks: 4, oracle_nodes: 0 },
        Skill { depth: 2, nodes: 6_000, blur: 40, candidates: 6, overlooks: 3, oracle_nodes: 0 },
        Skill { depth: 3, nodes: 20_000, blur: 22, candidates: 6, overlooks: 0, oracle_nodes: 0 },
        Skill { depth: 4, nodes: 20_000, blur: 27, candidates: 6, overlooks: 0, oracle_nodes: 0 },
        Skill { depth: 5, nodes: 25_000, blur: 14, candidates: 3, overlooks: 0, oracle_nodes: 110 },
    ];

    const SOLVED: bool = true;

    /// The second player wins from the start on every board but 5×5, where the first one does.
    const SWAP_ADVISED: bool = true;

    fn oracle(bytes: usize) -> Option<Solver> {
        Some(Solver::new(bytes.min(SOLVER_BYTES_MAX)))
    }

    fn probe(
        &self,
        solver: &mut Solver,
        nodes: u64,
        should_stop: &mut dyn FnMut() -> bool,
    ) -> Option<(Vec<Move>, Score)> {
        solver.limit_nodes(nodes);
        let (m, verdict) = solver.best(self, should_stop)?;
        let plies = verdict.plies.map_or_else(|| plies_left_max(self, verdict.wins), |plies| plies as usize);
        Some((vec![m], if verdict.wins { Score::win_in(plies) } else { Score::loss_in(plies) }))
    }

    fn evaluate(&self, weights: &Weights) -> i32 {
        evaluate(self, weights)
    }

    fn is_forced(&self) -> bool {
        false
    }

    fn order(&self) -> impl Fn(Move) -> i32 {
        |m| {
            let mut next = *self;
            next.play_unchecked(m);
            -20 * next.count_moves() as i32
        }
    }

    fn slots(&self, m: Move) -> [usize; 2] {
        match m {
            Move::Place(square) => [usize::from(square.0); 2],
            Move::Walk { walk, .. } => [usize::from(walk.target.0), 128 + usize::from(walk.corner.0)],
        }
    }

    fn code(m: Move) -> u32 {
        match m {
            Move::Place(square) => u32::from(square.0),
            Move::Walk { from, walk } => {
                1 << 24 | u32::from(from.0) << 16 | u32::from(walk.corner.0) << 8 | u32::from(walk.target.0)
            }
        }
    }

    fn decode(&self, _: u32) -> Option<Move> {
        None
    }

    /// A walk takes three squares, and the game ends when about half of the board is taken.
    fn turns_left(&self) -> u32 {
        let free = self.squares().0.count_ones() - self.blocked().0.count_ones();
        (free / 12 + 1).max(2)
    }
}
