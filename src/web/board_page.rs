//! What the requests of the page need.

use super::limits::Limits;
use super::live::LiveMatches;
use super::watched::Watched;
use crate::chat::RequestHandler;
use crate::chat::views::pictures::PictureRenderer;
use crate::service::GameService;
use ipnet::IpNet;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// What the page of boards works with. Cheap to clone.
#[derive(Clone)]
pub struct BoardPage {
    pub(super) handler: RequestHandler,
    pub(super) pictures: PictureRenderer,
    pub(super) live: LiveMatches,
    pub(super) limits: Arc<Limits>,
    pub(super) watched: Arc<Watched>,
    /// Ends the event streams.
    pub(super) stop: CancellationToken,
}

impl BoardPage {
    /// A page whose requests this handler answers. `live` tells it of changes, until `stop` is cancelled. It trusts
    /// these `proxies` to name the address behind a request.
    pub fn new(
        handler: RequestHandler,
        pictures: PictureRenderer,
        live: LiveMatches,
        proxies: Vec<IpNet>,
        stop: CancellationToken,
    ) -> BoardPage {
        let limits = Arc::new(Limits::behind(proxies));
        BoardPage { handler, pictures, live, limits, watched: Arc::default(), stop }
    }

    pub(super) fn service(&self) -> &GameService {
        self.handler.service()
    }
}
