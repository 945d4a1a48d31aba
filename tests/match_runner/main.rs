//! Match runs: openings, well-behaved and faulty programs, and results.

mod contests;
mod openings;
mod programs;
mod stage;
