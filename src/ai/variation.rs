//! A move and what follows it.

use super::score::Score;

/// A move, what follows it, and what that is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// The value for the seat to move at the root.
    pub score: Score,
    /// The move and the best play after it; never empty.
    pub moves: Vec<M>,
}
