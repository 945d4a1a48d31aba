//! Views of analyses.

use super::board::{button, turns_since};
use super::pictures::{PictureOptions, PictureRenderer, grade};
use super::replay;
use super::worded_hint::WordedHint;
use super::worded_mistake::{self, mistake};
use crate::catalog::{Advice, Course, JudgedMove, Review};
use crate::chat::custom_id::{Pattern, Pressed};
use crate::chat::hint_stage::HintStage;
use crate::chat::text::Text;
use crate::chat::texts::{Arg, Language, label, localize, localize_with};
use crate::chat::view::{Button, ButtonStyle, View};
use crate::rules::Seat;
use crate::service::matches::analysis::positions;
use crate::service::{Match, MatchAnalysis};

/// Plays on against the engine from an earlier position.
pub const PLAY_ON: Pattern<Pressed> = Pattern::new("retry @");

/// Opens the pages of an analysis at the first mistake.
pub const OPEN: Pattern<Pressed> = Pattern::new("mistakes @");
/// Shows another page of an analysis.
pub const PAGE: Pattern<Pressed> = Pattern::new("analysis @ #");

/// How many of the moves after a mistake are shown with it.
const FOLLOWING_MAX: usize = 3;

/// The maximum number of mistakes shown.
const MISTAKES_MAX: usize = 3;

/// The progress of an analysis, or its result once it is complete, for everyone who sees the message.
pub async fn report(
    pictures: &PictureRenderer,
    options: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    analysis: &MatchAnalysis,
) -> View {
    let review = match complete(options.language, played, analysis) {
        Ok(review) => review,
        Err(progress) => return View::text(progress),
    };
    // A game against the bot has one reader.
    let reader = played.engine_seat().map(|engine| !engine);
    let mistakes = mistakes(&review, reader);
    let curve = pictures.curve(options, played, names, &review).await;
    let mut view = summary(options.language, played, &review, &mistakes);
    view.attachments.extend(curve);
    if !mistakes.is_empty() {
        let one_by_one = button(options.language, "button-mistakes", OPEN.on(played), ButtonStyle::Primary);
        view.buttons.insert(0, one_by_one);
    }
    view
}

/// A page of an analysis, the mistakes of `reader` first: the summary, then for each mistake its refutation and the
/// better move, a picture a page. Buttons turn the pages.
pub async fn page(
    pictures: &PictureRenderer,
    options: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    analysis: &MatchAnalysis,
    reader: Option<Seat>,
    page: usize,
) -> View {
    let language = options.language;
    let review = match complete(language, played, analysis) {
        Ok(review) => review,
        Err(progress) => return View::text(progress),
    };
    let mistakes = mistakes(&review, reader);
    let pages = pages(&mistakes);
    let page = page % pages.len();
    let (mut view, attachment) = match pages[page] {
        Page::Summary => {
            (summary(language, played, &review, &mistakes), pictures.curve(options, played, names, &review).await)
        }
        Page::Refutation(mistake) => {
            (about(language, played, mistake), pictures.refutation(options, played, names, mistake).await)
        }
        Page::Better(mistake) => {
            (about(language, played, mistake), pictures.better(options, played, names, mistake).await)
        }
    };
    view.attachments.extend(attachment);
    if pages.len() > 1 {
        let (number, all) = ((page + 1).to_string(), pages.len().to_string());
        view.text.push_line(localize(language, "analysis-page", &[("page", &number), ("all", &all)]));
        let leaf =
            |key, page: usize| button(language, key, PAGE.on(played).with(page % pages.len()), ButtonStyle::Secondary);
        let leaves = [leaf("button-replay-back", page + pages.len() - 1), leaf("button-replay-forward", page + 1)];
        view.buttons.splice(0..0, leaves);
    }
    view
}

/// A complete analysis for readers who draw it themselves.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Accuracies and the course of the game in words.
    pub summary: Text,
    /// The chances of seat one, from 0 to 1, at the start and after each ply.
    pub winning: Vec<f64>,
    /// The moves that the picture of the curve marks.
    pub marked: Vec<MarkedMove>,
}

/// A bad move of a [`Curve`].
#[derive(Clone, Debug)]
pub struct MarkedMove {
    /// The ply after it: 1 for the first move.
    pub ply: usize,
    /// Who played it.
    pub seat: Seat,
    /// The sign of how bad it was, as in `??`.
    pub sign: &'static str,
    /// What it was about and what was better.
    pub text: Text,
}

/// An analysis as a curve, or its progress in words.
///
/// # Errors
/// The progress.
pub fn curve(language: Language, played: &Match, analysis: &MatchAnalysis) -> Result<Curve, Text> {
    let review = complete(language, played, analysis)?;
    let marked = |judged: &JudgedMove<String>| {
        let player = Arg::Player(played.player(judged.seat));
        Some(MarkedMove {
            ply: judged.ply,
            seat: judged.seat,
            sign: grade(judged.loss)?.sign(),
            text: mistake(language, played.line.game(), player, judged),
        })
    };
    Ok(Curve {
        summary: text(language, played, &review, &[]),
        winning: review.moves.iter().map(|judged| judged.winning).chain([review.last_winning]).collect(),
        marked: review.moves.iter().filter_map(marked).collect(),
    })
}

/// The best move in a tried position, why, and the chances of the player to move.
pub async fn best(
    pictures: &PictureRenderer,
    options: &PictureOptions,
    position: &Match,
    names: &[String; 2],
    advice: &Advice,
) -> View {
    let (language, seat) = (options.language, position.line.seat());
    let known = |ply: usize| (ply == position.ply()).then(|| (advice.score, advice.line.clone()));
    let first = position.line.review(&known).last_winning;
    let chances = if seat == Seat::One { first } else { 1.0 - first };
    let values =
        [("player", Arg::Player(position.player(seat))), ("percent", Arg::Percent((100.0 * chances).round() as i64))];
    let worded = WordedHint::of(language, position.line.game(), advice);
    let [.., why] = &worded.sentences;
    let mut text = Text::from_markup(why);
    text.push_line(localize_with(language, "what-if-chances", &values));
    let attachment = pictures.hint(options, position, names, &worded, HintStage::Move).await;
    View { attachments: attachment.into_iter().collect(), ..View::text(text) }
}

/// The content of a page.
#[derive(Clone, Copy)]
enum Page<'a> {
    Summary,
    Refutation(&'a JudgedMove<String>),
    Better(&'a JudgedMove<String>),
}

fn pages<'a>(mistakes: &[&'a JudgedMove<String>]) -> Vec<Page<'a>> {
    let mut pages = vec![Page::Summary];
    for mistake in mistakes {
        // A mistake that ended the game has no refutation.
        if !mistake.refutation.is_empty() {
            pages.push(Page::Refutation(mistake));
        }
        pages.push(Page::Better(mistake));
    }
    pages
}

/// The review of a complete analysis, or its progress in words.
fn complete(language: Language, played: &Match, analysis: &MatchAnalysis) -> Result<Review, Text> {
    if analysis.next(played).is_none() {
        return Ok(analysis.review(played));
    }
    let values = [("done", analysis.positions.len().to_string()), ("all", positions(played).to_string())];
    let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
    Err(localize(language, "analysis-goes-on", &values))
}

/// The summary with a button for each mistake.
fn summary(language: Language, played: &Match, review: &Review, mistakes: &[&JudgedMove<String>]) -> View {
    let buttons = mistakes.iter().map(|mistake| play_on(language, played, mistake)).collect();
    View { buttons, ..View::text(text(language, played, review, mistakes)) }
}

/// A mistake in words, with its button.
fn about(language: Language, played: &Match, slip: &JudgedMove<String>) -> View {
    let player = Arg::Player(played.player(slip.seat));
    let text = mistake(language, played.line.game(), player, slip);
    View { buttons: vec![play_on(language, played, slip)], ..View::text(text) }
}

/// The button that plays on from the position before a mistake.
fn play_on(language: Language, played: &Match, mistake: &JudgedMove<String>) -> Button {
    let label = label(language, "button-play-on", &[("turn", &mistake.ply.to_string())]);
    let action = PLAY_ON.at(played.id, mistake.ply - 1);
    Button { label, action, style: ButtonStyle::Secondary }
}

/// A mistake of a lost game again: the board before it with the move, what followed, and what would have been better.
pub async fn again(
    pictures: &PictureRenderer,
    options: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    slip: &JudgedMove<String>,
) -> View {
    let View { mut text, mut buttons, .. } = about(options.language, played, slip);
    let before = played.at_ply(slip.ply - 1, false);
    let mut attachments: Vec<_> =
        pictures.suggestion(options, &before, names, &slip.played).await.into_iter().collect();
    let end = (slip.ply + FOLLOWING_MAX).min(played.ply());
    if end > slip.ply {
        let after = played.at_ply(end, end == played.ply());
        text.push_line(localize(options.language, "turn-followed", &[]));
        text.push_line(turns_since(options.language, &after, slip.ply));
        let followed = played.line.moves().into_iter().skip(slip.ply).take(FOLLOWING_MAX).collect();
        let followed = JudgedMove { refutation: followed, ..slip.clone() };
        attachments.extend(pictures.refutation(options, played, names, &followed).await);
    }
    attachments.extend(pictures.better(options, played, names, slip).await);
    let replay = replay::POSITION.at(played.id, slip.ply + 1).with("back");
    buttons.push(button(options.language, "button-replay", replay, ButtonStyle::Secondary));
    View { attachments, buttons, ..View::text(text) }
}

/// The comment on the last move of a match.
pub async fn comment(
    pictures: &PictureRenderer,
    options: &PictureOptions,
    played: &Match,
    names: &[String; 2],
    judged: &JudgedMove<String>,
) -> View {
    let comment = worded_mistake::comment(options.language, &*played.line, judged);
    if judged.themes.is_empty() {
        return View::text(comment);
    }
    let mut attachments: Vec<_> = pictures.refutation(options, played, names, judged).await.into_iter().collect();
    attachments.extend(pictures.better(options, played, names, judged).await);
    View { attachments, ..View::text(comment) }
}

fn text(language: Language, played: &Match, review: &Review, mistakes: &[&JudgedMove<String>]) -> Text {
    let [first, second] = played.players.map(Arg::Player);
    let args = [("game", played.line.game().title().into()), ("first", first.clone()), ("second", second.clone())];
    let mut lines = vec![localize_with(language, "analysis-title", &args)];
    for (seat, player) in Seat::BOTH.into_iter().zip([first, second]) {
        let lost_always = review.was_always_lost(seat);
        lines.push(match review.accuracy[seat.index()] {
            Some(percent) => {
                let percent = Arg::Percent(percent.round() as i64);
                let key = if lost_always { "analysis-resisted" } else { "analysis-accuracy" };
                localize_with(language, key, &[("player", player), ("percent", percent)])
            }
            None if lost_always => localize_with(language, "analysis-lost-always", &[("player", player)]),
            None => localize_with(language, "analysis-no-choice", &[("player", player)]),
        });
    }
    let went = played.outcome.and_then(|outcome| Course::of(review, outcome));
    lines.extend(went.map(|went| course(language, played, went)));
    if review.mistakes.is_empty() {
        lines.push(without_mistakes(language, played, went));
    }
    for slip in mistakes {
        let player = Arg::Player(played.player(slip.seat));
        lines.push(mistake(language, played.line.game(), player, slip));
    }
    Text::join(lines, "\n")
}

/// The worst mistakes: those of `reader` first, then by how bad they are.
pub fn mistakes(review: &Review, reader: Option<Seat>) -> Vec<&JudgedMove<String>> {
    let mut mistakes: Vec<_> = review.mistakes.iter().filter_map(|index| review.moves.get(*index)).collect();
    mistakes.sort_by_key(|mistake| reader.is_some() && Some(mistake.seat) != reader);
    mistakes.truncate(MISTAKES_MAX);
    mistakes
}

/// The sentence for a game without mistakes.
fn without_mistakes(language: Language, played: &Match, went: Option<Course>) -> Text {
    match went.and_then(who_got_ahead) {
        Some(winner) => localize_with(language, "analysis-gradual", &[("winner", Arg::Player(played.player(winner)))]),
        None => localize(language, "analysis-no-slips", &[]),
    }
}

/// The winner, if they took the lead during the game and kept it.
fn who_got_ahead(went: Course) -> Option<Seat> {
    match went {
        Course::Ahead { winner, ply: 1.. }
        | Course::Decided { winner, .. }
        | Course::Comeback { winner, .. }
        | Course::Changes { winner, .. } => Some(winner),
        _ => None,
    }
}

/// How the game went, in one sentence.
fn course(language: Language, played: &Match, went: Course) -> Text {
    let name = |seat: Seat| Arg::Player(played.player(seat));
    let say = |key: &str, winner: Seat, turn: usize, count: usize| {
        let turn = turn.to_string();
        let args = [
            ("winner", name(winner)),
            ("loser", name(!winner)),
            ("turn", (&turn).into()),
            ("count", Arg::count(count)),
        ];
        localize_with(language, key, &args)
    };
    match went {
        Course::Even => localize(language, "course-even", &[]),
        Course::Drawn { leader } => say("course-drawn", leader, 0, 0),
        Course::Ahead { winner, ply: 0 } => say("course-ahead-always", winner, 0, 0),
        Course::Ahead { winner, ply } => say("course-ahead", winner, ply, 0),
        Course::Decided { winner, ply } => say("course-decided", winner, ply, 0),
        Course::Comeback { winner, ply: 0 } => say("course-comeback-start", winner, 0, 0),
        Course::Comeback { winner, ply } => say("course-comeback", winner, ply, 0),
        Course::Changes { winner, count, ply } => say("course-changes", winner, ply, count),
        Course::Behind { winner } => say("course-behind", winner, 0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_ahead_from_the_start_or_only_behind_did_not_get_ahead() {
        let winner = Seat::Two;
        let got_ahead = [
            Course::Ahead { winner, ply: 6 },
            Course::Decided { winner, ply: 6 },
            Course::Comeback { winner, ply: 0 },
            Course::Changes { winner, count: 2, ply: 6 },
        ];
        assert_eq!(got_ahead.map(who_got_ahead), [Some(winner); 4]);
        let others = [
            Course::Ahead { winner, ply: 0 },
            Course::Behind { winner },
            Course::Even,
            Course::Drawn { leader: winner },
        ];
        assert_eq!(others.map(who_got_ahead), [None; 4]);
    }
}
