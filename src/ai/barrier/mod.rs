//! What the engine knows of Barrier: it solves it.
//!
//! In reading order: `ground` (squares and walks as machine words), `memory` (what was found before), [`value`] (who
//! wins, and when), `search` (the proof), [`symmetry`], [`openings`] (the solved placements), [`solver`] (the move to
//! play), [`evaluate`](mod@evaluate) (what is too big to solve), `think` (what the common search is told). `docs/barrier.md` has
//! what came out.

mod ground;
mod memory;
pub mod value;
mod search;
pub mod symmetry;
pub mod openings;
pub mod solver;
pub mod evaluate;
mod think;
mod reasons;

pub use evaluate::{Weights, evaluate};
pub use reasons::are_apart;
pub use solver::Solver;
pub use value::Verdict;
