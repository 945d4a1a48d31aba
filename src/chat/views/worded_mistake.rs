//! A mistake in words: what it was about, and what was better.

use super::worded_hint::sentence;
use crate::catalog::{AnyGame, AnyLine, Finding, JudgedMove};
use crate::chat::text::Text;
use crate::chat::texts::{Arg, Language, localize, localize_with};

/// The better move.
pub fn best(mistake: &JudgedMove<String>) -> &String {
    mistake.better.as_ref().and_then(|better| better.moves.first()).unwrap_or(&mistake.played)
}

/// Names the move and its player.
pub fn played(language: Language, player: Arg<'_>, mistake: &JudgedMove<String>) -> Text {
    let number = mistake.ply.to_string();
    let args = [("number", (&number).into()), ("player", player), ("move", (&mistake.played).into())];
    localize_with(language, "analysis-slip", &args)
}

/// What the mistake was about, and what was better.
pub fn about(language: Language, game: &dyn AnyGame, mistake: &JudgedMove<String>) -> Text {
    let theme = |found: &Finding| sentence(language, game, &format!("mistake-{}", found.about), found);
    let mut sentences: Vec<Text> = mistake.themes.iter().map(theme).collect();
    if !mistake.themes.iter().any(|theme| theme.arg("best").is_some()) {
        sentences.push(localize(language, "analysis-better", &[("best", best(mistake))]));
    }
    Text::join(sentences, " ")
}

/// A mistake as one paragraph.
pub fn mistake(language: Language, game: &dyn AnyGame, player: Arg<'_>, mistake: &JudgedMove<String>) -> Text {
    Text::join([played(language, player, mistake), about(language, game, mistake)], " ")
}

/// A comment on the last move of a line to its player.
pub fn comment(language: Language, line: &dyn AnyLine, judged: &JudgedMove<String>) -> Text {
    let say = |key: &str| localize(language, key, &[("move", judged.played.as_str()), ("best", best(judged).as_str())]);
    if !judged.themes.is_empty() {
        return Text::join([say("coach-mistake"), about(language, line.game(), judged)], " ");
    }
    match &judged.better {
        _ if judged.forced => say("coach-forced"),
        _ if line.may_swap() => say("coach-first-move"),
        None => say("coach-best"),
        Some(_) => say("coach-fine"),
    }
}

/// The best play after a move, with the numbers of the arrows in its picture.
pub fn refutation(language: Language, played: &str, line: &[String]) -> Text {
    let numbered: Vec<String> = (1..).zip(line).map(|(number, m)| format!("{number}. {m}")).collect();
    localize(language, "analysis-refutation", &[("move", played), ("line", &numbered.join("  "))])
}
