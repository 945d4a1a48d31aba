//! Advice after a defeat against the bot: why the game was lost, and what to try next.

use super::worded_hint::sentence;
use crate::chat::text::Text;
use crate::chat::texts::{Language, localize};
use crate::rules::Outcome;
use crate::service::{Level, Match, Status};

/// Why a person lost to the bot, if the moves show it, and what to try next. `None` for any other game.
pub fn of(language: Language, played: &Match) -> Option<Text> {
    let engine = played.engine_seat()?;
    let level = played.player(engine).level()?;
    if played.outcome != Some(Outcome::Win(engine)) || played.ply() == 0 {
        return None;
    }
    let game = played.line.game();
    // Players who resign or run out of time know why they lost.
    let why = played.line.defeat(!engine).filter(|_| matches!(played.status, Status::Rules(_)));
    let why = why.map(|why| sentence(language, game, &format!("defeat-{}", why.about), &why));
    Some(Text::join(why.into_iter().chain([what_to_try(language, played, level)]), " "))
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
