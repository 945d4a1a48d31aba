//! Confirmations of actions that cannot be undone or that affect the opponent. Each names the game, its terms, and what
//! happens.

use super::board::{DRAW_SURELY, RESIGN_SURELY, TAKE_BACK_SURELY, button, turns_taken_back};
use super::terms::GameTerms;
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::text::Text;
use crate::chat::texts::{Arg, Language, localize, localize_with};
use crate::chat::view::{ButtonStyle, View};
use crate::rules::Seat;
use crate::service::people::TakeBackPolicy;
use crate::service::{Match, MatchId, Offer};

/// Ends a game of a server without a result.
pub const END_SURELY: Pattern<Pressed> = Pattern::new("end-surely #");

/// Asks for confirmation before offering a draw.
pub const DRAW: Pattern<Pressed> = Pattern::new("draw @");
/// Asks for confirmation before taking a move back.
pub const TAKE_BACK: Pattern<Pressed> = Pattern::new("takeback @");

/// A sentence that names a match, its terms and this seat's opponent, without a ping.
fn about(language: Language, key: &str, played: &Match, seat: Seat, names: &[String; 2]) -> Text {
    let (number, terms) = (played.id.to_string(), GameTerms::of(played).summary(language));
    let args = [
        ("game", played.line.game().title().into()),
        ("number", (&number).into()),
        ("terms", (&terms).into()),
        ("opponent", Arg::unpinged(played.player(!seat), &names[(!seat).index()])),
    ];
    localize_with(language, key, &args)
}

/// The confirmation before resigning.
pub fn resign(language: Language, played: &Match, seat: Seat, names: &[String; 2]) -> View {
    let sure = button(language, "button-resign-surely", RESIGN_SURELY.on(played), ButtonStyle::Danger);
    View { buttons: vec![sure], ..View::text(about(language, "resign-question", played, seat, names)) }
}

/// The confirmation before this seat offers a draw or accepts the opponent's offer.
pub fn draw(language: Language, played: &Match, seat: Seat, names: &[String; 2]) -> View {
    let (question, label) = match played.offer == Some(Offer::Draw(!seat)) {
        true => ("draw-question-accept", "button-draw-accept"),
        false => ("draw-question", "button-draw-surely"),
    };
    let sure = button(language, label, DRAW_SURELY.on(played), ButtonStyle::Primary);
    View { buttons: vec![sure], ..View::text(about(language, question, played, seat, names)) }
}

/// The confirmation before this seat takes back a move or asks the opponent to allow it. Lists the turns to be undone.
pub fn take_back(language: Language, played: &Match, seat: Seat, names: &[String; 2]) -> View {
    let is_granted = match played.player(!seat).person() {
        Some(_) => played.preferences[(!seat).index()].take_backs == TakeBackPolicy::Always,
        None => true,
    };
    let (question, label) = match is_granted {
        true => ("takeback-question", "button-takeback-surely"),
        false => ("takeback-question-ask", "button-takeback-ask"),
    };
    let mut text = about(language, question, played, seat, names);
    text.push_line(turns_taken_back(language, played, seat));
    if !played.conditional_moves[seat.index()].is_empty() {
        text.push_line(localize(language, "takeback-plans", &[]));
    }
    let sure = button(language, label, TAKE_BACK_SURELY.on(played), ButtonStyle::Primary);
    View { buttons: vec![sure], ..View::text(text) }
}

/// The confirmation before a manager ends a game; `played` is `None` if it cannot be read.
pub fn end(language: Language, id: MatchId, played: Option<&Match>) -> View {
    let number = id.to_string();
    let text = match played {
        Some(played) => {
            let [first, second] = played.players.map(Arg::Player);
            let (turn, terms) = (played.ply().to_string(), GameTerms::of(played).summary(language));
            let args = [
                ("game", played.line.game().title().into()),
                ("number", (&number).into()),
                ("first", first),
                ("second", second),
                ("terms", (&terms).into()),
                ("turn", (&turn).into()),
            ];
            localize_with(language, "house-end-question", &args)
        }
        None => localize(language, "house-end-question-unread", &[("number", &number)]),
    };
    let sure = button(language, "button-end-surely", END_SURELY.with(id), ButtonStyle::Danger);
    View { buttons: vec![sure], ..View::text(text) }
}
