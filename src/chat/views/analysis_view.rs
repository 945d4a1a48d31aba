//! Views of analyses.

use super::pictures::{PictureOptions, PictureRenderer};
use super::worded_mistake::{self, mistake};
use crate::catalog::{Course, JudgedMove, Review};
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::text::Text;
use crate::chat::texts::players::display_name;
use crate::chat::texts::{Language, label, localize, localize_with};
use crate::chat::view::{Button, ButtonStyle, View};
use crate::rules::{Outcome, Seat};
use crate::service::matches::analysis::positions;
use crate::service::{Match, MatchAnalysis};

/// Plays on against the engine from an earlier position.
pub const PLAY_ON: Pattern<Pressed> = Pattern::new("retry @");

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
    for mistake in mistakes(&review) {
        attachments.extend(pictures.refutation(options, played, names, mistake).await);
        attachments.extend(pictures.better(options, played, names, mistake).await);
    }
    let play_on = |mistake: &JudgedMove<String>| {
        let label = label(language, "button-play-on", &[("turn", &mistake.ply.to_string())]);
        let action = PLAY_ON.at(played.id, mistake.ply - 1);
        Button { label, action, style: ButtonStyle::Secondary }
    };
    let buttons = mistakes(&review).map(play_on).collect();
    View { attachments, buttons, ..View::text(text(language, played, &review)) }
}

/// The comment on the last move of a match.
pub async fn comment(
    pictures: &PictureRenderer,
    options: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    judged: &JudgedMove<String>,
) -> View {
    let language = options.language;
    let say = |key: &str| {
        let args = [("move", judged.played.as_str()), ("best", worded_mistake::best(judged).as_str())];
        localize(language, key, &args)
    };
    if judged.themes.is_empty() {
        return View::text(match &judged.better {
            _ if judged.forced => say("coach-forced"),
            None => say("coach-best"),
            Some(_) => say("coach-fine"),
        });
    }
    let about = worded_mistake::about(language, played.line.game(), judged);
    let mut attachments: Vec<_> = pictures.refutation(options, played, names, judged).await.into_iter().collect();
    attachments.extend(pictures.better(options, played, names, judged).await);
    View { attachments, ..View::text(Text::join([say("coach-mistake"), about], " ")) }
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
    lines.extend(played.outcome.and_then(|outcome| course(language, played, review, outcome)));
    if review.mistakes.is_empty() {
        lines.push(localize(language, "analysis-no-slips", &[]));
    }
    for slip in mistakes(review) {
        let player = display_name(language, played.player(slip.seat));
        lines.push(mistake(language, played.line.game(), player, slip));
    }
    Text::join(lines, "\n")
}

/// The worst mistakes, worst first.
fn mistakes(review: &Review) -> impl Iterator<Item = &JudgedMove<String>> {
    review.mistakes.iter().filter_map(|index| review.moves.get(*index))
}

/// How the game went, in one sentence.
fn course(language: Language, played: &Match, review: &Review, outcome: Outcome) -> Option<Text> {
    let name = |seat: Seat| display_name(language, played.player(seat));
    let say = |key: &str, winner: Seat, turn: usize, count: usize| {
        let (winner, loser) = (name(winner), name(!winner));
        let (turn, count) = (turn.to_string(), count.to_string());
        let args = [
            ("winner", (&winner).into()),
            ("loser", (&loser).into()),
            ("turn", (&turn).into()),
            ("count", (&count).into()),
        ];
        localize_with(language, key, &args)
    };
    Some(match Course::of(review, outcome)? {
        Course::Even => localize(language, "course-even", &[]),
        Course::Drawn { leader } => say("course-drawn", leader, 0, 0),
        Course::Ahead { winner, ply: 0 } => say("course-ahead-always", winner, 0, 0),
        Course::Ahead { winner, ply } => say("course-ahead", winner, ply, 0),
        Course::Decided { winner, ply } => say("course-decided", winner, ply, 0),
        Course::Comeback { winner, ply: 0 } => say("course-comeback-start", winner, 0, 0),
        Course::Comeback { winner, ply } => say("course-comeback", winner, ply, 0),
        Course::Changes { winner, count, ply } => say("course-changes", winner, ply, count),
        Course::Behind { winner } => say("course-behind", winner, 0, 0),
    })
}
