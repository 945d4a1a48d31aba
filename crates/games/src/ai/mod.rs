//! The engines: position evaluation, best moves, and explanations of them.
//!
//! In reading order:
//!
//! - [`score`]: the value of a position ([`Score`]).
//! - [`level`]: playing strength ([`Level`], [`Skill`]).
//! - [`think`]: what each game provides to the search ([`Think`]).
//! - [`limits`]: search limits ([`Limits`], [`Stop`]).
//! - [`transposition_table`]: a bounded cache of searched positions ([`TranspositionTable`]).
//! - [`history`]: the history heuristic for move ordering.
//! - [`search`]: principal variation search to a given depth.
//! - [`engine`]: iterative deepening on several threads ([`Engine`]).
//! - [`finding`]: the statements of a hint, as data ([`Finding`]).
//! - [`explain`]: what a game says about its moves ([`Explain`]).
//! - [`hint`]: the recommended move and the reasons for it ([`Advice`]).
//! - [`mistake`]: what a mistake was about ([`Mistake`]).
//! - [`analysis`]: move-by-move analysis of a game ([`GameAnalysis`]).
//! - [`course`]: how a game went as a whole ([`Course`]).
//! - [`zertz`], [`dvonn`], [`barrier`]: game-specific evaluation and move ordering.

pub mod score;
pub mod variation;
pub mod level;
pub mod think;
mod sight;
pub mod limits;
pub mod transposition_table;
pub mod history;
pub mod search;
pub mod engine;
pub mod finding;
pub mod explain;
pub mod hint;
pub mod mistake;
pub mod analysis;
pub mod course;
pub mod zertz;
pub mod dvonn;
pub mod barrier;

pub use analysis::{Budget, GameAnalysis, JudgedMove};
pub use course::Course;
pub use engine::{Engine, EngineOptions, Report};
pub use explain::{Explain, Mistake};
pub use finding::{Finding, Value};
pub use hint::Advice;
pub use level::{Level, Skill};
pub use limits::{Limits, Stop};
pub use score::Score;
pub use think::Think;
pub use transposition_table::TranspositionTable;
pub use variation::Variation;
