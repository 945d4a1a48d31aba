//! Lessons: positions in which a learner looks for one move that achieves a goal. The rules check the goal.
//!
//! In reading order:
//!
//! - [`teach`]: how a game judges an answer ([`Teach`]) to a task ([`Task`], [`Lesson`]).
//! - [`zertz`], [`dvonn`], [`barrier`]: the lessons of each game.

pub mod teach;
pub mod zertz;
pub mod dvonn;
pub mod barrier;

pub use teach::{Lesson, Task, Teach};
