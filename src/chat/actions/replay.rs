//! Handles replays.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct};
use super::handler::RequestHandler;
use crate::chat::player_names::names;
use crate::chat::request::Requester;
use crate::chat::texts::localize;
use crate::chat::view::{Answer, View};
use crate::chat::views::{analysis_view, board, replay};
use crate::service::{CostlyRequest, Match, MatchFilter, PlayError, ServiceError, Status};

pub(super) const REPLAY: Command = Command::new(
    "replay",
    &[],
    Conduct::PRIVATE.costing(CostlyRequest::Picture),
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move { call.handler.open_replay(&call.request.requester, &found).await })
    }),
);

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::in_match(board::REPLAY, Conduct::PRIVATE.costing(CostlyRequest::Picture), |press, found, _| {
            Box::pin(async move {
                let requester = &press.request.requester;
                match press.arguments.first().map(String::as_str) {
                    Some("animate") => Ok(Answer::Private(press.handler.animation(requester, &found).await)),
                    _ => press.handler.open_replay(requester, &found).await,
                }
            })
        }),
        // The private message with the previous position is replaced by the next one.
        ButtonAction::in_match(
            replay::POSITION,
            Conduct::UPDATE.costing(CostlyRequest::Picture),
            |press, found, ply| {
                Box::pin(async move {
                    let ply = match press.arguments.first().map(String::as_str) {
                        Some("first") => 0,
                        Some("back") => ply.saturating_sub(1),
                        Some("forward") => ply.saturating_add(1),
                        _ => found.ply(),
                    };
                    press.handler.replay_position(&press.request.requester, &found, ply).await.map(Answer::Change)
                })
            },
        ),
        // Everyone sees this one.
        ButtonAction::in_match(replay::SHARE, Conduct::UPDATE.costing(CostlyRequest::Export), |press, found, _| {
            Box::pin(async move {
                let (requester, token) = (&press.request.requester, press.request.token_at(found.location.channel));
                press.handler.service().share_replay(&found, requester.id, token).await?;
                Ok(Answer::Change(View::text(localize(requester.language, "replay-shared", &[]))))
            })
        }),
    ],
    ..Actions::NONE
};

impl RequestHandler {
    /// Opens the replay at the current position, or at the turning point of a finished match.
    pub(super) async fn open_replay(&self, requester: &Requester, found: &Match) -> Result<Answer, ServiceError> {
        let ply = match found.status {
            Status::Running => found.ply(),
            _ => self.turning_point(requester, found).await?,
        };
        self.replay_position(requester, found, ply).await.map(Answer::Private)
    }

    /// The turning point of a finished match. After an analysis, it is the requester's worst mistake, or else the
    /// opponent's; without one, the move that changed the board most.
    async fn turning_point(&self, requester: &Requester, found: &Match) -> Result<usize, ServiceError> {
        let analysis = self.service().queries().analysis(found.id).await?;
        if let Some(analysis) = analysis.filter(|analysis| analysis.next(found).is_none()) {
            let review = analysis.review(found);
            if let Some(worst) = analysis_view::mistakes(&review, found.seat_of(requester.id)).first() {
                return Ok(worst.ply);
            }
        }
        Ok(found.line.key_plies(2).first().copied().unwrap_or_default())
    }

    async fn animation(&self, requester: &Requester, found: &Match) -> View {
        let names = names(self.service(), requester.language, found).await;
        let may_share = found.seat_of(requester.id).is_some();
        replay::animation(self.pictures(), &requester.picture_options(), found, &names, may_share).await
    }

    pub(super) async fn replay_position(
        &self,
        requester: &Requester,
        found: &Match,
        ply: usize,
    ) -> Result<View, ServiceError> {
        if found.ply() == 0 {
            return Err(PlayError::NoMoves.into());
        }
        let names = names(self.service(), requester.language, found).await;
        Ok(replay::position(self.pictures(), &requester.picture_options(), found, &names, ply).await)
    }
}
