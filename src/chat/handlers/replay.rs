//! Handles replays.

use super::request_handler::RequestHandler;
use crate::chat::custom_id::ReplayAction;
use crate::chat::request::{Request, Requester};
use crate::chat::texts::localize;
use crate::chat::texts::players::names;
use crate::chat::view::{Answer, View};
use crate::chat::views::replay;
use crate::service::{Match, MatchId, PlayError, ServiceError, Status};

impl RequestHandler {
    /// Opens the replay of a match: at the beginning if the match is over, else at the present position.
    pub(super) async fn open_replay(&self, requester: &Requester, found: &Match) -> Result<Answer, ServiceError> {
        let ply = if found.status == Status::Running { found.ply() } else { 0 };
        self.replay_position(requester, found, ply).await.map(Answer::Private)
    }

    /// Performs the action of a button below a replay that shows a ply.
    pub(super) async fn replay_action(
        &self,
        request: &Request,
        game: MatchId,
        ply: usize,
        action: ReplayAction,
    ) -> Result<Answer, ServiceError> {
        let requester = &request.requester;
        let found = self.service().find(game).await?;
        let position = |ply| self.replay_position(requester, &found, ply);
        match action {
            ReplayAction::Open => self.open_replay(requester, &found).await,
            ReplayAction::First => position(0).await.map(Answer::Change),
            ReplayAction::Back => position(ply.saturating_sub(1)).await.map(Answer::Change),
            ReplayAction::Forward => position(ply.saturating_add(1)).await.map(Answer::Change),
            ReplayAction::Last => position(found.ply()).await.map(Answer::Change),
            ReplayAction::Animate => {
                let names = names(self.service(), requester.language, &found).await;
                let may_share = found.seat_of(requester.id).is_some();
                let options = requester.picture_options();
                Ok(Answer::Private(replay::animation(self.pictures(), &options, &found, &names, may_share).await))
            }
            ReplayAction::Share => {
                self.service().share_replay(&found, requester.id, request.token.as_ref()).await?;
                Ok(Answer::Change(View::text(localize(requester.language, "replay-shared", &[]))))
            }
        }
    }

    async fn replay_position(&self, requester: &Requester, found: &Match, ply: usize) -> Result<View, ServiceError> {
        if found.ply() == 0 {
            return Err(PlayError::NoMoves.into());
        }
        let names = names(self.service(), requester.language, found).await;
        Ok(replay::position(self.pictures(), &requester.picture_options(), found, &names, ply).await)
    }
}
