//! Whole games on platforms that lack something: one capability at a time, or all of them.

mod scripted;
mod table;
mod games;
mod limits;
mod privacy;

pub use games::EVERYTHING;
pub use scripted::{Call, SCRIPTED, ScriptedPlatform, Shown};
pub use table::Table;
