//! What the bot says in a guided game: what a move did, and what to look for next.

use super::worded_hint::hint;
use super::worded_mistake::comment;
use crate::chat::hint_stage::HintStage;
use crate::chat::text::Text;
use crate::chat::texts::{Language, localize, localize_with};
use crate::engine::Glance;
use crate::service::{GUIDED_TURNS, Match};

/// The guidance below a board after the guided player's first `turns` turns.
pub fn guidance(language: Language, played: &Match, turns: usize, found: &Glance) -> Text {
    let game = played.line.game();
    let mut lines: Vec<Text> = Vec::new();
    if turns == 0 {
        let turns = GUIDED_TURNS.to_string();
        lines.push(localize(language, "guide-begins", &[("turns", &turns)]));
    }
    lines.extend(found.judged.iter().map(|judged| comment(language, &*played.line, judged)));
    if turns == GUIDED_TURNS {
        lines.push(localize(language, "guide-ends", &[]));
    } else if let Some(advice) = &found.advice {
        let look = hint(language, game, advice, HintStage::Region);
        lines.push(localize_with(language, "guide-look", &[("look", look.into())]));
    }
    Text::join(lines, "\n")
}
