//! The engine as a player. Searches run on blocking threads, bounded in time and memory; the worker in
//! `workers::engine` runs the jobs, and the engine acts through the same game service as people.
//!
//! - [`memory`]: the memory available to the process
//! - [`search_queue`]: the order in which searches run
//! - [`search_runner`]: searches for moves, hints and analyses
//! - [`hints`]: hint requests, with one search per position
//! - [`offer_policy`]: how the engine answers offers

pub mod memory;
pub mod search_queue;
pub mod search_runner;
pub mod hints;
pub mod offer_policy;

pub use hints::{HintError, HintSearches};
pub use offer_policy::{agrees_to_draw, decide};
pub use search_queue::{SearchPriority, SearchQueue, SearchRequester};
pub use search_runner::{Effort, EngineResources, Glance, SearchRunner, TurningPoint};
