//! The lesson or the puzzle that a person is doing.

use crate::service::game_service::GameService;
use crate::service::ids::PlayerId;
use crate::service::service_error::ServiceError;

/// How long a typed move can answer a task after the bot has shown it.
const CURRENT_MS: i64 = 24 * 60 * 60 * 1000;

/// A task that a person has not done, with the name of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CurrentTask {
    /// The lesson with this key.
    Lesson(String, String),
    /// The puzzle with this number.
    Puzzle(String, u32),
}

impl GameService {
    /// What a person is doing: the latest lesson they saw, unless they have done it, or the latest puzzle that they have
    /// neither solved nor been told, whichever they saw last. `None` if that was over a day ago.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn current_task(&self, player: PlayerId) -> Result<Option<CurrentTask>, ServiceError> {
        let lesson = self.storage().lessons(player).await?.into_iter().next().filter(|seen| seen.done_at.is_none());
        let lesson = lesson.map(|seen| (seen.shown_at, CurrentTask::Lesson(seen.game, seen.lesson)));
        let puzzle = self.storage().open_puzzle(player).await?;
        let puzzle = puzzle.map(|(game, number, at)| (at, CurrentTask::Puzzle(game, number)));
        let latest = lesson.into_iter().chain(puzzle).max_by_key(|(at, _)| *at);
        Ok(latest.filter(|(at, _)| self.now().0 - at.0 < CURRENT_MS).map(|(_, task)| task))
    }
}
