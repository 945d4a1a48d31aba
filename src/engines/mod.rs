//! The engine as a player: it takes the jobs that matches have for it, thinks off the threads that answer, and acts
//! through the same door as people.
//!
//! In reading order: [`thinker`] (searches, bounded in time and memory), [`manners`] (how it answers offers), [`pool`]
//! (does the jobs, a few at a time).

pub mod thinker;
pub mod manners;
pub mod pool;

pub use pool::Pool;
pub use thinker::{Means, Thinker};
