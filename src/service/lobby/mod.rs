//! Before a match: [`challenge`] (proposing and accepting one) and [`blocks`] (who does not play with whom).

pub mod challenge;
pub mod blocks;

pub use blocks::BlockError;
pub use challenge::{Challenge, ChallengeError, ChallengeState, Side, Terms};
