//! The engine as a player: it takes the jobs that matches have for it, thinks off the threads that answer, and acts
//! through the same door as people.
//!
//! In reading order: [`memory`] (how much there is), [`search_queue`] (which search runs next), [`search_runner`] (searches,
//! bounded in time and memory), [`hints`] (one search for all who ask the same), [`offer_policy`] (how it answers offers),
//! [`worker`] (does the jobs, a few at a time).

pub mod memory;
pub mod search_queue;
pub mod search_runner;
pub mod hints;
pub mod offer_policy;

pub use hints::{HintError, HintSearches};
pub use offer_policy::{agrees_to_draw, decide};
pub use search_queue::{SearchPriority, SearchQueue, SearchRequester};
pub use search_runner::{Effort, EngineResources, SearchRunner};
