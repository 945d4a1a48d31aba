//! Views of analyses.

use super::pictures::better;
use super::pictures::{PictureOptions, PictureRenderer};
use crate::catalog::Review;
use crate::chat::text::Text;
use crate::chat::texts::players::display_name;
use crate::chat::texts::{Language, localize, localize_with};
use crate::chat::view::View;
use crate::service::matches::analysis::positions;
use crate::service::{Match, MatchAnalysis};

/// The progress of an analysis, or its result once it is complete.
pub async fn view(
    pictures: &PictureRenderer,
    options: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    analysis: &MatchAnalysis,
) -> View {
    let language = options.language;
    if analysis.next(played).is_some() {
        let values = [("done", analysis.positions.len().to_string()), ("all", positions(played).to_string())];
        return View::text(localize(
            language,
            "analysis-goes-on",
            &values.each_ref().map(|(name, value)| (*name, value.as_str())),
        ));
    }
    let review = analysis.review(played);
    let mut attachments: Vec<_> = pictures.curve(options, played, names, &review).await.into_iter().collect();
    for mistake in review.mistakes.iter().filter_map(|index| review.moves.get(*index)) {
        attachments.extend(pictures.better(options, played, names, mistake).await);
    }
    View { attachments, ..View::text(text(language, played, &review)) }
}

fn text(language: Language, played: &Match, review: &Review) -> Text {
    let [first, second] = played.players.map(|player| display_name(language, player));
    let args = [("game", played.line.game().title().into()), ("first", (&first).into()), ("second", (&second).into())];
    let mut lines = vec![localize_with(language, "analysis-title", &args)];
    for (player, accuracy) in [&first, &second].into_iter().zip(review.accuracy) {
        lines.push(match accuracy {
            Some(percent) => {
                let percent = format!("{percent:.0}");
                localize_with(
                    language,
                    "analysis-accuracy",
                    &[("player", player.into()), ("percent", (&percent).into())],
                )
            }
            None => localize_with(language, "analysis-no-choice", &[("player", player.into())]),
        });
    }
    if review.mistakes.is_empty() {
        lines.push(localize(language, "analysis-no-slips", &[]));
    }
    let mistakes = review.mistakes.iter().filter_map(|index| review.moves.get(*index));
    lines
        .extend(mistakes.map(|mistake| better(language, display_name(language, played.player(mistake.seat)), mistake)));
    Text::join(lines, "\n")
}
