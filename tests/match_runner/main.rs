//! Match runs: openings, well-behaved and faulty programs, and results.

mod matches;
mod openings;
mod programs;
mod stage;
