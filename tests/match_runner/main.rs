//! Matches: their openings, programs that behave and programs that do not, and what comes out.

mod contests;
mod openings;
mod programs;
mod stage;
