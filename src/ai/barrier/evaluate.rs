//! Evaluation of positions that are too big to solve.

use super::ground::Word;
use super::search::Duel;
use super::solver::{duel, is_small};
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
        weigh::<u64>(position, weights)
    } else {
        weigh::<u128>(position, weights)
    }
}

fn weigh<W: Word>(position: &Barrier, weights: &Weights) -> i32 {
    let Some(duel) = duel::<W>(position) else { return 0 };
    let Duel { place, reach, other_place, other_reach } = duel;
    let [targets, others_targets] = weights.targets;
    let [pairs, others_pairs] = weights.pairs;
    let ground = W::ground();
    let own = |reach: W, other: W| (reach & !other).len() as i32;
    let walks_apart = if reach & other_reach == W::EMPTY {
        ground.most_walks(reach, place) as i32 - ground.most_walks(other_reach, other_place) as i32
    } else {
        0
    };
    weights.turn + targets * count_targets(reach, place) - others_targets * count_targets(other_reach, other_place)
        + pairs * count_pairs(reach, place)
        - others_pairs * count_pairs(other_reach, other_place)
        + weights.own_squares * (own(reach, other_reach) - own(other_reach, reach))
        + weights.walks_apart * walks_apart
}

fn count_targets<W: Word>(squares: W, from: u8) -> i32 {
    let targets = W::ground().paths(squares, from).fold(W::EMPTY, |set, path| set | W::only(path.target));
    targets.len() as i32
}

fn count_pairs<W: Word>(squares: W, from: u8) -> i32 {
    let ground = W::ground();
    ground.paths(squares, from).map(|path| ground.count(squares & !path.covered, path.target) as i32).sum()
}
