//! Lists of running matches.

use crate::chat::texts::players;
use crate::chat::texts::players::{display_name, name};
use crate::chat::texts::time::relative;
use crate::chat::texts::{Language, escape_markup, localize};
use crate::service::{GameService, PlaceId, Player, RunningMatch};

/// The maximum length of a message in characters.
pub const TEXT_MAX: usize = 2_000;

/// A link to where a match is played; empty if that is not known.
pub fn link(place: Option<PlaceId>) -> String {
    place.map_or(String::new(), |place| format!("<#{place}>"))
}

/// One line for each match, as many as fit into a message.
pub async fn lines(service: &GameService, language: Language, running: &[RunningMatch]) -> String {
    let mut text = String::new();
    for (number, listed) in running.iter().enumerate() {
        let line = format!("\n{}", line(service, language, listed).await);
        if text.chars().count() + line.chars().count() > TEXT_MAX - 200 {
            let left = (running.len() - number).to_string();
            text.push_str(&format!("\n{}", localize(language, "games-more", &[("count", &left)])));
            break;
        }
        text.push_str(&line);
    }
    text
}

/// One line about a match: the opponent, whose turn it is, and the deadline.
async fn line(service: &GameService, language: Language, listed: &RunningMatch) -> String {
    let opponent = match listed.opponent {
        Player::Person(id) => escape_markup(&name(service, language, id).await, players::NAME_MAX),
        engine @ Player::Engine(_) => display_name(language, engine),
    };
    let key = match listed.offer {
        Some(_) if listed.has_offer_from_opponent() => "games-asked",
        _ if listed.turn == Some(listed.seat) => "games-your-turn",
        _ if listed.opponent.level().is_some() => "games-engine-thinks",
        _ => "games-their-turn",
    };
    let title = service.catalog().game(&listed.game).map_or(listed.game.as_str(), |game| game.title());
    let place = link(listed.place);
    let values = [("game", title), ("opponent", &opponent), ("number", &listed.plies.to_string()), ("place", &place)];
    let mut line = localize(language, key, &values);
    if let Some(at) = listed.flag_at {
        line.push_str(&format!(" {}", localize(language, "games-due", &[("relative", &relative(at))])));
    }
    if listed.hints_used != [0, 0] {
        let [mine, theirs] = [listed.seat, !listed.seat].map(|seat| listed.hints_used[seat.index()].to_string());
        line.push_str(&format!(" ({})", localize(language, "games-hints", &[("mine", &mine), ("theirs", &theirs)])));
    }
    line
}
