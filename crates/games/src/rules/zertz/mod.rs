//! ZÈRTZ, by Kris Burm: a shrinking board of rings, and marbles shared by both players.
//!
//! The rules are those of seeds 000, 003 and 004 and of the decisions in `docs/rules.md`. In reading order: [`board`]
//! (rings and marbles), [`setup`] (boards and options), [`moves`] (a turn as a value), [`position`] (the rules), then
//! the text formats: [`text`] (moves), [`position_error`] and [`line`](mod@line) (positions); [`picks`] and [`facts`].

pub mod board;
pub mod setup;
pub mod moves;
pub mod position;
pub mod text;
pub mod position_error;
pub mod line;
pub mod picks;
pub mod facts;

pub use board::{GRID, Marble};
pub use moves::{Chain, Move};
pub use picks::Pick;
pub use position::Zertz;
pub use position_error::PositionError;
pub use setup::{Claims, Setup, Variant};
pub use text::MoveError;
