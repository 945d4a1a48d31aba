//! What is said about challenges.

use super::explain;
use super::press::Press;
use super::texts::{Language, plain, say};
use super::view::{Button, ButtonStyle, View};
use crate::catalog;
use crate::play::{Challenge, ChallengeState, Match, Side, Terms};

/// How a person is named in a message: the platform shows the name, and pings only whom the view says.
pub fn mention(player: crate::play::PlayerId) -> String {
    format!("<@{player}>")
}

/// What is proposed, in words.
fn terms(language: Language, terms: &Terms) -> String {
    let game = catalog::game(&terms.game);
    let title = game.map_or(terms.game.as_str(), |game| game.title());
    let setup = game.map_or(String::new(), |game| explain::setup(language, game, &terms.setup));
    let challenger = mention(terms.challenger);
    let mut text = match terms.opponent {
        Some(opponent) => {
            let values = [("challenger", challenger.as_str()), ("opponent", &mention(opponent)), ("game", title)];
            say(language, "challenge-to", &values)
        }
        None => say(language, "challenge-to-all", &[("challenger", &challenger), ("game", title)]),
    };
    if !setup.is_empty() {
        text.push_str(&format!("\n{}", say(language, "challenge-setup", &[("setup", &setup)])));
    }
    let side = match terms.side {
        Side::Lot => "challenge-side-lot",
        Side::First => "challenge-side-first",
        Side::Second => "challenge-side-second",
    };
    text.push_str(&format!("\n{}", say(language, side, &[("challenger", &challenger)])));
    if !terms.note.is_empty() {
        text.push_str(&format!("\n> {}", plain(&terms.note, crate::play::challenge::NOTE_MAX)));
    }
    text
}

/// A challenge with its buttons, or what became of it.
pub fn challenge(language: Language, challenge: &Challenge) -> View {
    let mut text = terms(language, &challenge.terms);
    let ends = challenge.expires_at.seconds().to_string();
    let (line, buttons) = match challenge.state {
        ChallengeState::Open => {
            let button = |key: &str, press, style| Button { label: say(language, key, &[]), press, style };
            let mut buttons = vec![button("button-accept", Press::Accept(challenge.id), ButtonStyle::Good)];
            if challenge.terms.opponent.is_some() {
                buttons.push(button("button-decline", Press::Decline(challenge.id), ButtonStyle::Plain));
            }
            buttons.push(button("button-cancel", Press::Cancel(challenge.id), ButtonStyle::Plain));
            (say(language, "challenge-expires", &[("when", &format!("<t:{ends}:R>"))]), buttons)
        }
        ChallengeState::Accepted(_) => (say(language, "challenge-is-accepted", &[]), Vec::new()),
        ChallengeState::Declined => (say(language, "challenge-is-declined", &[]), Vec::new()),
        ChallengeState::Cancelled => (say(language, "challenge-is-cancelled", &[]), Vec::new()),
    };
    text.push_str(&format!("\n{line}"));
    let pings = match challenge.state {
        ChallengeState::Open => challenge.terms.opponent.into_iter().collect(),
        _ => Vec::new(),
    };
    View { text, pings, buttons, ..View::default() }
}

/// A challenge that is too old.
pub fn expired(language: Language, challenge: &Challenge) -> View {
    View::text(format!("{}\n{}", terms(language, &challenge.terms), say(language, "challenge-expired", &[])))
}

/// An accepted challenge: who plays which seat.
pub fn accepted(language: Language, challenge: &Challenge, begun: &Match) -> View {
    let text = terms(language, &challenge.terms);
    let [first, second] = begun.players.map(mention);
    let who = say(language, "challenge-begins", &[("first", &first), ("second", &second)]);
    View::text(format!("{text}\n{who}"))
}
