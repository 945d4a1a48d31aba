//! The lessons that players have seen and done.

use crate::service::ids::{Millis, PlayerId};

/// A lesson that a person has seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenLesson {
    /// The name of its game.
    pub game: String,
    /// Its key.
    pub lesson: String,
    /// When it was shown last.
    pub shown_at: Millis,
    /// When the person first did its task or had its answer shown.
    pub done_at: Option<Millis>,
}

/// Stores that a person has seen or done a lesson.
#[derive(Clone, Debug)]
pub struct LessonChange {
    /// The person.
    pub player: PlayerId,
    /// The name of its game.
    pub game: &'static str,
    /// Its key.
    pub lesson: &'static str,
    /// Whether the person has done it. A lesson stays done once it is.
    pub is_done: bool,
    /// The time of the change.
    pub now: Millis,
}
