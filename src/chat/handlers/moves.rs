//! Handles moves that players pick in steps or type. Asks players who want that to confirm them.

use super::request_handler::RequestHandler;
use crate::chat::request::{Request, Requester};
use crate::chat::texts::error_texts::refusal;
use crate::chat::texts::localize;
use crate::chat::texts::players::names;
use crate::chat::view::{Answer, View};
use crate::chat::views::board;
use crate::service::{Action, Confirmation, Match, PlayError, ServiceError};

impl RequestHandler {
    /// Plays a move, which may be refused.
    pub(super) async fn play(
        &self,
        request: &Request,
        found: &Match,
        ply: usize,
        text: &str,
    ) -> Result<Answer, ServiceError> {
        let language = request.requester.language;
        match self.act_on(request, found, Some(ply), &Action::Move(text.to_owned())).await {
            Ok(_) if request.consumes_buttons() => Ok(Answer::Spent),
            Ok(played) => {
                // The line may already continue with the opponent's conditional move.
                let own = played.line.moves().into_iter().nth(ply).unwrap_or_default();
                Ok(Answer::Confirmed(View::text(localize(language, "move-done", &[("move", &own)]))))
            }
            Err(ServiceError::Play(PlayError::Refused(refused))) => {
                Ok(Answer::Private(View::text(refusal(language, &refused))))
            }
            Err(error) => Err(error),
        }
    }

    /// Shows the next step of picking a move. If the picks make a whole move and the player has turned confirmation off,
    /// plays it.
    pub(super) async fn pick(
        &self,
        request: &Request,
        found: &Match,
        ply: usize,
        picks: Vec<String>,
    ) -> Result<Answer, ServiceError> {
        let requester = &request.requester;
        if requester.confirmation == Confirmation::None {
            found.check_turn(requester.id, Some(ply))?;
            if let Some(text) = board::decided(found, picks.clone()) {
                return self.play_picked(request, found, ply, &text).await;
            }
        }
        self.steps(requester, found, ply, &picks).await.map(Answer::Change)
    }

    /// Plays a picked move. The answer replaces the last step.
    pub(super) async fn play_picked(
        &self,
        request: &Request,
        found: &Match,
        ply: usize,
        text: &str,
    ) -> Result<Answer, ServiceError> {
        match self.play(request, found, ply, text).await? {
            Answer::Private(view) | Answer::Confirmed(view) => Ok(Answer::Change(view)),
            other => Ok(other),
        }
    }

    /// Plays a typed move. If the player confirms every move, shows it first.
    pub(super) async fn play_typed(
        &self,
        request: &Request,
        found: &Match,
        ply: usize,
        text: &str,
    ) -> Result<Answer, ServiceError> {
        let requester = &request.requester;
        if requester.confirmation != Confirmation::All {
            return self.play(request, found, ply, text).await;
        }
        found.check_turn(requester.id, Some(ply))?;
        let mut after = found.line.copy();
        let text = match after.play(text) {
            Ok(played) => played,
            Err(refused) => return Ok(Answer::Private(View::text(refusal(requester.language, &refused)))),
        };
        let names = names(self.service(), requester.language, found).await;
        let options = requester.picture_options();
        Ok(Answer::Private(board::preview(self.pictures(), &options, found, &names, &text).await))
    }

    /// The next step of picking a move.
    pub(super) async fn steps(
        &self,
        requester: &Requester,
        found: &Match,
        ply: usize,
        picked: &[String],
    ) -> Result<View, ServiceError> {
        found.check_turn(requester.id, Some(ply))?;
        let names = names(self.service(), requester.language, found).await;
        // The menus of this match offer only picks that lead to a move. For any others, picking starts over.
        match board::steps(self.pictures(), &requester.picture_options(), found, &names, picked).await {
            Some(view) => Ok(view),
            None => {
                let view = board::steps(self.pictures(), &requester.picture_options(), found, &names, &[]).await;
                Ok(view.ok_or(PlayError::Over)?)
            }
        }
    }
}
