//! Views of challenges.

use super::board::rules_button;
use super::lessons::learn_button;
use super::match_list::link;
use super::picture_words::result;
use super::terms::{GameTerms, side};
use crate::catalog::Catalog;
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::text::Text;
use crate::chat::texts::players::NAME_MAX;
use crate::chat::texts::{Arg, Language, label, localize, localize_with};
use crate::chat::view::{Button, ButtonStyle, Subject, View};
use crate::service::lobby::challenge::NOTE_MAX;
use crate::service::{Challenge, ChallengeState, Match, Millis, PlaceId, Player, PlayerId, Side, Terms};

/// Accepts a challenge.
pub const ACCEPT: Pattern<Pressed> = Pattern::new("accept #");
/// Accepts a challenge from a list, which may be shown in another place than the challenge.
pub const ACCEPT_LISTED: Pattern<Pressed> = Pattern::new("accept # listed");
/// Accepts the challenge with this code, and plays it where the button is pressed.
pub const ACCEPT_BY_CODE: Pattern<Pressed> = Pattern::new("accept-code *");
/// Declines a challenge.
pub const DECLINE: Pattern<Pressed> = Pattern::new("decline #");
/// Withdraws one's own challenge.
pub const CANCEL: Pattern<Pressed> = Pattern::new("cancel #");

/// The terms of a challenge as text. With `begins_at`, they include the deadline of the first move for a start at that
/// time; `None` if the challenge is closed.
fn terms(language: Language, catalog: &Catalog, terms: &Terms, begins_at: Option<Millis>) -> Text {
    let of_game = GameTerms::proposed(catalog, terms);
    let title = of_game.title();
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
    for line in of_game.lines(language, begins_at) {
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

/// A challenge with its buttons, or its outcome.
pub fn challenge(language: Language, catalog: &Catalog, challenge: &Challenge, now: Millis) -> View {
    let begins_at = (challenge.state == ChallengeState::Open).then_some(now);
    let mut text = terms(language, catalog, &challenge.terms, begins_at);
    let (line, buttons) = match challenge.state {
        ChallengeState::Open => {
            let button = |key: &str, action, style| Button { label: label(language, key, &[]), action, style };
            let mut buttons = vec![button("button-accept", ACCEPT.with(challenge.id), ButtonStyle::Success)];
            if challenge.terms.opponent.is_some() {
                buttons.push(button("button-decline", DECLINE.with(challenge.id), ButtonStyle::Secondary));
            }
            buttons.push(button("button-cancel", CANCEL.with(challenge.id), ButtonStyle::Secondary));
            buttons.push(rules_button(language, &challenge.terms.game));
            buttons.extend(catalog.game(&challenge.terms.game).map(|game| learn_button(language, game)));
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

/// The number of challenges on a page. Each has a button, and the list needs two more.
pub const LISTED_MAX: usize = 3;

/// Discord's limit for the label of a button, in characters.
const LABEL_MAX: usize = 80;

/// A page of a person's open challenges, received and sent.
#[derive(Clone, Debug)]
pub struct ChallengePage {
    /// The challenges, each with the name of the other player.
    pub open: Vec<(Challenge, String)>,
    /// The number of challenges on the pages before.
    pub before: usize,
    /// The total number of challenges.
    pub all: usize,
}

/// A player's open challenges, received and sent: a numbered line with the terms of each, and a button to accept or
/// cancel it.
pub fn list(language: Language, catalog: &Catalog, listed: &ChallengePage, person: PlayerId) -> View {
    let mut view = View::text(localize(language, "challenges-title", &[("count", &listed.all.to_string())]));
    for (number, (challenge, name)) in (1..).zip(&listed.open) {
        let (terms, number) = (&challenge.terms, i32::to_string(&number));
        let is_own = person == terms.challenger;
        let (line, label_key, action, style) = if is_own {
            ("challenges-by-me", "button-cancel-listed", CANCEL.with(challenge.id), ButtonStyle::Secondary)
        } else {
            let accept = ACCEPT_LISTED.with(challenge.id);
            ("challenges-to-me", "button-accept-listed", accept, ButtonStyle::Success)
        };
        let of_game = GameTerms::proposed(catalog, terms);
        let summary = [Some(of_game.summary(language)), side(language, terms.side, is_own)];
        let summary = summary.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let place = link(Some(terms.origin.unwrap_or(terms.place)));
        let args = [
            ("number", (&number).into()),
            ("game", of_game.title().into()),
            ("player", Text::typed(name, NAME_MAX).into()),
            ("terms", (&summary).into()),
            ("place", place.into()),
            ("when", Arg::relative(challenge.expires_at)),
        ];
        view.text.push_line(localize_with(language, line, &args));
        let labelled =
            |game: &str| label(language, label_key, &[("number", &number), ("game", game), ("player", name)]);
        let label = of_game.labelled(language, LABEL_MAX, labelled);
        view.buttons.push(Button { label, action, style });
    }
    let left = listed.all.saturating_sub(listed.before + listed.open.len());
    if left > 0 {
        view.text.push_line(localize(language, "challenges-more", &[("count", &left.to_string())]));
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

/// Shows the terms of a challenge with a code, and asks whether to accept it and play here.
pub fn accept_question(language: Language, catalog: &Catalog, open: &Challenge, code: &str) -> View {
    let mut text = terms(language, catalog, &open.terms, None);
    text.push_line(localize(language, "accept-question", &[]));
    let label = label(language, "button-accept", &[]);
    let accept = Button { label, action: ACCEPT_BY_CODE.with(code), style: ButtonStyle::Success };
    View { buttons: vec![accept, rules_button(language, &open.terms.game)], ..View::text(text) }
}

/// A link to the thread of a game that was requested in another thread.
pub fn begun_elsewhere(language: Language, begun: &Match, thread: PlaceId) -> Text {
    let args = [("game", begun.line.game().title().into()), ("place", link(Some(thread)).into())];
    localize_with(language, "game-begun-elsewhere", &args)
}

/// An expired challenge.
pub fn expired(language: Language, catalog: &Catalog, challenge: &Challenge) -> View {
    let mut text = terms(language, catalog, &challenge.terms, None);
    text.push_line(localize(language, "challenge-expired", &[]));
    View { subject: Some(Subject::Challenge(challenge.id)), ..View::text(text) }
}

/// An accepted challenge with the seats of the players.
pub fn accepted(language: Language, catalog: &Catalog, challenge: &Challenge, begun: &Match) -> View {
    let mut text = terms(language, catalog, &challenge.terms, None);
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
    for line in GameTerms::of(begun).lines(language, None) {
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
