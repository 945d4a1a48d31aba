//! Handles moves that are picked in steps or typed, and asks for a confirmation where the player wants that.

use super::request_handler::RequestHandler;
use crate::chat::request::{Request, Requester};
use crate::chat::texts::error_texts::refusal;
use crate::chat::texts::players::names;
use crate::chat::view::{Answer, View};
use crate::chat::views::board;
use crate::service::{Confirmation, MatchId, PlayError, ServiceError};

impl RequestHandler {
    /// Goes on picking a move. A move that is complete is played if the player confirms none.
    pub(super) async fn pick(
        &self,
        request: &Request,
        game: MatchId,
        ply: usize,
        picks: Vec<String>,
    ) -> Result<Answer, ServiceError> {
        let requester = &request.requester;
        if self.service().preferences(requester.id).await?.confirmation == Confirmation::None {
            let found = self.service().find(game).await?;
            found.check_turn(requester.id, Some(ply))?;
            if let Some(text) = board::decided(&found, picks.clone()) {
                return self.play_picked(request, game, ply, &text).await;
            }
        }
        self.steps(requester, game, ply, &picks).await.map(Answer::Change)
    }

    /// Plays a move that was picked. The answer takes the place of the last step.
    pub(super) async fn play_picked(
        &self,
        request: &Request,
        game: MatchId,
        ply: usize,
        text: &str,
    ) -> Result<Answer, ServiceError> {
        match self.play(request, game, ply, text).await? {
            Answer::Private(view) | Answer::Confirmed(view) => Ok(Answer::Change(view)),
            other => Ok(other),
        }
    }

    /// Plays a move that was typed, or shows it first if the player confirms all moves.
    pub(super) async fn play_typed(
        &self,
        request: &Request,
        game: MatchId,
        ply: usize,
        text: &str,
    ) -> Result<Answer, ServiceError> {
        let requester = &request.requester;
        if self.service().preferences(requester.id).await?.confirmation != Confirmation::All {
            return self.play(request, game, ply, text).await;
        }
        let found = self.service().find(game).await?;
        found.check_turn(requester.id, Some(ply))?;
        let mut after = found.line.copy();
        let text = match after.play(text) {
            Ok(played) => played,
            Err(refused) => return Ok(Answer::Private(View::text(refusal(requester.language, &refused)))),
        };
        let names = names(self.service(), requester.language, &found).await;
        let options = requester.picture_options();
        Ok(Answer::Private(board::preview(self.pictures(), &options, &found, &names, &text).await))
    }

    /// The next step of picking a move.
    pub(super) async fn steps(
        &self,
        requester: &Requester,
        game: MatchId,
        ply: usize,
        picked: &[String],
    ) -> Result<View, ServiceError> {
        let found = self.service().find(game).await?;
        found.check_turn(requester.id, Some(ply))?;
        let names = names(self.service(), requester.language, &found).await;
        // Picks that lead to no move do not come from the menus of this match; picking starts over.
        match board::steps(self.pictures(), &requester.picture_options(), &found, &names, picked).await {
            Some(view) => Ok(view),
            None => {
                let view = board::steps(self.pictures(), &requester.picture_options(), &found, &names, &[]).await;
                Ok(view.ok_or(PlayError::Over)?)
            }
        }
    }
}
