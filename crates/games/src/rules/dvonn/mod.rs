//! DVONN, by Kris Burm: pieces are placed, then stacked, and stacks that lose contact with the red pieces leave the
//! board.
//!
//! The rules are those of seed 001. In reading order: [`board`], [`setup`] (an empty board or a random full one),
//! [`position`] (the rules), then the text formats: [`text`] (moves), [`position_error`] and [`line`](mod@line)
//! (positions); [`picks`] and [`facts`].

pub mod board;
pub mod setup;
pub mod position;
pub mod text;
pub mod position_error;
pub mod line;
pub mod picks;
pub mod facts;

pub use board::{GRID, SPACES};
pub use picks::Pick;
pub use position::{Dvonn, Move, Phase};
pub use position_error::PositionError;
pub use setup::{Setup, Start};
pub use text::MoveError;
