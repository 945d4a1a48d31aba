//! The lessons that players have seen and done.

use crate::catalog::AnyGame;
use crate::service::change_set::Change;
use crate::service::game_service::GameService;
use crate::service::ids::PlayerId;
use crate::service::people::lessons::LessonChange;
use crate::service::service_error::ServiceError;

impl GameService {
    /// The keys of the lessons of a game that a person has done.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn lessons_done(&self, player: PlayerId, game: &str) -> Result<Vec<String>, ServiceError> {
        let seen = self.storage().lessons(player).await?;
        let done = seen.into_iter().filter(|seen| seen.game == game && seen.done_at.is_some());
        Ok(done.map(|seen| seen.lesson).collect())
    }

    /// The games in which a person has done lessons. For each, how many of its lessons the person has done, and how many
    /// it has. Lessons that the game no longer has do not count.
    pub(in crate::service) async fn lessons_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(&'static dyn AnyGame, usize, usize)>, ServiceError> {
        let seen = self.storage().lessons(player).await?;
        let count = |game: &'static dyn AnyGame| {
            let lessons = game.lessons();
            let is_done = |about: &str| {
                seen.iter().any(|seen| seen.game == game.name() && seen.lesson == about && seen.done_at.is_some())
            };
            (game, lessons.iter().filter(|lesson| is_done(lesson.about)).count(), lessons.len())
        };
        Ok(self.catalog().games().iter().copied().map(count).filter(|(_, done, _)| *done > 0).collect())
    }

    /// Stores that a person has seen a lesson.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn lesson_shown(
        &self,
        player: PlayerId,
        game: &'static str,
        lesson: &'static str,
    ) -> Result<(), ServiceError> {
        self.change_lesson(player, game, lesson, false).await
    }

    /// Stores that a person has done a lesson.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn lesson_done(
        &self,
        player: PlayerId,
        game: &'static str,
        lesson: &'static str,
    ) -> Result<(), ServiceError> {
        self.change_lesson(player, game, lesson, true).await
    }

    async fn change_lesson(
        &self,
        player: PlayerId,
        game: &'static str,
        lesson: &'static str,
        is_done: bool,
    ) -> Result<(), ServiceError> {
        let now = self.now();
        Ok(self.apply(vec![Change::Lesson(LessonChange { player, game, lesson, is_done, now })]).await?)
    }
}
