//! Answers to events that a platform has delivered before.

use super::handler::RequestHandler;
use crate::chat::request::{Request, RequestKind};
use crate::chat::texts::localize;
use crate::chat::view::{Answer, View};
use crate::chat::views::challenges;
use crate::service::{ChallengeId, EventOutcome};

impl RequestHandler {
    /// Answers a request that was handled before.
    pub(super) async fn answer_again(&self, request: &Request, outcome: EventOutcome) -> Answer {
        tracing::info!("an event was delivered again");
        let request = &self.with_preferences(request).await;
        let language = request.requester.language;
        let again = match (outcome, &request.kind) {
            (EventOutcome::Challenge(id), kind) if kind.conduct().proposes => {
                let found = self.service().challenge(id).await.ok();
                found.map(|found| {
                    let language = challenges::language(&found);
                    let view = challenges::challenge(language, self.service().catalog(), &found, found.proposed_at());
                    // The first delivery may have ended before its message was sent.
                    Answer::Proposed(id, view)
                })
            }
            // The message of the challenge may not show yet what became of it.
            (
                EventOutcome::Match { .. } | EventOutcome::Challenge(_),
                RequestKind::ButtonPressed { action, .. } | RequestKind::Reacted { action, .. },
            ) if [challenges::ACCEPT, challenges::DECLINE, challenges::CANCEL].iter().any(|id| action.is(*id)) => {
                let id = action.argument(0).unwrap_or_default();
                self.outcome_of(ChallengeId(id)).await.ok().map(Answer::Change)
            }
            (EventOutcome::Match { id, ply }, _) if request.is_move() => {
                let played = self.service().find(id).await.ok();
                let own = played.and_then(|played| played.line.moves().into_iter().nth(ply));
                own.map(|own| Answer::Confirmed(View::text(localize(language, "move-done", &[("move", &own)]))))
            }
            // The board that followed was answer enough.
            (_, RequestKind::BoardReply { .. }) => Some(Answer::Nothing),
            _ => None,
        };
        again.unwrap_or_else(|| Answer::Reply(View::text(localize(language, "already-done", &[]))))
    }
}
