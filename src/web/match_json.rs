//! A match as the page shows it, without its board.

use super::access::Viewer;
use super::api_error::ApiError;
use super::board_page::BoardPage;
use super::view_json;
use super::what_if::may_explore;
use crate::chat::player_names::names;
use crate::chat::texts::players::seat_names;
use crate::chat::texts::{Language, label};
use crate::chat::views::picture_words::{facts, status};
use crate::chat::views::{board, questions};
use crate::chat::{Button, ButtonStyle};
use crate::render::Theme;
use crate::rules::Seat;
use crate::service::{Action, Confirmation, Match, PlayerId, RunningMatch};
use serde_json::{Value, json};

pub(super) async fn match_json(page: &BoardPage, viewer: &Viewer) -> Result<Value, ApiError> {
    let Viewer { played, person, requester, .. } = viewer;
    let (service, language) = (page.service(), requester.language);
    let names = names(service, language, played).await;
    let you = person.and_then(|person| played.seat_of(person));
    let player = |seat: Seat| {
        json!({
            "name": names[seat.index()],
            "is_bot": played.player(seat).level().is_some(),
            "is_you": you == Some(seat),
            "side": played.line.game().has_seat_colours().then(|| played.line.side(seat).index()),
        })
    };
    let offer = person.and_then(|person| board::offer(language, played, person));
    let known: view_json::Names =
        played.players.iter().zip(&names).filter_map(|(player, name)| Some((player.person()?, name.clone()))).collect();
    let buttons = person.map_or(Vec::new(), |person| buttons(viewer, person, page.service().now()));
    let note = match person {
        Some(person) => {
            let text = service.note(played, *person).await.map_err(|error| ApiError::of(language, &error))?;
            Some(json!({ "text": text.unwrap_or_default(), "action": board::NOTE.on(played).to_string() }))
        }
        None => None,
    };
    Ok(json!({
        "match": played.id.0,
        "game": played.line.game().name(),
        "title": played.line.game().title(),
        "language": language.code(),
        "version": played.version,
        "ply": played.ply(),
        "players": Seat::BOTH.map(player),
        "is_rated": played.rated,
        "you": you.map(Seat::index),
        "to_move": played.to_move().map(Seat::index),
        "is_over": played.to_move().is_none(),
        "status": status(language, played, &names),
        "facts": facts(language, &*played.line).collect::<Vec<_>>(),
        "due": played.flag_at().map(|due| due.0),
        "moves": played.line.moves(),
        "movers": movers(played),
        "offer": offer.map(|offer| view_json::text(&offer.text, &known, language)),
        "confirms": requester.confirmation != Confirmation::None,
        "turned": requester.turned_boards,
        "theme": requester.theme,
        "themes": Theme::NAMES.map(|name| {
            json!({ "name": name, "label": label(language, &format!("settings-theme-{name}"), &[]) })
        }),
        "buttons": buttons.iter().map(view_json::button).collect::<Vec<_>>(),
        "explores": may_explore(viewer),
        "note": note,
    }))
}

/// The seat that played each move. A player can have two turns in a row.
fn movers(played: &Match) -> Vec<usize> {
    let mut line = played.line.copy();
    let mut movers: Vec<usize> = std::iter::from_fn(|| line.take_back().map(|_| line.seat().index())).collect();
    movers.reverse();
    movers
}

/// A running match in the list of a player.
pub(super) fn running_json(language: Language, listed: &RunningMatch, known: &view_json::Names) -> Value {
    let [opponent, _] = seat_names(language, [listed.opponent; 2], known);
    json!({
        "match": listed.id.0,
        "game": listed.game,
        "ply": listed.plies,
        "opponent": opponent,
        "is_against_bot": listed.opponent.level().is_some(),
        "you": listed.seat.index(),
        "to_move": listed.turn.map(Seat::index),
        "due": listed.flag_at.map(|due| due.0),
    })
}

/// What a player can do besides playing a move.
fn buttons(viewer: &Viewer, person: PlayerId, now: crate::service::Millis) -> Vec<Button> {
    let Viewer { played, requester, .. } = viewer;
    let language = requester.language;
    let secondary =
        |key: &str, action| Button { label: label(language, key, &[]), action, style: ButtonStyle::Secondary };
    if played.to_move().is_none() {
        let has_moves = played.ply() > 0;
        return has_moves.then(|| secondary("button-analyse", board::ANALYSE.on(played))).into_iter().collect();
    }
    let mut buttons = board::offer(language, played, person).map_or(Vec::new(), |offer| offer.buttons);
    let may = |action: &Action| played.clone().act(person, None, action, now, 0).is_ok();
    let is_waiting = played.to_move() != played.seat_of(person);
    let candidates = [
        (played.check_hint(person, Some(played.ply())).is_ok(), "button-hint", board::HINT.on(played)),
        (played.check_coach(person).is_ok(), "button-coach", board::COACH.on(played)),
        (is_waiting, "button-plans", board::PLANS.on(played)),
        (may(&Action::RequestTakeBack), "button-take-back", questions::TAKE_BACK.on(played)),
        (may(&Action::OfferDraw), "button-draw", questions::DRAW.on(played)),
        (may(&Action::Resign), "button-resign", board::RESIGN.on(played)),
    ];
    let possible = candidates.into_iter().filter(|(is_possible, ..)| *is_possible);
    buttons.extend(possible.map(|(_, key, action)| secondary(key, action)));
    buttons
}
