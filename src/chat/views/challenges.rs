//! Views of challenges.

use super::board::rules_button;
use super::match_list::link;
use super::pictures::result;
use crate::catalog::{AnyGame, Catalog};
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::text::Text;
use crate::chat::texts::error_texts;
use crate::chat::texts::players::NAME_MAX;
use crate::chat::texts::time;
use crate::chat::texts::{Arg, Language, label, localize, localize_with};
use crate::chat::view::{Button, ButtonStyle, Subject, View};
use crate::service::lobby::challenge::NOTE_MAX;
use crate::service::{Challenge, ChallengeState, Match, Millis, PlaceId, Player, PlayerId, Side, Terms};

/// Accepts a challenge.
pub const ACCEPT: Pattern<Pressed> = Pattern::new("accept #");
/// Accepts a challenge from a list, which may be shown in another place than the challenge.
pub const ACCEPT_LISTED: Pattern<Pressed> = Pattern::new("accept # listed");
/// Declines a challenge.
pub const DECLINE: Pattern<Pressed> = Pattern::new("decline #");
/// Withdraws one's own challenge.
pub const CANCEL: Pattern<Pressed> = Pattern::new("cancel #");

/// The terms of a challenge as text. The deadline of the first move is calculated as of `now`.
fn terms(language: Language, catalog: &Catalog, terms: &Terms, now: Millis) -> Text {
    let game = catalog.game(&terms.game);
    let title = game.map_or(terms.game.as_str(), |game| game.title());
    let challenger = Arg::Player(Player::Person(terms.challenger));
    let mut text = match terms.opponent {
        Some(opponent) => {
            let opponent = Arg::Player(Player::Person(opponent));
            let args = [("challenger", challenger.clone()), ("opponent", opponent), ("game", title.into())];
            localize_with(language, "challenge-to", &args)
        }
        None => {
            let args = [("challenger", challenger.clone()), ("game", title.into())];
            localize_with(language, "challenge-to-all", &args)
        }
    };
    text.push(settings(language, game, &terms.setup, terms.hints || terms.rated));
    let rated = localize(language, if terms.rated { "challenge-rated" } else { "challenge-casual" }, &[]);
    let time = time::terms(language, terms.control, terms.pauses, now);
    for line in [vec![rated], time].concat() {
        text.push_line(line);
    }
    let side = match terms.side {
        Side::Random => "challenge-side-lot",
        Side::First => "challenge-side-first",
        Side::Second => "challenge-side-second",
    };
    text.push_line(localize_with(language, side, &[("challenger", challenger)]));
    if !terms.note.is_empty() {
        text.push_line(Text::quote(Text::typed(&terms.note, NOTE_MAX)));
    }
    text
}

/// The setup and whether hints are off, on separate lines; each is omitted if there is nothing to say.
fn settings(language: Language, game: Option<&dyn AnyGame>, setup: &str, hints: bool) -> Text {
    let mut text = Text::default();
    let setup = game.map_or(String::new(), |game| error_texts::setup(language, game, setup));
    if !setup.is_empty() {
        text.push_line(localize(language, "challenge-setup", &[("setup", &setup)]));
    }
    if !hints {
        text.push_line(localize(language, "challenge-hints-off", &[]));
    }
    text
}

/// A challenge with its buttons, or its outcome.
pub fn challenge(language: Language, catalog: &Catalog, challenge: &Challenge, now: Millis) -> View {
    let mut text = terms(language, catalog, &challenge.terms, now);
    let (line, buttons) = match challenge.state {
        ChallengeState::Open => {
            let button = |key: &str, action, style| Button { label: label(language, key, &[]), action, style };
            let mut buttons = vec![button("button-accept", ACCEPT.with(challenge.id), ButtonStyle::Success)];
            if challenge.terms.opponent.is_some() {
                buttons.push(button("button-decline", DECLINE.with(challenge.id), ButtonStyle::Secondary));
            }
            buttons.push(button("button-cancel", CANCEL.with(challenge.id), ButtonStyle::Secondary));
            buttons.push(rules_button(language, &challenge.terms.game));
            if let Some(code) = &challenge.code {
                text.push_line(localize(language, "challenge-code", &[("code", &code.to_string())]));
            }
            (localize_with(language, "challenge-expires", &[("when", Arg::relative(challenge.expires_at))]), buttons)
        }
        ChallengeState::Accepted(_) => (localize(language, "challenge-is-accepted", &[]), Vec::new()),
        ChallengeState::Declined => (localize(language, "challenge-is-declined", &[]), Vec::new()),
        ChallengeState::Cancelled => (localize(language, "challenge-is-cancelled", &[]), Vec::new()),
    };
    text.push_line(line);
    let pings = match challenge.state {
        ChallengeState::Open => challenge.terms.opponent.into_iter().collect(),
        _ => Vec::new(),
    };
    View { text, pings, buttons, subject: Some(Subject::Challenge(challenge.id)), ..View::default() }
}

/// The language of a challenge's message, which stays the same until its game ends.
pub fn language(challenge: &Challenge) -> Language {
    Language::of_locale(&challenge.terms.language)
}

/// The maximum number of challenges in a list: each has a button.
pub const LISTED_MAX: u32 = 5;

/// Open challenges to and by a player, one line each, with a button to accept or to cancel each of them. `names` are the
/// names of the other players, for the buttons.
pub fn list(language: Language, catalog: &Catalog, open: &[Challenge], person: PlayerId, names: &[String]) -> View {
    let mut view = View::text(localize(language, "challenges-title", &[]));
    for (challenge, name) in open.iter().zip(names) {
        let terms = &challenge.terms;
        let title = catalog.game(&terms.game).map_or(terms.game.as_str(), |game| game.title());
        let (line, label_key, action, style) = if person == terms.challenger {
            ("challenges-by-me", "button-cancel-listed", CANCEL.with(challenge.id), ButtonStyle::Secondary)
        } else {
            let accept = ACCEPT_LISTED.with(challenge.id);
            ("challenges-to-me", "button-accept-listed", accept, ButtonStyle::Success)
        };
        let player = Text::typed(name, NAME_MAX);
        let place = link(Some(terms.origin.unwrap_or(terms.place)));
        let when = Arg::relative(challenge.expires_at);
        let args = [("game", title.into()), ("player", player.into()), ("place", place.into()), ("when", when)];
        view.text.push_line(localize_with(language, line, &args));
        view.buttons.push(Button {
            label: label(language, label_key, &[("game", title), ("player", name)]),
            action,
            style,
        });
    }
    view
}

/// A challenge that is already open, shown to one of its two players with that player's buttons.
pub fn already_open(language: Language, catalog: &Catalog, open: &Challenge, person: PlayerId, now: Millis) -> View {
    let terms = &open.terms;
    let place = link(Some(terms.origin.unwrap_or(terms.place)));
    let View { text, mut buttons, .. } = challenge(language, catalog, open, now);
    let is_own = person == terms.challenger;
    buttons.retain(|button| button.action.is(CANCEL) == is_own);
    let intro = localize(language, "challenge-already-open", &[]).then(" ").then(place).then("\n\n");
    View { buttons, ..View::text(intro.then(text)) }
}

/// A link to the thread of a game that was requested in another thread.
pub fn begun_elsewhere(language: Language, begun: &Match, thread: PlaceId) -> Text {
    let args = [("game", begun.line.game().title().into()), ("place", link(Some(thread)).into())];
    localize_with(language, "game-begun-elsewhere", &args)
}

/// An expired challenge.
pub fn expired(language: Language, catalog: &Catalog, challenge: &Challenge, now: Millis) -> View {
    let mut text = terms(language, catalog, &challenge.terms, now);
    text.push_line(localize(language, "challenge-expired", &[]));
    View { subject: Some(Subject::Challenge(challenge.id)), ..View::text(text) }
}

/// An accepted challenge with the seats of the players.
pub fn accepted(language: Language, catalog: &Catalog, challenge: &Challenge, begun: &Match) -> View {
    let mut text = terms(language, catalog, &challenge.terms, begun.started_at);
    let [first, second] = begun.players.map(Arg::Player);
    text.push_line(localize_with(language, "challenge-begins", &[("first", first), ("second", second)]));
    View { subject: Some(Subject::Challenge(challenge.id)), ..View::text(text) }
}

/// Replaces the challenge or the announcement of a match that is over: shows the players, the thread and the result.
pub fn ended(language: Language, played: &Match) -> View {
    let [first, second] = played.players.map(Arg::Player);
    let (game, place) = (played.line.game().title(), link(played.location.place));
    let args = [("game", game.into()), ("first", first), ("second", second), ("place", place.into())];
    let mut text = localize_with(language, "challenge-ended", &args);
    text.push_line(result(language, played, &played.players.map(Arg::Player)));
    View { subject: Some(Subject::Match(played.id)), ..View::text(text) }
}

/// The announcement of a match whose challenge is not visible in the channel: the game, the seats of the players, and
/// the thread in which it was requested.
pub fn announced(language: Language, begun: &Match) -> View {
    let game = begun.line.game();
    let [first, second] = begun.players.map(Arg::Player);
    let args = [("game", game.title().into()), ("first", first), ("second", second)];
    let mut text = localize_with(language, "engine-begins", &args);
    text.push(settings(language, Some(game), &begun.setup, begun.hints || begun.rated));
    let rated = begun.rated.then(|| localize(language, "challenge-rated", &[]));
    let time = time::terms(language, begun.clocks.control, begun.clocks.pauses, begun.started_at);
    for line in rated.into_iter().chain(time) {
        text.push_line(line);
    }
    if begun.location.origin.is_some() {
        let place = link(begun.location.origin);
        text.push_line(localize_with(language, "game-begun-from", &[("place", place.into())]));
    }
    View::text(text)
}

/// The same in as few words as possible, none of which comes from a player, for where a filter refuses them.
pub fn announced_briefly(language: Language, begun: &Match) -> View {
    let number = begun.id.to_string();
    let args = [("game", begun.line.game().title()), ("number", &number)];
    View::text(localize(language, "game-begins-briefly", &args))
}
