//! Hints: what they say is true, they come in time, and their stages keep their secrets.

mod truth;
mod zertz;
mod dvonn;
mod barrier;
mod proofs;
mod stages;
