//! Lists of running matches.

use crate::chat::text::Text;
use crate::chat::texts::players;
use crate::chat::texts::players::{display_name, name};
use crate::chat::texts::{Language, localize, localize_with};
use crate::service::{GameService, PlaceId, Player, RunningMatch};

/// The maximum length of a message in characters.
pub const TEXT_MAX: usize = 2_000;

/// A link to where a match is played; empty if that is not known.
pub fn link(place: Option<PlaceId>) -> Text {
    place.map_or_else(Text::default, Text::place)
}

/// One line for each match, as many as fit into a message.
pub async fn lines(service: &GameService, language: Language, running: &[RunningMatch]) -> Text {
    let mut text = Text::default();
    for (number, listed) in running.iter().enumerate() {
        let line = line(service, language, listed).await;
        if text.width() + line.width() > TEXT_MAX - 200 {
            let left = (running.len() - number).to_string();
            text.push_line(localize(language, "games-more", &[("count", &left)]));
            break;
        }
        text.push_line(line);
    }
    text
}

/// One line about a match: the opponent, whose turn it is, and the deadline.
async fn line(service: &GameService, language: Language, listed: &RunningMatch) -> Text {
    let opponent = match listed.opponent {
        Player::Person(id) => Text::typed(&name(service, language, id).await, players::NAME_MAX),
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
    let number = listed.plies.to_string();
    let args =
        [("game", title.into()), ("opponent", opponent.into()), ("number", (&number).into()), ("place", place.into())];
    let mut line = localize_with(language, key, &args);
    if let Some(at) = listed.flag_at {
        line.push(" ");
        line.push(localize_with(language, "games-due", &[("relative", Text::relative(at).into())]));
    }
    if listed.hints_used != [0, 0] {
        let [mine, theirs] = [listed.seat, !listed.seat].map(|seat| listed.hints_used[seat.index()].to_string());
        let hints = localize(language, "games-hints", &[("mine", &mine), ("theirs", &theirs)]);
        line.push(Text::from(" (").then(hints).then(")"));
    }
    line
}
