//! The engine as a player: it takes the jobs that matches have for it, thinks off the threads that answer, and acts
//! through the same door as people.
//!
//! In reading order: [`memory`] (how much there is), [`scheduler`] (which search runs next), [`thinker`] (searches,
//! bounded in time and memory), [`hints`] (one search for all who ask the same), [`manners`] (how it answers offers),
//! [`pool`] (does the jobs, a few at a time).

pub mod memory;
pub mod scheduler;
pub mod thinker;
pub mod hints;
pub mod manners;
pub mod pool;

pub use hints::{HintError, Hints};
pub use manners::{agrees_to_draw, decide};
pub use pool::Pool;
pub use scheduler::{Priority, Requester, Scheduler};
pub use thinker::{Effort, Means, Thinker};
