//! What actions are carried out with.

use crate::chat::commands::CommandSpec;
use crate::chat::request::Request;
use crate::chat::views::pictures::PictureRenderer;
use crate::engine::{HintSearches, SearchRunner};
use crate::service::{Action, GameService, Match, RequestLimiter, ServiceError};
use std::sync::Arc;

/// Answers requests. Cheap to clone.
#[derive(Clone)]
pub struct RequestHandler {
    pub(super) service: GameService,
    pub(super) pictures: PictureRenderer,
    pub(super) search_runner: SearchRunner,
    pub(super) hints: HintSearches,
    pub(super) limiter: RequestLimiter,
    pub(super) commands: Arc<[CommandSpec]>,
}

impl RequestHandler {
    /// The game service.
    pub fn service(&self) -> &GameService {
        &self.service
    }

    /// All commands.
    pub fn commands(&self) -> &Arc<[CommandSpec]> {
        &self.commands
    }

    /// The picture renderer.
    pub(in crate::chat) fn pictures(&self) -> &PictureRenderer {
        &self.pictures
    }

    /// The hint searches.
    pub(in crate::chat) fn hints(&self) -> &HintSearches {
        &self.hints
    }

    /// The search runner.
    pub fn search_runner(&self) -> SearchRunner {
        self.search_runner.clone()
    }

    /// Performs an action for the requester in a match that was found for this request.
    pub(super) async fn act_on(
        &self,
        request: &Request,
        found: &Match,
        ply: Option<usize>,
        action: &Action,
    ) -> Result<Match, ServiceError> {
        // Lets the log name the match of a failed interaction.
        tracing::Span::current().record("game", found.id.0);
        let token = request.token_at(found.location.channel);
        self.service.act_on(found, request.requester.id, ply, action, token).await
    }
}
