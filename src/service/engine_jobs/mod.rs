//! Jobs for the engine: a move, a reply to an offer, or an analysis.

pub mod job;

pub use job::{AnalysisStep, Job, JobEnd, JobKind};
