//! Trying moves: who may, and what they can do with them.

use super::access::Viewer;
use crate::chat::custom_id::FormId;
use crate::chat::texts::label;
use crate::chat::views::board;
use crate::service::Match;
use serde_json::{Value, json};

/// Whether a viewer may try moves: anyone may once the match is over, and until then its players if it is unrated.
pub(super) fn may_explore(viewer: &Viewer) -> bool {
    let Viewer { played, person, .. } = viewer;
    played.to_move().is_none() || (person.is_some() && !played.rated)
}

/// What a player can do with tried moves, which become the text of these forms: plan them while waiting, and ask for
/// the best move once the match is over.
pub(super) fn forms(viewer: &Viewer, position: &Match, ply: usize, explored: &[String]) -> Vec<Value> {
    let Viewer { played, person, requester, .. } = viewer;
    let Some(seat) = person.and_then(|person| played.seat_of(person)) else { return Vec::new() };
    let form = |key: &str, action: FormId| {
        let (label, text) = (label(requester.language, key, &[]), explored.join("; "));
        vec![json!({ "label": label, "action": action.to_string(), "style": "secondary", "text": text })]
    };
    let Some(to_move) = played.to_move() else {
        let is_going_on = position.line.ending().is_none();
        return if is_going_on { form("button-best", board::BEST.at(played.id, ply)) } else { Vec::new() };
    };
    let mut before = position.line.copy();
    let ends_with_own = !explored.is_empty() && before.take_back().is_some() && before.seat() == seat;
    let is_plan = to_move != seat && ply == played.ply() && ends_with_own;
    if is_plan { form("button-plan", board::PLAN.on(played)) } else { Vec::new() }
}
