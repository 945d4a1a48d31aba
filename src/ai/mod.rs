//! The engines: how good a position is, which move is best, and why.
//!
//! In reading order:
//!
//! - [`score`]: the value of a position ([`Score`]).
//! - [`level`]: how strong it plays ([`Level`], [`Skill`](level::Skill)).
//! - [`think`]: what a game tells the search about itself ([`Think`]).
//! - [`limits`]: how long a search may take ([`Limits`], [`Stop`]).
//! - [`transposition_table`]: positions that were searched before, in bounded memory
//!   ([`TranspositionTable`]).
//! - [`history`]: which moves were good elsewhere.
//! - [`search`]: the value of a position some turns deep.
//! - [`engine`]: deeper and deeper until the limit, on several threads ([`Engine`]).
//! - [`finding`]: what a hint says, as data ([`Finding`]).
//! - [`hint`]: what to play, and why ([`Advice`], [`Explain`]).
//! - [`analysis`]: a game judged move by move ([`GameAnalysis`]).
//! - [`zertz`], [`dvonn`], [`barrier`]: what each game knows.
//! - [`baselines`]: simple players, to measure the engines against.

pub mod score;
pub mod variation;
pub mod level;
pub mod think;
pub mod limits;
pub mod transposition_table;
pub mod history;
pub mod search;
pub mod engine;
pub mod finding;
pub mod hint;
pub mod analysis;
pub mod zertz;
pub mod dvonn;
pub mod barrier;
pub mod baselines;

pub use analysis::{Budget, GameAnalysis, JudgedMove};
pub use engine::{Engine, EngineOptions, Report};
pub use finding::{Finding, Value};
pub use hint::{Advice, Explain};
pub use level::Level;
pub use limits::{Limits, Stop};
pub use score::Score;
pub use think::Think;
pub use transposition_table::TranspositionTable;
pub use variation::Variation;
