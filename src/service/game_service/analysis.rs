//! Requests for hints, for the analysis of a finished match and for its animation.

use crate::service::change_set::{Change, NewAnalysis, NewPost};
use crate::service::engine_jobs::job::AnalysisStep;
use crate::service::game_service::{GameService, token_if_needed};
use crate::service::ids::PlayerId;
use crate::service::matches::analysis::MatchAnalysis;
use crate::service::matches::hint::Hint;
use crate::service::matches::state::{Match, PlayError};
use crate::service::matches::status::Status;
use crate::service::outbox::post::{Post, StoredSeat};
use crate::service::outbox::token::Token;
use crate::service::service_error::ServiceError;

impl GameService {
    /// Requests the analysis of a finished match and returns its current state. An analysis that is complete or in
    /// progress is not restarted. `token` is the interaction token of the requester.
    ///
    /// # Errors
    /// The match is still running, has no moves, or the player did not take part in it.
    pub async fn analyse(
        &self,
        played: &Match,
        by: PlayerId,
        token: Option<&Token>,
    ) -> Result<MatchAnalysis, ServiceError> {
        played.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        if played.status == Status::Running {
            return Err(PlayError::Running.into());
        }
        if played.ply() == 0 {
            return Err(PlayError::NoMoves.into());
        }
        let known = self.storage.analysis(played.id).await?;
        if let Some(complete) = known.filter(|known| known.next(played).is_none()) {
            return Ok(complete);
        }
        let now = self.now();
        let token = token_if_needed(played.location.delivery_mode, token);
        self.apply(vec![Change::NewAnalysis(Box::new(NewAnalysis { played: played.clone(), token, now }))]).await?;
        self.notify_workers();
        let created = self.storage.analysis(played.id).await?;
        Ok(created.unwrap_or(MatchAnalysis { match_id: played.id, positions: Vec::new(), announced_at: now }))
    }

    /// Posts the animation of a match where it is played. `token` is the interaction token of the requester.
    ///
    /// # Errors
    /// The match has no moves, or the player does not take part in it.
    pub async fn share_replay(&self, played: &Match, by: PlayerId, token: Option<&Token>) -> Result<(), ServiceError> {
        let seat = played.seat_of(by).ok_or(PlayError::NotAPlayer)?;
        if played.ply() == 0 {
            return Err(PlayError::NoMoves.into());
        }
        let token = token_if_needed(played.location.delivery_mode, token);
        let post = Post::Replay { match_id: played.id, by: Some(StoredSeat(seat)) };
        self.apply(vec![Change::Post(NewPost { post, token, now: self.now() })]).await?;
        self.notify_workers();
        Ok(())
    }

    /// Stores a hint that a player was given, and counts it if it is the first one for its position.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn store_hint(&self, hint: Hint) -> Result<(), ServiceError> {
        Ok(self.apply(vec![Change::Hint(hint)]).await?)
    }

    /// Stores a batch of analysis results.
    ///
    /// # Errors
    /// Storage errors.
    pub async fn advance(&self, step: &AnalysisStep<'_>) -> Result<(), ServiceError> {
        self.storage.advance_analysis(step).await?;
        self.notify_workers();
        Ok(())
    }
}
