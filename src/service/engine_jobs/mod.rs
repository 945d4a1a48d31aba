//! Jobs for the engine: a move, a reply to an offer, or an analysis.

pub mod job;
pub mod job_storage;

pub use job::{Job, JobEnd, JobKind};
pub use job_storage::JobStorage;
