//! What is said about analyses.

use super::pictures::Studio;
use super::players::called;
use super::texts::{Language, say};
use super::view::View;
use crate::engines::Verdict;
use crate::engines::verdict::Slip;
use crate::play::analysis::positions;
use crate::play::{Analysis, Match};

/// So many of the worst moves are shown, each with a picture.
const SLIPS_SHOWN: usize = 3;

/// An analysis: how far it has come, or what it says.
pub async fn view(
    studio: &Studio,
    language: Language,
    played: &Match,
    names: &[String; 2],
    analysis: &Analysis,
) -> View {
    if analysis.next(played).is_some() {
        let values = [("done", analysis.studies.len().to_string()), ("all", positions(played).to_string())];
        return View::text(say(
            language,
            "analysis-goes-on",
            &values.each_ref().map(|(name, value)| (*name, value.as_str())),
        ));
    }
    let verdict = Verdict::of(played, analysis);
    let worst = verdict.worst(SLIPS_SHOWN);
    let mut attachments: Vec<_> = studio.curve(language, played, names, &verdict).await.into_iter().collect();
    for slip in &worst {
        attachments.extend(studio.better(language, played, names, slip).await);
    }
    View { attachments, ..View::text(text(language, played, &verdict, &worst)) }
}

fn text(language: Language, played: &Match, verdict: &Verdict, worst: &[&Slip]) -> String {
    let [first, second] = played.players.map(|player| called(language, player));
    let values = [("game", played.line.game().title()), ("first", first.as_str()), ("second", second.as_str())];
    let mut lines = vec![say(language, "analysis-title", &values)];
    for (player, accuracy) in [&first, &second].into_iter().zip(verdict.accuracy) {
        lines.push(match accuracy {
            Some(percent) => {
                let percent = format!("{percent:.0}");
                say(language, "analysis-accuracy", &[("player", player), ("percent", &percent)])
            }
            None => say(language, "analysis-no-choice", &[("player", player)]),
        });
    }
    if worst.is_empty() {
        lines.push(say(language, "analysis-no-slips", &[]));
    }
    lines.extend(worst.iter().map(|slip| better(language, &called(language, played.player(slip.seat)), slip)));
    lines.join("\n")
}

/// A move that was not good, and the better one.
pub fn better(language: Language, player: &str, slip: &Slip) -> String {
    let number = (slip.ply + 1).to_string();
    let values = [("number", number.as_str()), ("player", player), ("move", &slip.played), ("best", &slip.best)];
    say(language, "analysis-slip", &values)
}
