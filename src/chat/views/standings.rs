//! Views of ratings: changes after a rated match, statistics and leaderboards.

use super::match_list::TEXT_MAX;
use super::picture_words::{drawn_name, shorten};
use super::pictures::PictureRenderer;
use crate::catalog::AnyGame;
use crate::chat::text::{Text, without_invisible};
use crate::chat::texts::instants::day;
use crate::chat::texts::players::NAME_MAX;
use crate::chat::texts::{Arg, Language, label, localize, localize_with};
use crate::chat::view::{Attachment, View};
use crate::render::text::is_legible;
use crate::render::{
    DrawOptions, Leaderboard, LeaderboardEntry as Row, RatingLine, RatingPoint, Ratings, png, ratings,
    standings as table,
};
use crate::service::ratings::player_stats::LEADERS_MAX;
use crate::service::{LeaderboardRow, Level, Match, PlayerId, PlayerStats, RatingChange, Reader};

/// A rating curve is drawn only with more points than this.
const CURVE_MIN: usize = 2;

/// Adds the rating changes of a finished match to its view: each player with the rating before and after. Does nothing
/// if there are none.
pub fn add_changes(language: Language, played: &Match, changes: &[RatingChange], view: &mut View) {
    let texts: Vec<Text> = changes.iter().map(|change| changed(language, played, change)).collect();
    if !texts.is_empty() {
        let texts = Text::join(texts, ", ");
        view.text.push_line(localize_with(language, "rating-changes", &[("changes", texts.into())]));
    }
    let unchanged = |change: &RatingChange| change.before.value == change.after.value;
    if played.engine_seat().is_some() && !changes.is_empty() && changes.iter().all(unchanged) {
        view.text.push_line(localize(language, "rating-unproven", &[]));
    }
}

fn changed(language: Language, played: &Match, change: &RatingChange) -> Text {
    let player = Arg::Player(played.player(change.seat));
    let gain = format!("{:+}", change.gain()).replace('-', "−");
    let [before, after] = [change.before, change.after].map(|rating| rating.to_string());
    let args = [("player", player), ("before", (&before).into()), ("after", (&after).into()), ("gain", (&gain).into())];
    localize_with(language, "rating-change", &args)
}

/// A player whose ratings are shown, and who reads them.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The player.
    pub player: PlayerId,
    /// The player's name in the picture.
    pub name: &'a str,
    /// The person who asked for them.
    pub reader: Reader,
}

/// The statistics of a player at some games, as a reader sees them, with a picture of the rating history if there is
/// enough to draw. `requested_game` is the requested game, if there was one.
pub async fn stats(
    pictures: &PictureRenderer,
    options: &DrawOptions,
    language: Language,
    Shown { player, name, reader }: Shown<'_>,
    requested_game: Option<&dyn AnyGame>,
    found: &[(&'static dyn AnyGame, PlayerStats)],
) -> View {
    let who = || Arg::from(Text::person(player));
    let played: Vec<_> = found.iter().filter(|(_, stats)| stats.played() > 0).collect();
    let scope = (player != reader.person).then(|| scope(language, reader));
    if played.is_empty() {
        if let Some(scope) = scope {
            let none = localize_with(language, "stats-none-shown", &[("player", who())]);
            return View::text(none.then(" ").then(scope));
        }
        return View::text(match requested_game {
            Some(game) => localize_with(language, "stats-none-of", &[("player", who()), ("game", game.title().into())]),
            None => localize_with(language, "stats-none", &[("player", who())]),
        });
    }
    let mut lines = vec![localize_with(language, "stats-title", &[("player", who())])];
    lines.extend(played.iter().map(|(game, stats)| of_game(language, *game, stats)));
    if played.iter().any(|(_, stats)| stats.rating.is_some_and(|rating| rating.is_provisional())) {
        lines.push(localize(language, "stats-provisional", &[]));
    }
    lines.extend(scope);
    let drawn: Vec<_> = played.iter().map(|(game, stats)| (*game, stats)).collect();
    let attachment = curve(pictures, options, language, name, &drawn).await;
    View { attachments: attachment.into_iter().collect(), ..View::text(Text::join(lines, "\n")) }
}

/// Says which of another player's games the reader's view counts.
pub(super) fn scope(language: Language, reader: Reader) -> Text {
    localize(language, if reader.server.is_some() { "stats-scope-server" } else { "stats-scope-direct" }, &[])
}

fn of_game(language: Language, game: &dyn AnyGame, stats: &PlayerStats) -> Text {
    let [won, drawn, lost] = [stats.won, stats.drawn, stats.lost].map(|count| count.to_string());
    let rating = rating(language, stats);
    let values =
        [("game", game.title()), ("rating", rating.as_str()), ("won", &won), ("drawn", &drawn), ("lost", &lost)];
    let mut lines = vec![localize(language, "stats-game", &values)];
    if let Some((opponent, count)) = stats.most_frequent_opponent {
        let args = [("opponent", Arg::Player(opponent)), ("count", Arg::Count(i64::from(count)))];
        lines.push(localize_with(language, "stats-rival", &args));
    }
    if let Some((opponent, value)) = stats.best_win {
        let rating = format!("{value:.0}");
        let args = [("opponent", Arg::Player(opponent)), ("rating", (&rating).into())];
        lines.push(localize_with(language, "stats-best-win", &args));
    }
    Text::join(lines, " ")
}

/// The rating in words, or the note that there is none yet.
pub(super) fn rating(language: Language, stats: &PlayerStats) -> String {
    match &stats.rating {
        Some(rating) => label(language, "stats-rating", &[("rating", &rating.to_string())]),
        None => label(language, "stats-no-rating", &[]),
    }
}

/// The ratings of the engine's levels.
pub fn levels(language: Language, games: &[&dyn AnyGame]) -> View {
    let mut lines = vec![localize(language, "stats-levels", &[])];
    lines.extend(games.iter().map(|game| {
        let all = game.highest_level().and_below();
        let rating = |level: Level| {
            let (number, rating) = (level.number().to_string(), game.level_rating(level).to_string());
            label(language, "stats-level", &[("level", &number), ("rating", &rating)])
        };
        let ratings: Vec<String> = all.map(rating).collect();
        Text::bold(game.title()).then(format!(": {}", ratings.join(" · ")))
    }));
    View::text(Text::join(lines, "\n"))
}

/// The rating curves of all games with enough rated matches; `None` if there are none.
pub(super) async fn curve(
    pictures: &PictureRenderer,
    options: &DrawOptions,
    language: Language,
    name: &str,
    played: &[(&'static dyn AnyGame, &PlayerStats)],
) -> Option<Attachment> {
    let drawn: Vec<_> = played.iter().filter(|(_, stats)| stats.history.len() > CURVE_MIN).collect();
    let times = || drawn.iter().flat_map(|(_, stats)| stats.history.iter().map(|point| point.at));
    let (first, last) = (times().min()?, times().max()?);
    let name: String = without_invisible(name).chars().take(NAME_MAX).collect();
    let line = |(game, stats): &(&'static dyn AnyGame, &PlayerStats)| RatingLine {
        name: game.title().to_owned(),
        points: stats
            .history
            .iter()
            .map(|point| RatingPoint { rating: point.value as f32, deviation: point.deviation as f32 })
            .collect(),
    };
    let games: Vec<&str> = drawn.iter().map(|(game, _)| game.title()).collect();
    // A name that cannot be drawn is left out; the message text has it.
    let title = if is_legible(&name) {
        label(language, "stats-curve", &[("player", &name), ("games", &games.join(", "))])
    } else {
        games.join(", ")
    };
    let ends = [first, last].map(|at| day(language, at));
    let now = drawn.iter().filter_map(|(game, stats)| {
        Some(format!("{} {:.0} → {:.0}", game.title(), stats.history.first()?.value, stats.history.last()?.value))
    });
    let summary = now.collect::<Vec<_>>().join(", ");
    let values = [("player", name.as_str()), ("first", &ends[0]), ("last", &ends[1]), ("ratings", &summary)];
    let alt = shorten(label(language, "stats-curve-alt", &values));
    let axis = label(language, "leaders-games", &[]);
    let picture = Ratings { title, lines: drawn.iter().map(|drawn| line(drawn)).collect(), axis };
    let options = options.clone();
    pictures.draw("ratings.png".to_owned(), alt, move || png(&ratings(&picture, options.theme()))).await
}

/// The leaderboard of a game in a server.
pub struct Board {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The ranked players; see [`crate::service::RatingQueries::leaders`].
    pub leaders: Vec<LeaderboardRow>,
    /// Their names in the picture, in the same order.
    pub names: Vec<String>,
}

/// Leaderboards, each with a picture. The row of `reader` is highlighted.
pub async fn leaderboards(
    pictures: &PictureRenderer,
    options: &DrawOptions,
    language: Language,
    reader: PlayerId,
    boards: &[Board],
) -> View {
    let mut view = View::default();
    let mut lines = Vec::new();
    for board in boards {
        lines.push(localize(language, "leaders-title", &[("game", board.game.title())]));
        if board.leaders.is_empty() {
            lines.push(localize(language, "leaders-none", &[("game", board.game.title())]));
            continue;
        }
        // With several games, the text lists fewer rows of each; the pictures have all of them.
        let limit = LEADERS_MAX / boards.len().max(1);
        let is_listed = |at: usize, entry: &LeaderboardRow| at < limit || entry.player == reader;
        let listed: Vec<Text> = board
            .leaders
            .iter()
            .enumerate()
            .filter(|(at, entry)| is_listed(*at, entry))
            .map(|(_, entry)| row(language, entry, Text::person(entry.player), entry.player == reader))
            .collect();
        let width = (TEXT_MAX / boards.len().max(1)).saturating_sub(HEADING_WIDTH);
        let shown = fitting(&listed, width);
        let left = board.leaders.len() - shown;
        lines.extend(listed.into_iter().take(shown));
        if left > 0 {
            lines.push(localize(language, "leaders-more", &[("count", &left.to_string())]));
        }
        view.attachments.extend(picture(pictures, options, language, reader, board).await);
    }
    view.text = Text::join(lines, "\n");
    view
}

/// Room for the title of a leaderboard and for the line that counts the rows only in the picture.
const HEADING_WIDTH: usize = 150;

/// The number of lines that fit into this many characters.
fn fitting(lines: &[Text], width: usize) -> usize {
    let mut taken = 0;
    lines
        .iter()
        .take_while(|line| {
            taken += line.width() + 1;
            taken <= width
        })
        .count()
}

fn row(language: Language, entry: &LeaderboardRow, player: Text, is_reader: bool) -> Text {
    let [rank, games] = [entry.rank.to_string(), entry.played.to_string()];
    let rating = entry.rating.to_string();
    let args =
        [("rank", (&rank).into()), ("player", player.into()), ("rating", (&rating).into()), ("games", (&games).into())];
    let row = localize_with(language, "leaders-row", &args);
    if is_reader { Text::bold(row) } else { row }
}

async fn picture(
    pictures: &PictureRenderer,
    options: &DrawOptions,
    language: Language,
    reader: PlayerId,
    board: &Board,
) -> Option<Attachment> {
    let title = label(language, "leaders-title", &[("game", board.game.title())]);
    let named = || board.leaders.iter().zip(&board.names);
    let texts: Vec<String> =
        named().map(|(entry, name)| row(language, entry, Text::typed(name, NAME_MAX), false).plain()).collect();
    let rows = named().map(|(entry, name)| Row {
        rank: entry.rank.to_string(),
        name: drawn_name(language, name, entry.rank),
        cells: vec![entry.rating.to_string(), entry.played.to_string()],
        own: entry.player == reader,
    });
    let columns = ["leaders-rating", "leaders-games"].map(|key| label(language, key, &[])).into();
    let picture = Leaderboard { title: title.clone(), columns, rows: rows.collect() };
    let alt = shorten(format!("{title} {}", texts.join(" ")));
    let name = format!("{}-leaderboard.png", board.game.name());
    let options = options.clone();
    pictures.draw(name, alt, move || png(&table(&picture, options.theme()))).await
}
