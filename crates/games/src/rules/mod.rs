//! The rules of the games, as pure values: no I/O, no clock and no randomness of their own.
//!
//! In reading order:
//!
//! - [`game`]: the trait of a game and its basic types ([`Game`], [`Seat`], [`Ending`]).
//! - [`setup`]: the options a game is set up with, as data ([`Setup`]).
//! - [`line`](mod@line): a position with its history, which detects repetition and takes moves back ([`Line`]).
//! - [`facts`]: descriptions of a position as data ([`Fact`], [`Example`]).
//! - [`notation`]: moves and positions as text, and errors that explain what is wrong ([`Notation`]).
//! - [`guide`]: arrows and marks of explanations ([`Guide`]).
//! - [`steps`]: moves entered one choice at a time ([`Steps`]).
//! - [`record`]: the file format of finished and running games ([`Record`]).
//! - [`perft`](mod@perft): counting move sequences, to test and benchmark the move generators.
//! - [`rng`]: deterministic pseudo-random numbers from a seed.
//! - [`hex`]: hexagonal boards whose cells are the bits of one word, shared by [`zertz`] and [`dvonn`].
//! - [`zertz`], [`dvonn`], [`barrier`]: the games, one folder each.
//!
//! Deliberately absent: localised text for players (in `chat`), drawing (`render`), and a list of the games
//! (`catalog`). A game's folder uses the shared modules above and no other game.

mod quote;
pub mod game;
pub mod setup;
pub mod line;
pub mod facts;
pub mod notation;
pub mod guide;
pub mod steps;
pub mod record;
pub mod perft;
pub mod rng;
pub mod hex;
pub mod zertz;
pub mod dvonn;
pub mod barrier;

pub use facts::{Example, Fact};
pub use game::{Ending, Game, Outcome, Reason, Seat};
pub use guide::Guide;
pub use line::{Line, LineError};
pub use notation::{Notation, Refusal};
pub use perft::perft;
pub use record::Record;
pub use rng::SeededRng;
pub use setup::{OptionSpec, Setup, SetupError, Values};
pub use steps::Steps;
