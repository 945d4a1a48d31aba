//! The engines.

mod naive_knights;
mod barrier;
