//! What the engine knows of Barrier: it solves it.
//!
//! In reading order: `ground` (squares and walks as machine words), `memory` (what was found before), [`value`] (who
//! wins, and when), `search` (the proof), `symmetry`, [`openings`] (the solved placements), [`solver`] (the move to
//! play), `think` (what the common search is told).

mod ground;
mod memory;
pub mod value;
mod search;
pub mod symmetry;
pub mod openings;
pub mod solver;
mod think;

pub use solver::Solver;
pub use value::Verdict;
