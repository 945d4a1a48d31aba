//! Lists of running matches.

use crate::catalog::Catalog;
use crate::chat::text::Text;
use crate::chat::texts::players::person_name;
use crate::chat::texts::{Arg, Language, localize, localize_with};
use crate::service::{PlaceId, Player, PlayerId, RunningMatch};

/// The maximum length of a message in characters.
pub const TEXT_MAX: usize = 2_000;

/// A link to where a match is played; empty if that is not known.
pub fn link(place: Option<PlaceId>) -> Text {
    place.map_or_else(Text::default, Text::place)
}

/// Running matches to list, and what their lines name.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// The matches.
    pub running: &'a [RunningMatch],
    /// The games.
    pub catalog: &'a Catalog,
    /// The known names of the opponents.
    pub names: &'a [(PlayerId, String)],
}

/// One line for each match, as many as fit into a message.
pub fn lines(language: Language, list: &Listed<'_>) -> Text {
    let mut text = Text::default();
    for (number, listed) in list.running.iter().enumerate() {
        let line = line(language, list, listed);
        if text.width() + line.width() > TEXT_MAX - 200 {
            let left = Arg::count(list.running.len() - number);
            text.push_line(localize_with(language, "games-more", &[("count", left)]));
            break;
        }
        text.push_line(line);
    }
    text
}

/// One line about a match: the opponent, whose turn it is, and the deadline.
fn line(language: Language, list: &Listed<'_>, listed: &RunningMatch) -> Text {
    let opponent = match listed.opponent {
        Player::Person(id) => Arg::unpinged(listed.opponent, &person_name(language, id, list.names)),
        engine @ Player::Engine(_) => Arg::Player(engine),
    };
    let key = match listed.offer {
        Some(_) if listed.has_offer_from_opponent() => "games-asked",
        _ if listed.turn == Some(listed.seat) => "games-your-turn",
        _ if listed.opponent.level().is_some() => "games-engine-thinks",
        _ => "games-their-turn",
    };
    let title = list.catalog.game(&listed.game).map_or(listed.game.as_str(), |game| game.title());
    let place = link(listed.place);
    let number = listed.plies.to_string();
    let args = [("game", title.into()), ("opponent", opponent), ("number", (&number).into()), ("place", place.into())];
    let mut line = localize_with(language, key, &args);
    if let Some(at) = listed.flag_at {
        line.push(" ");
        line.push(localize_with(language, "games-due", &[("relative", Arg::relative(at))]));
    }
    if listed.hints_used != [0, 0] {
        let [mine, theirs] = [listed.seat, !listed.seat].map(|seat| listed.hints_used[seat.index()].to_string());
        let hints = localize(language, "games-hints", &[("mine", &mine), ("theirs", &theirs)]);
        line.push(Text::from(" (").then(hints).then(")"));
    }
    line
}
