//! Lists of running matches.

use crate::catalog::Catalog;
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::text::Text;
use crate::chat::texts::players::person_name;
use crate::chat::texts::{Arg, Language, label, localize, localize_with};
use crate::chat::view::{Button, ButtonStyle};
use crate::service::{MatchId, PlaceId, Player, PlayerId, RunningMatch};

/// The maximum length of a message in characters.
pub const TEXT_MAX: usize = 2_000;
/// More lines than fit into a message.
pub const LINES_MAX: usize = 60;

/// A link to where a match is played; empty if that is not known.
pub fn link(place: Option<PlaceId>) -> Text {
    place.map_or_else(Text::default, Text::place)
}

/// Running matches, with what is needed to list them.
#[derive(Clone, Copy, Debug)]
pub struct RunningList<'a> {
    /// The matches to list.
    pub running: &'a [RunningMatch],
    /// Those whose clock is paused.
    pub paused: &'a [MatchId],
    /// Knows the titles of the games.
    pub catalog: &'a Catalog,
    /// The known names of the opponents.
    pub names: &'a [(PlayerId, String)],
}

/// One line for each match, as many as fit into `width` characters, but at least one. Also returns their number.
pub fn lines(language: Language, list: &RunningList<'_>, width: usize) -> (Text, usize) {
    let mut text = Text::default();
    for (number, listed) in list.running.iter().enumerate() {
        let line = line(language, list, listed);
        if number > 0 && text.width() + line.width() > width {
            return (text, number);
        }
        text.push_line(line);
    }
    (text, list.running.len())
}

/// The first of a player's `all` running matches, as many as fit into a message below the text `above`. Also returns
/// their number.
pub fn running(language: Language, list: &RunningList<'_>, all: usize, above: Option<Text>) -> (Text, usize) {
    let mut text = above.map_or_else(Text::default, |above| above.then("\n\n"));
    if all == 0 {
        return (text.then(localize(language, "games-none", &[])), 0);
    }
    text.push(localize(language, "games-title", &[("count", &all.to_string())]));
    // Leaves room for the line that counts the rest.
    let width = TEXT_MAX.saturating_sub(text.width() + 200);
    let (lines, shown) = lines(language, list, width);
    text.push(lines);
    let left = list.running.len() - shown;
    if left > 0 {
        text.push_line(localize_with(language, "games-more", &[("count", Arg::count(left))]));
    }
    (text, shown)
}

/// Shows the list after this many challenges and this many running matches.
pub const PAGES: Pattern<Pressed> = Pattern::new("games # #");

/// Gives a link to the page of the games that run in the channel.
pub const NOW_PLAYING: Pattern<Pressed> = Pattern::new("boards");

/// A button with [`NOW_PLAYING`].
pub fn now_playing_button(language: Language) -> Button {
    let label = label(language, "button-now-playing", &[]);
    Button { label, action: NOW_PLAYING.action(), style: ButtonStyle::Secondary }
}

/// The buttons that turn the pages of the list. `before` and `next` count the challenges and matches before this page
/// and before the next one; `next` is `None` on the last page.
pub fn page_buttons(language: Language, before: [usize; 2], next: Option<[usize; 2]>) -> Vec<Button> {
    let turn = |key: &str, [challenges, matches]: [usize; 2]| Button {
        label: label(language, key, &[]),
        action: PAGES.with(challenges).with(matches),
        style: ButtonStyle::Secondary,
    };
    let first = (before != [0, 0]).then(|| turn("button-list-first", [0, 0]));
    first.into_iter().chain(next.map(|next| turn("button-list-more", next))).collect()
}

/// One line about a match: the opponent, whose turn it is, and the deadline.
fn line(language: Language, list: &RunningList<'_>, listed: &RunningMatch) -> Text {
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
        let key = if list.paused.contains(&listed.id) { "games-paused" } else { "games-due" };
        line.push(localize_with(language, key, &[("relative", Arg::relative(at))]));
    }
    if listed.hints_used != [0, 0] {
        let [mine, theirs] = [listed.seat, !listed.seat].map(|seat| listed.hints_used[seat.index()].to_string());
        let hints = localize(language, "games-hints", &[("mine", &mine), ("theirs", &theirs)]);
        line.push(Text::from(" (").then(hints).then(")"));
    }
    line
}
