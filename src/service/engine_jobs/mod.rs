//! Work for the engine: a move, an answer to an offer, or an analysis.

pub mod job;

pub use job::{Job, JobEnd, JobKind};
