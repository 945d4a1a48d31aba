//! The profile of a player.

use super::pictures::PictureRenderer;
use super::standings::{Shown, curve, rating, scope};
use crate::catalog::AnyGame;
use crate::chat::text::Text;
use crate::chat::texts::instants::duration;
use crate::chat::texts::{Arg, Language, label, localize, localize_with};
use crate::chat::view::View;
use crate::render::DrawOptions;
use crate::service::{DailyRecord, Level, PlayerId, Profile, ProfileGame, PuzzleRecord, Reliability, Tally};

/// A profile, with `note` at its end and a picture of the ratings if there is enough to draw.
pub async fn profile(
    pictures: &PictureRenderer,
    options: &DrawOptions,
    language: Language,
    shown: Shown<'_>,
    profile: &Profile,
    note: Option<Text>,
) -> View {
    let who = || Arg::from(Text::person(shown.player));
    let is_own = shown.player == shown.reader.person;
    if profile.games.is_empty() {
        let key = if is_own { "stats-none" } else { "stats-none-shown" };
        let none = localize_with(language, key, &[("player", who())]);
        let none = if is_own { none } else { none.then(" ").then(scope(language, shown.reader)) };
        return View::text(Text::join([none].into_iter().chain(learned(language, profile)).chain(note), "\n"));
    }
    let mut lines = vec![localize_with(language, "profile-title", &[("player", who())])];
    for game in &profile.games {
        lines.extend(of_game(language, game, is_own));
    }
    lines.extend(profile.reliability.map(|found| reliability(language, found)));
    if !is_own {
        lines.push(scope(language, shown.reader));
    }
    lines.extend(learned(language, profile));
    lines.extend(note);
    let ratings: Vec<_> = profile.games.iter().map(|found| (found.game, &found.stats)).collect();
    let attachment = curve(pictures, options, language, shown.name, &ratings).await;
    View { attachments: attachment.into_iter().collect(), ..View::text(Text::join(lines, "\n")) }
}

/// Says that a player's profile is hidden from the reader, but not why.
pub fn hidden(language: Language, player: PlayerId) -> View {
    View::text(localize_with(language, "profile-hidden", &[("player", Text::person(player).into())]))
}

/// Says whether others see the reader's own profile, and how to change that.
pub fn who_sees_it(language: Language, is_shown: bool) -> Text {
    localize(language, if is_shown { "profile-shown-to-others" } else { "profile-shown-to-you" }, &[])
}

/// What only the player sees: lessons, puzzles and boards of the day.
fn learned(language: Language, profile: &Profile) -> impl Iterator<Item = Text> {
    [lessons(language, profile), puzzles(language, profile), daily(language, profile)].into_iter().flatten()
}

/// How the player has done at the boards of the day.
fn daily(language: Language, profile: &Profile) -> Option<Text> {
    let DailyRecord { solved, streak, best } = profile.daily;
    let args = [("solved", solved), ("count", streak), ("most", best)].map(|(name, number)| (name, number.to_string()));
    let args = args.each_ref().map(|(name, number)| (*name, number.as_str()));
    (solved > 0).then(|| localize(language, "profile-daily", &args))
}

/// The lessons that the player has done.
fn lessons(language: Language, profile: &Profile) -> Option<Text> {
    let game = |(game, done, all): &(&dyn AnyGame, usize, usize)| {
        let (done, all) = (done.to_string(), all.to_string());
        label(language, "profile-lessons-of", &[("game", game.title()), ("done", &done), ("count", &all)])
    };
    let games = profile.lessons.iter().map(game).collect::<Vec<_>>().join(", ");
    (!games.is_empty()).then(|| localize(language, "profile-lessons", &[("lessons", &games)]))
}

/// How the player has done at puzzles.
fn puzzles(language: Language, profile: &Profile) -> Option<Text> {
    let record = |record: &PuzzleRecord| {
        let (done, count, rating) = (record.solved.to_string(), record.answered.to_string(), record.rating.to_string());
        let args = [("game", record.game.title()), ("done", &done), ("count", &count), ("rating", &rating)];
        label(language, "profile-puzzles-of", &args)
    };
    let games = profile.puzzles.iter().map(record).collect::<Vec<_>>().join(", ");
    (!games.is_empty()).then(|| localize(language, "profile-puzzles", &[("puzzles", &games)]))
}

fn of_game(language: Language, found: &ProfileGame, is_own: bool) -> Vec<Text> {
    let ProfileGame { game, stats, openings } = found;
    let mut lines =
        vec![localize(language, "profile-game", &[("game", game.title()), ("rating", &rating(language, stats))])];
    if stats.against_people.played() > 0 {
        lines.push(localize(language, "profile-people", &[("results", &results(language, stats.against_people))]));
    }
    if !is_own && stats.against_reader.played() > 0 {
        lines.push(localize(language, "profile-reader", &[("results", &results(language, stats.against_reader))]));
    }
    if !stats.against_levels.is_empty() {
        let level = |(level, Tally { won, drawn, lost }): &(Level, Tally)| {
            let results = format!("{won}–{drawn}–{lost}");
            label(language, "profile-level", &[("level", &level.number().to_string()), ("results", &results)])
        };
        let levels = stats.against_levels.iter().map(level).collect::<Vec<_>>().join(", ");
        lines.push(localize(language, "profile-levels", &[("levels", &levels)]));
    }
    if !openings.is_empty() {
        let moves = openings.iter().map(|opening| Text::code(&opening.first_move).then(format!(" ×{}", opening.count)));
        lines.push(localize_with(language, "profile-openings", &[("moves", Text::join(moves, ", ").into())]));
    }
    lines
}

fn results(language: Language, Tally { won, drawn, lost }: Tally) -> String {
    let [won, drawn, lost] = [won, drawn, lost].map(|count| count.to_string());
    label(language, "profile-results", &[("won", &won), ("drawn", &drawn), ("lost", &lost)])
}

fn reliability(language: Language, found: Reliability) -> Text {
    let [games, late, missed] = [found.games, found.lost_on_time, found.not_begun].map(|count| count.to_string());
    let mut text = if found.percent_failed() == 0 {
        localize(language, "profile-reliable", &[("games", &games)])
    } else {
        let percent = Arg::Percent(found.percent_failed() as i64);
        let values =
            [("games", (&games).into()), ("percent", percent), ("late", (&late).into()), ("missed", (&missed).into())];
        localize_with(language, "profile-unreliable", &values)
    };
    if let Some(time) = found.median_answer_time {
        let time = duration(language, time);
        text = text.then(" ").then(localize(language, "profile-answers", &[("time", &time)]));
    }
    text
}
