//! What the search is told about DVONN.
//!
//! In reading order: [`features`] (what is counted while pieces are stacked), [`net`] (what that and the places of
//! the stacks add up to), [`placing`] (what a placement is worth), [`weights`] (the numbers, written by a command),
//! `think` (guesses, and moves as numbers), `reasons` (why a move is good).

pub mod features;
pub mod net;
pub mod placing;
pub mod weights;
mod think;
mod reasons;

pub use features::{FEATURES, Features};
pub use weights::Weights;
