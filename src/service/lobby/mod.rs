//! Before a match: [`challenge`] (challenges and their terms), [`challenge_code`] (accepting from another chat) and [`blocks`] (blocked players).

pub mod challenge;
pub mod challenge_code;
pub mod blocks;

pub use blocks::BlockError;
pub use challenge::{Challenge, ChallengeError, ChallengeState, NewLocation, Side, Terms};
pub use challenge_code::ChallengeCode;
