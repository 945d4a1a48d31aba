//! What the search is told about Barrier.

mod reasons;
mod think;
