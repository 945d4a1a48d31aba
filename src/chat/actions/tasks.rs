//! Handles moves that are typed where no game is played: they answer the lesson or the puzzle that the person is doing.

use super::handler::RequestHandler;
use crate::chat::request::Request;
use crate::chat::view::Answer;
use crate::chat::views::lessons::ShownLesson;
use crate::service::{CurrentTask, ServiceError};

impl RequestHandler {
    /// Judges a typed move as an answer to what the person is doing, or shows that again without one. `None` if they are
    /// doing nothing.
    pub(super) async fn move_in_task(
        &self,
        request: &Request,
        text: Option<&str>,
    ) -> Result<Option<Answer>, ServiceError> {
        let catalog = self.service().catalog();
        let answer = match self.service().current_task(request.requester.id).await? {
            None => return Ok(None),
            Some(CurrentTask::Lesson(game, about)) => {
                let shown = catalog.game(&game).and_then(|game| {
                    let index = game.lessons().iter().position(|lesson| lesson.about == about)?;
                    ShownLesson::of(game, index)
                });
                let Some(shown) = shown else { return Ok(None) };
                match text {
                    Some(text) => self.answer_lesson(request, &shown, text).await?,
                    None => Answer::Private(self.show_lesson(request, &shown).await?),
                }
            }
            Some(CurrentTask::Puzzle(game, number)) => {
                let Some(game) = catalog.game(&game) else { return Ok(None) };
                let asked = self.service().puzzle(request.requester.id, game, number).await?;
                let Some(asked) = asked else { return Ok(None) };
                match text {
                    Some(text) => self.answer_puzzle(request, asked, text).await?,
                    None => Answer::Private(self.show_puzzle(request, &asked).await?),
                }
            }
        };
        // There is no message to change.
        Ok(Some(match answer {
            Answer::Change(view) => Answer::Private(view),
            answer => answer,
        }))
    }
}
