//! What the search is told about Barrier.

mod reasons;
mod think;

pub use reasons::are_apart;
