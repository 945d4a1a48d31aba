//! The engines: how good a position is, which move is best, and why.
//!
//! In reading order:
//!
//! - [`score`]: the value of a position ([`Score`]).
//! - [`level`]: how strong it plays ([`Level`], [`Skill`](level::Skill)).
//! - [`think`]: what a game tells the search about itself ([`Think`]).
//! - [`limits`]: how long a search may take ([`Limits`], [`Stop`]).
//! - [`table`]: positions that were searched before, in bounded memory ([`Table`]).
//! - [`history`]: which moves were good elsewhere.
//! - [`search`]: the value of a position some turns deep.
//! - [`engine`]: deeper and deeper until the limit, on several threads ([`Engine`]).
//! - [`zertz`], [`dvonn`], [`barrier`]: what each game knows.

pub mod score;
pub mod level;
pub mod think;
pub mod limits;
pub mod table;
pub mod history;
pub mod search;
pub mod engine;
pub mod zertz;
pub mod dvonn;
pub mod barrier;

pub use engine::{Engine, Report, Settings, Variation};
pub use level::Level;
pub use limits::{Limits, Stop};
pub use score::Score;
pub use table::Table;
pub use think::Think;
