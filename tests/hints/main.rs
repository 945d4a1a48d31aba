//! Hints and the themes of mistakes: their statements are true, they arrive in time, and early stages do not reveal later ones.

mod truth;
mod zertz;
mod dvonn;
mod barrier;
mod proofs;
mod stages;
mod themes;
