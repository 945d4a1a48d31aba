//! Where interactions and messages arrive.

use super::rest::Rest;
use super::rest_error::RestError;
use crate::chat::RequestHandler;
use std::future::Future;
use tokio_util::task::TaskTracker;
use tracing::Instrument;
use tracing::field::Empty;

/// What answers interactions, and those that are being answered. Cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// What finds the answers.
    pub conversation: RequestHandler,
    /// What sends them.
    pub rest: Rest,
    /// Those under way, which a stop waits for.
    pub tasks: TaskTracker,
}

impl AppState {
    /// Answers one interaction, or the message of that number. What fails is logged with its cause, within a span that
    /// names what was wanted; people and their words are not in it. `game` is the match, where that is known before.
    pub async fn serve(
        &self,
        id: u64,
        command: &str,
        game: Option<i64>,
        answer: impl Future<Output = Result<(), RestError>>,
    ) {
        let span = tracing::info_span!("interaction", id, command, game = Empty);
        if let Some(game) = game {
            span.record("game", game);
        }
        let logged = async {
            if let Err(error) = answer.await {
                tracing::warn!(%error, "an interaction was not answered");
            }
        };
        self.tasks.track_future(logged.instrument(span)).await;
    }
}
