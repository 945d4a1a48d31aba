//! Before a match: [`challenge`] (challenges and their terms) and [`blocks`] (blocked players).

pub mod challenge;
pub mod challenge_storage;
pub mod blocks;

pub use blocks::BlockError;
pub use challenge::{Challenge, ChallengeError, ChallengeState, Side, Terms};
pub use challenge_storage::ChallengeStorage;
