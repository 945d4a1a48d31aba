//! The engines: search results agree with exhaustive search.

mod analysis;
mod games;
mod guided;
mod minimax;
mod promises;
mod sacrifices;
mod solved;
mod tactics;
mod values;
mod naive_knights;
mod barrier;
mod dvonn;
