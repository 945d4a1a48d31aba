//! The rules of the games: pure values, no input or output, no clock, no source of chance of its own.
//!
//! In reading order:
//!
//! - [`game`]: what a game is to the rest of the program ([`Game`], [`Seat`], [`Ending`]).
//! - [`setup`]: the options a game is set up with, as data ([`Setup`]).
//! - [`line`](mod@line): a position with its past, where repetition is seen and moves are taken back ([`Line`]).
//! - [`notation`]: moves and positions as text, and refusals that say what is wrong ([`Notation`]).
//! - [`steps`]: a move picked one choice at a time ([`Steps`]).
//! - [`facts`]: what is to be seen in a position, as data ([`Facts`]).
//! - [`record`]: files of finished and running games ([`Record`]).
//! - [`perft`](mod@perft): counting move sequences, to test and to measure the move generators.
//! - [`chance`]: numbers drawn from a seed, always the same.
//! - [`hex`]: hexagonal boards whose cells are the bits of one word, shared by [`zertz`] and [`dvonn`].
//! - [`zertz`], [`dvonn`], [`barrier`]: the games, a folder each.
//!
//! What is deliberately absent: text for players in other languages (that is `chat`), drawing (`render`), and
//! a list of the games (`catalog`). A game's folder uses the shared modules above and no other game.

mod quote;
pub mod game;
pub mod setup;
pub mod line;
pub mod notation;
pub mod steps;
pub mod facts;
pub mod record;
pub mod perft;
pub mod chance;
pub mod hex;
pub mod zertz;
pub mod dvonn;
pub mod barrier;

pub use chance::Chance;
pub use facts::{Example, Fact, Facts};
pub use game::{Ending, Game, Outcome, Reason, Seat};
pub use line::{Line, LineError};
pub use notation::{Notation, Refusal};
pub use perft::perft;
pub use record::Record;
pub use setup::{OptionSpec, Setup, SetupError, Values};
pub use steps::Steps;
