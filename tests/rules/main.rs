//! The rules: one law suite for all games, a naive implementation to compare with, recorded numbers, and the
//! sentences of the seeds.

mod naive;
mod laws;
mod agreement;
mod numbers;
