//! Evaluation of positions that are too big to solve.

use super::bitboard::Bitboard;
use super::search::ReducedPosition;
use super::solver::{is_small, reduced};
use crate::rules::barrier::Barrier;

/// Evaluation weights, in hundredths of a unit. They were fitted so that the logistic function of a unit best predicts
/// the winner of 16,000 solved positions from random games on boards from 6×6 to 10×10; the sign alone is right for six
/// positions in seven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Having the move.
    pub turn: i32,
    /// A square the knight can reach now: own; the opponent's.
    pub targets: [i32; 2],
    /// A sequence of two walks from here: own; the opponent's.
    pub pairs: [i32; 2],
    /// Each square that only the own knight can reach, minus those only the opponent's can.
    pub own_squares: i32,
    /// Each walk by which the upper bound for the own knight exceeds the opponent's, once the knights cannot meet any
    /// more.
    pub walks_apart: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { turn: 87, targets: [24, 39], pairs: [9, 6], own_squares: 7, walks_apart: 88 }
    }
}

/// The evaluation of a position with both knights on the board, for the seat to move, in hundredths; 0 before both are
/// placed. Solving the position is better if there is time for it.
pub fn evaluate(position: &Barrier, weights: &Weights) -> i32 {
    if !position.is_walking() {
        0
    } else if is_small(position) {
        evaluate_as::<u64>(position, weights)
    } else {
        evaluate_as::<u128>(position, weights)
    }
}

fn evaluate_as<W: Bitboard>(position: &Barrier, weights: &Weights) -> i32 {
    let Some(reduced) = reduced::<W>(position) else { return 0 };
    let ReducedPosition { knight, reach, other_knight, other_reach } = reduced;
    let [targets, others_targets] = weights.targets;
    let [pairs, others_pairs] = weights.pairs;
    let walk_table = W::walk_table();
    let own = |reach: W, other: W| (reach & !other).len() as i32;
    let walks_apart = if reach & other_reach == W::EMPTY {
        walk_table.most_walks(reach, knight) as i32 - walk_table.most_walks(other_reach, other_knight) as i32
    } else {
        0
    };
    weights.turn + targets * count_targets(reach, knight) - others_targets * count_targets(other_reach, other_knight)
        + pairs * count_pairs(reach, knight)
        - others_pairs * count_pairs(other_reach, other_knight)
        + weights.own_squares * (own(reach, other_reach) - own(other_reach, reach))
        + weights.walks_apart * walks_apart
}

fn count_targets<W: Bitboard>(squares: W, from: u8) -> i32 {
    let targets = W::walk_table().paths(squares, from).fold(W::EMPTY, |set, path| set | W::only(path.target));
    targets.len() as i32
}

fn count_pairs<W: Bitboard>(squares: W, from: u8) -> i32 {
    let walk_table = W::walk_table();
    walk_table.paths(squares, from).map(|path| walk_table.count(squares & !path.covered, path.target) as i32).sum()
}
