//! The rules: one suite of laws for all games, a naive implementation for comparison, recorded numbers, and the
//! sentences of the seeds.

mod laws;
mod agreement;
mod numbers;
mod docs;
mod records;
mod facts;
mod swap;
mod seeds_help;
mod seeds_zertz_placing;
mod seeds_zertz_capturing;
mod seeds_zertz_isolating;
mod seeds_zertz_special;
mod seeds_zertz_text;
mod seeds_dvonn;
mod seeds_dvonn_text;
mod seeds_barrier;
mod lessons;
mod puzzles;
mod puzzles_agreement;

use test_support::naive;
