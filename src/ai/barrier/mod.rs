//! What the search is told about Barrier.

mod think;
