//! The analysis of a match, from which the page draws its curve.

use super::access::Viewer;
use super::api_error::ApiError;
use super::board_page::BoardPage;
use super::view_json::{Names, text};
use crate::chat::player_names::names;
use crate::chat::views::analysis_view::{MarkedMove, curve};
use serde_json::{Value, json};

/// The analysis as the chat shows it, to those who may watch the match. Its summary is the progress until it is
/// complete, and null if nobody has asked for it.
pub(super) async fn analysis_json(page: &BoardPage, viewer: &Viewer) -> Result<Value, ApiError> {
    let Viewer { played, requester, .. } = viewer;
    let (service, language) = (page.service(), requester.language);
    let analysis = service.queries().analysis(played.id).await;
    let analysis = analysis.map_err(|error| ApiError::of_storage(language, error))?;
    let names = names(service, language, played).await;
    let known: Names =
        played.players.iter().zip(names).filter_map(|(player, name)| Some((player.person()?, name))).collect();
    let marked = |marked: &MarkedMove| {
        let text = text(&marked.text, &known, language);
        json!({ "ply": marked.ply, "seat": marked.seat.index(), "sign": marked.sign, "text": text })
    };
    let read = analysis.filter(|_| played.to_move().is_none()).map(|analysis| curve(language, played, &analysis));
    Ok(match read {
        None => json!({ "summary": null, "winning": [], "mistakes": [] }),
        Some(Err(progress)) => json!({ "summary": text(&progress, &known, language), "winning": [], "mistakes": [] }),
        Some(Ok(curve)) => json!({
            "summary": text(&curve.summary, &known, language),
            "winning": curve.winning,
            "mistakes": curve.marked.iter().map(marked).collect::<Vec<_>>(),
        }),
    })
}
