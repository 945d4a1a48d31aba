//! Lessons and puzzles: positions in which a player looks for one move that achieves a goal. The rules check the goal.
//!
//! In reading order:
//!
//! - [`teach`]: how a game judges an answer ([`Teach`]) to a task ([`Task`], [`Lesson`]).
//! - [`puzzle`]: tasks with one solution ([`Puzzle`]), of several kinds ([`Theme`]).
//! - `forced`: whether a seat can force a win.
//! - [`zertz`], [`dvonn`], [`barrier`]: the goals and the lessons of each game.

pub mod teach;
pub mod puzzle;
mod forced;
pub mod zertz;
pub mod dvonn;
pub mod barrier;

pub use puzzle::{Puzzle, Unproved};
pub use teach::{Lesson, Task, Teach, Theme};
