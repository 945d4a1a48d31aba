//! The Barrier engine, which solves positions exactly.
//!
//! In reading order: `bitboard` (squares and walks as machine words), `proof_table` (the table of known values),
//! [`value`] (who wins, and when), `search` (the proof), [`symmetry`], [`openings`] (the solved placements), [`solver`]
//! (the move to play), [`evaluate`](mod@evaluate) (positions too big to solve), `think` (the interface to the common
//! search). The results are in `docs/barrier.md`.

mod bitboard;
mod proof_table;
pub mod value;
mod search;
pub mod symmetry;
pub mod openings;
pub mod solver;
pub mod evaluate;
mod think;
mod room;
mod resistance;
mod defeat;
mod reasons;
mod themes;
mod turned;

pub use evaluate::{Weights, evaluate};
pub use room::are_apart;
pub use solver::Solver;
pub use value::Verdict;
