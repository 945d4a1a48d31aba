//! Barrier, by Karl Scherer: two knights walk and block every square they walk on.
//!
//! The rules are those of seed 002. In reading order: [`board`] (squares and walks), [`setup`] (the size), [`position`]
//! (the rules), then the text formats: [`text`] (moves), [`position_error`] and [`line`](mod@line) (positions);
//! [`picks`] and [`facts`].

pub mod board;
pub mod setup;
pub mod position;
pub mod text;
pub mod position_error;
pub mod line;
pub mod picks;
pub mod facts;

pub use board::{Square, Squares, Walk};
pub use picks::Pick;
pub use position::{Barrier, Move};
pub use position_error::PositionError;
pub use setup::Setup;
pub use text::MoveError;
