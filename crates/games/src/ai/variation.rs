//! A move and its continuation.

use super::score::Score;

/// A move, its continuation and the resulting score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// The score for the seat to move at the root.
    pub score: Score,
    /// The move and the best play after it; never empty.
    pub moves: Vec<M>,
}
