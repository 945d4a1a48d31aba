//! How far people have come in the lessons of the games.

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
    /// When its task was done first, or its answer was shown.
    pub done_at: Option<Millis>,
}

/// A lesson that is shown to a person, or done.
#[derive(Clone, Debug)]
pub struct LessonChange {
    /// The person.
    pub player: PlayerId,
    /// The name of its game.
    pub game: &'static str,
    /// Its key.
    pub lesson: &'static str,
    /// Whether it is done now. A lesson that was done before stays done.
    pub is_done: bool,
    /// The time of the change.
    pub now: Millis,
}
