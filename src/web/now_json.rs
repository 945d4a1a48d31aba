//! The matches that run in a channel, as the page *Now playing* shows them.

use super::access::Channel;
use super::api_error::ApiError;
use super::board_page::BoardPage;
use crate::chat::player_names::names;
use crate::chat::views::picture_words::status;
use crate::rules::Seat;
use crate::service::{MatchId, PlayError, ServiceError};
use serde_json::{Value, json};

/// The most matches of a page.
const LISTED: usize = 30;

/// A page of the running matches, the newest first, after the first `skipped` of them.
pub(super) async fn now_json(page: &BoardPage, channel: &Channel, skipped: usize) -> Result<Value, ApiError> {
    let (service, language) = (page.service(), channel.opened.language);
    let failed = |error| ApiError::of_storage(language, error);
    let running = service.queries().running_versions_in(channel.place).await.map_err(failed)?;
    let mut running: Vec<MatchId> = running.into_iter().map(|(id, _)| id).collect();
    running.sort_by_key(|id| std::cmp::Reverse(id.0));
    let mut listed = Vec::new();
    for id in running.iter().skip(skipped).take(LISTED) {
        let played = match page.watched.find(service, &page.live, *id).await {
            Ok(played) => played,
            Err(ServiceError::Play(PlayError::Unknown)) => continue,
            // One that cannot be read does not hide the others.
            Err(error) => {
                tracing::error!(%error, "a running match is left out of its channel's page");
                continue;
            }
        };
        let names = names(service, language, &played).await;
        let link = service.board_link(played.id, None).await.map_err(failed)?.unwrap_or_default();
        listed.push(json!({
            "match": played.id.0,
            "link": link.rsplit('#').next().unwrap_or_default(),
            "title": played.line.game().title(),
            "version": played.version,
            "ply": played.ply(),
            "players": Seat::BOTH.map(|seat| &names[seat.index()]),
            "to_move": played.to_move().map(Seat::index),
            "status": status(language, &played, &names),
        }));
    }
    Ok(json!({ "language": language.code(), "all": running.len(), "matches": listed }))
}
