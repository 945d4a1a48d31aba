//! The engines: what the search finds is what there is to find.

mod analysis;
mod games;
mod minimax;
mod promises;
mod sacrifices;
mod solved;
mod tactics;
mod values;
mod naive_knights;
mod barrier;
mod dvonn;
