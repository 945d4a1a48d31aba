//! Advice after a game against the bot: why it was lost, and what to try next.

use super::worded_hint::sentence;
use crate::chat::text::Text;
use crate::chat::texts::{Language, localize};
use crate::engine::TurningPoint;
use crate::rules::{Outcome, Seat};
use crate::service::{Level, Match, Status};

/// What a person can try after beating the bot or losing to it, and why they lost, if the moves show it. With the turning
/// point of a lost game, says what happened there instead. `None` after any other game, and for people who want no
/// suggestions.
pub fn advice(language: Language, played: &Match, turn: Option<&TurningPoint>) -> Option<Text> {
    let (engine, level) = (played.engine_seat()?, played.engine_level()?);
    if played.ply() == 0 || !played.preferences[(!engine).index()].gets_suggestions {
        return None;
    }
    if let Some(next) = next_level(played) {
        let [level, next] = [level, next].map(|level| level.number().to_string());
        return Some(localize(language, "victory-try-level", &[("level", &level), ("next", &next)]));
    }
    if played.outcome != Some(Outcome::Win(engine)) {
        return None;
    }
    let game = played.line.game();
    if let Some(TurningPoint { judged, about }) = turn {
        let number = localize(language, "defeat-turn", &[("turn", &judged.ply.to_string())]);
        let about = sentence(language, game, &format!("turned-{}", about.about), about);
        return Some(Text::join([number, about, localize(language, "defeat-again", &[])], " "));
    }
    // Players who resign or run out of time know why they lost.
    let why = played.line.defeat(!engine).filter(|_| matches!(played.status, Status::Rules(_)));
    let why = why.map(|why| sentence(language, game, &format!("defeat-{}", why.about), &why));
    Some(Text::join(why.into_iter().chain([what_to_try(language, played, level)]), " "))
}

/// The seat of a person who was beaten by the bot by the rules and wants suggestions.
pub fn beaten_seat(played: &Match) -> Option<Seat> {
    let engine = played.engine_seat()?;
    let is_beaten = played.outcome == Some(Outcome::Win(engine)) && matches!(played.status, Status::Rules(_));
    Some(!engine).filter(|seat| is_beaten && played.preferences[seat.index()].gets_suggestions)
}

/// The level above the one that a person has just beaten. `None` if there is none or they want no suggestions.
pub(super) fn next_level(played: &Match) -> Option<Level> {
    let (engine, level) = (played.engine_seat()?, played.engine_level()?);
    let is_won =
        played.outcome == Some(Outcome::Win(!engine)) && played.preferences[(!engine).index()].gets_suggestions;
    played.line.game().highest_level().and_below().find(|other| *other > level).filter(|_| is_won)
}

/// Suggests hints, coaching or a lower level, depending on what the game allowed.
fn what_to_try(language: Language, played: &Match, level: Level) -> Text {
    let below = (level.number() > 0).then(|| (level.number() - 1).to_string());
    let key = match (&below, played.is_coached(), played.hints) {
        (Some(_), true, _) => "defeat-try-coach-level",
        (None, true, _) => "defeat-try-coach",
        (Some(_), false, true) => "defeat-try-hint-level",
        (Some(_), false, false) => "defeat-try-level",
        (None, false, _) => "defeat-try-analysis",
    };
    localize(language, key, &[("level", below.as_deref().unwrap_or_default())])
}
