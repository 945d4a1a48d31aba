//! Hints and themes of mistakes are true and arrive in time, and the early stages of hints do not reveal later ones.

mod findings;
mod proofs;
mod stages;
mod themes;
mod defeats;
