//! The DVONN engine's evaluation and move ordering.
//!
//! In reading order: [`features`] (features of the stacking phase), [`net`] (the neural net over features and spaces),
//! [`placing`] (features of the placement phase), [`weights`] (the fitted weights), `think` (move ordering, and moves
//! as numbers), `effects` (what a move captures and cuts off), `endings` (results with best play), `positional` and
//! `reasons` (explanations of moves), `themes` (explanations of mistakes).

pub mod features;
pub mod net;
pub mod placing;
pub mod weights;
mod think;
pub(crate) mod effects;
mod defeat;
mod endings;
mod level_deals;
mod positional;
mod reasons;
mod themes;
mod turned;

pub use features::{FEATURES, Features};
pub use weights::Weights;
