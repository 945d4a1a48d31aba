//! State shared by the handlers of interactions and messages.

use super::rest::Rest;
use super::rest_error::RestError;
use super::venues::Venues;
use crate::chat::RequestHandler;
use std::future::Future;
use tokio_util::task::TaskTracker;
use tracing::Instrument;
use tracing::field::Empty;

/// What answers interactions, and the interactions in progress. Cheap to clone.
#[derive(Clone)]
pub struct AppState {
    /// Produces the answers.
    pub request_handler: RequestHandler,
    /// Sends the answers.
    pub rest: Rest,
    /// Decides where games are played.
    pub venues: Venues,
    /// The interactions in progress, which shutdown waits for.
    pub tasks: TaskTracker,
}

impl AppState {
    /// Answers the interaction or the message with this id. An error is logged with its cause, within a span that names
    /// the command but contains no users and nothing they typed. `game` is the match, if it is known in advance.
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
        // It is large, and is moved several times.
        let answer = Box::pin(answer);
        let logged = async {
            if let Err(error) = answer.await {
                tracing::warn!(%error, "an interaction was not answered");
            }
        };
        self.tasks.track_future(logged.instrument(span)).await;
    }
}
