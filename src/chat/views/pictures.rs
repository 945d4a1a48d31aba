//! Renders pictures of boards on blocking threads, a limited number concurrently.

use super::worded_hint::WordedHint;
use super::worded_mistake;
use crate::catalog::{AnyGame, AnyLine, JudgedMove, Review};
use crate::chat::avatars::Avatars;
use crate::chat::hint_stage::HintStage;
use crate::chat::request::Requester;
use crate::chat::text::{Span, Text};
use crate::chat::texts::time;
use crate::chat::texts::{Arg, Language, label, label_in, localize, localize_in, localize_with};
use crate::chat::view::Attachment;
use crate::render::text::is_legible;
use crate::render::{
    AnimationOptions, BadMove, ClockLabel, DrawOptions, Evaluation, Grade, Header, Picture, PlateDisc, RenderError,
    Theme, evaluation, fits_status, gif, png, png_scaled,
};
use crate::rules::{Guide, Outcome, Seat};
use crate::service::{ERASED_PLAYER, Match, MatchId, Millis, Player, Status};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The maximum length of an alt text that the platform shows, in characters.
pub const ALT_MAX: usize = 1024;

/// The maximum number of numbered moves in a picture. More arrows would hide the board.
const ARROWS_MAX: usize = 3;

/// The scale of a preview relative to a board.
const PREVIEW_SCALE: f32 = 0.5;

/// The options of a picture that the match does not determine. Converting from a [`Language`] gives a plain picture:
/// the default theme and no clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PictureOptions {
    /// The language of its text.
    pub language: Language,
    /// The name of its theme; an unknown name, such as that of a removed theme, selects the default.
    pub theme: String,
    /// The players' clocks in the order of their seats; empty if there are none.
    pub clocks: [ClockLabel; 2],
    /// What precedes the players' names, in the order of their seats.
    pub discs: [PlateDisc; 2],
    /// Whether the board is turned by 180°.
    pub turned: bool,
    /// Whether pieces show the names of their cells.
    pub piece_names: bool,
}

impl From<Language> for PictureOptions {
    fn from(language: Language) -> PictureOptions {
        PictureOptions { language, ..PictureOptions::default() }
    }
}

impl From<&PictureOptions> for PictureOptions {
    fn from(options: &PictureOptions) -> PictureOptions {
        options.clone()
    }
}

impl PictureOptions {
    /// Sets the theme by name.
    #[must_use]
    pub fn in_theme(mut self, theme: &str) -> PictureOptions {
        theme.clone_into(&mut self.theme);
        self
    }

    /// Sets the clocks.
    #[must_use]
    pub fn with_clocks(mut self, clocks: [ClockLabel; 2]) -> PictureOptions {
        self.clocks = clocks;
        self
    }

    /// Sets what precedes the players' names.
    #[must_use]
    pub fn with_discs(mut self, discs: [PlateDisc; 2]) -> PictureOptions {
        self.discs = discs;
        self
    }

    /// Sets whether the board is turned by 180°.
    #[must_use]
    pub fn turned(mut self, turned: bool) -> PictureOptions {
        self.turned = turned;
        self
    }

    /// Sets whether pieces show the names of their cells.
    #[must_use]
    pub fn with_piece_names(mut self, piece_names: bool) -> PictureOptions {
        self.piece_names = piece_names;
        self
    }

    fn look(&self) -> DrawOptions {
        DrawOptions {
            seat: self.turned.then_some(Seat::Two),
            piece_names: self.piece_names,
            ..DrawOptions::in_theme(&self.theme)
        }
    }
}

impl Requester {
    /// The options of pictures for this user.
    pub fn picture_options(&self) -> PictureOptions {
        PictureOptions::from(self.language).in_theme(&self.theme).turned(self.turned_boards)
    }
}

/// A position of an analysis.
struct Explanation {
    /// The line below the picture.
    caption: String,
    /// The same for those who cannot see the picture, who need more words.
    said: String,
    look: DrawOptions,
    /// The end of its file name.
    what: &'static str,
}

/// Renders pictures. Cheap to clone.
#[derive(Clone)]
pub struct PictureRenderer {
    /// Limits concurrent pictures to the number of processors; more would only delay each of them.
    permits: Arc<Semaphore>,
    /// The pictures of the players.
    avatars: Avatars,
}

impl Default for PictureRenderer {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        PictureRenderer { permits: Arc::new(Semaphore::new(processors)), avatars: Avatars::default() }
    }
}

impl PictureRenderer {
    /// A renderer that draws nothing, so that boards are shown in letters. For tests and simulations that need no
    /// pictures.
    pub fn closed() -> Self {
        let permits = Arc::new(Semaphore::new(0));
        permits.close();
        PictureRenderer { permits, avatars: Avatars::default() }
    }

    /// The same with the pictures of the players on public boards.
    #[must_use]
    pub fn with_avatars(self, avatars: Avatars) -> Self {
        PictureRenderer { avatars, ..self }
    }

    /// The pictures of the players.
    pub(in crate::chat) fn avatars(&self) -> &Avatars {
        &self.avatars
    }

    /// The current board of a match. `None` if it cannot be drawn, which is logged.
    pub async fn board(
        &self,
        options: impl Into<PictureOptions>,
        played: &Match,
        names: &[String; 2],
        now: Millis,
    ) -> Option<Attachment> {
        let options = options.into();
        let options = PictureOptions { clocks: time::clocks(options.language, played, now), ..options };
        self.draw_board(&options, played, names, options.look()).await
    }

    async fn draw_board(
        &self,
        options: &PictureOptions,
        played: &Match,
        names: &[String; 2],
        look: DrawOptions,
    ) -> Option<Attachment> {
        let (header, alt) = words(options, played, names);
        let line = played.line.copy();
        self.draw(name(played), alt, move || line.draw(&header, &look)).await
    }

    /// An earlier position of a match, or the last one, without clocks.
    pub async fn position(
        &self,
        options: impl Into<PictureOptions>,
        shown: &Match,
        names: &[String; 2],
    ) -> Option<Attachment> {
        let options = PictureOptions { clocks: Default::default(), ..options.into() };
        self.draw_board(&options, shown, names, options.look()).await
    }

    /// The moves so far as an animation. `None` if it cannot be drawn, which is logged.
    pub async fn animation(
        &self,
        options: impl Into<PictureOptions>,
        played: &Match,
        names: &[String; 2],
    ) -> Option<Attachment> {
        let options = options.into();
        let (header, alt) = words(&options, played, names);
        let (line, look) = (played.line.copy(), options.look());
        let name = format!("{}-{}.gif", played.line.game().name(), played.id);
        let draw = move || {
            let plies: Vec<usize> = (0..=line.ply()).collect();
            gif(&line.scenes(&header, &plies, &look), &AnimationOptions::default())
        };
        self.draw(name, alt, draw).await
    }

    /// The board with a partially picked move.
    pub async fn steps(
        &self,
        options: impl Into<PictureOptions>,
        played: &Match,
        names: &[String; 2],
        picked: &[String],
    ) -> Option<Attachment> {
        let options = options.into();
        let (header, alt) = words(&options, played, names);
        let (line, picked) = (played.line.copy(), picked.to_vec());
        let look = options.look();
        let draw = move || line.draw_steps(&header, &picked.iter().map(String::as_str).collect::<Vec<_>>(), &look);
        self.draw(name(played), alt, draw).await
    }

    /// The board with a move that is not yet played.
    pub async fn suggestion(
        &self,
        options: impl Into<PictureOptions>,
        played: &Match,
        names: &[String; 2],
        text: &str,
    ) -> Option<Attachment> {
        let options = options.into();
        let look = DrawOptions { suggestion: Some(text.to_owned()), ..options.look() };
        self.draw_board(&options, played, names, look).await
    }

    /// The board with a hint up to a stage.
    pub async fn hint(
        &self,
        options: impl Into<PictureOptions>,
        played: &Match,
        names: &[String; 2],
        worded_hint: &WordedHint,
        stage: HintStage,
    ) -> Option<Attachment> {
        let options = options.into();
        let (header, alt) = words(&options, played, names);
        let name = name(played).replace(".png", "-hint.png");
        let (line, worded_hint) = (played.line.copy(), worded_hint.clone());
        let look = options.look();
        let draw = move || match stage {
            HintStage::Region => line.draw(&header, &DrawOptions { spotlight: worded_hint.region, ..look }),
            // The region of the first stage still counts.
            HintStage::Piece => {
                let picks = worded_hint.picks.iter().map(String::as_str).collect::<Vec<_>>();
                line.draw_steps(&header, &picks, &DrawOptions { spotlight: worded_hint.region, ..look })
            }
            HintStage::Move => {
                let guides = worded_hint.guides.iter().map(|guide| Guide::read(guide)).collect();
                line.draw(&header, &DrawOptions { suggestion: Some(worded_hint.best), guides, ..look })
            }
        };
        self.draw(name, alt, draw).await
    }

    /// The evaluation curve of an analysed game.
    pub async fn curve(
        &self,
        options: impl Into<PictureOptions>,
        played: &Match,
        names: &[String; 2],
        review: &Review,
    ) -> Option<Attachment> {
        let options = options.into();
        let language = options.language;
        // Maps winning probabilities to a scale on which even is 0.
        let value = |winning: f64| (2.0 * winning - 1.0) as f32;
        let winning = review.moves.iter().map(|judged| judged.winning).chain([review.last_winning]);
        let annotation = |judged: &JudgedMove<String>| Some(BadMove { ply: judged.ply, grade: grade(judged.loss)? });
        let curve = Evaluation {
            title: label(language, "analysis-curve", &[("game", played.line.game().title())]),
            names: drawn(language, names),
            values: winning.map(value).collect(),
            slips: review.moves.iter().filter_map(annotation).collect(),
            seat_colours: played.line.game().has_seat_colours(),
        };
        let [first, second] = Seat::BOTH.map(|seat| drawn_player(&played.players, names, seat));
        let alt = localize_with(language, "analysis-curve-alt", &[("first", first), ("second", second)]).plain();
        let name = format!("{}-{}-analysis.png", played.line.game().name(), played.id);
        self.draw(name, shorten(alt), move || png(&evaluation(&curve, options.look().theme()))).await
    }

    /// The position before a mistake, with the better move drawn.
    pub async fn better(
        &self,
        options: impl Into<PictureOptions>,
        played: &Match,
        names: &[String; 2],
        mistake: &JudgedMove<String>,
    ) -> Option<Attachment> {
        let options = options.into();
        let (language, best) = (options.language, worded_mistake::best(mistake));
        // The line below the picture has room for the point alone; the alt text tells the rest.
        let number = mistake.ply.to_string();
        let caption = localize(language, "analysis-better-turn", &[("number", &number), ("best", best)]).plain();
        let player = drawn_player(&played.players, names, mistake.seat);
        let better = localize(language, "analysis-better", &[("best", best)]);
        let said = Text::join([worded_mistake::played(language, player, mistake), better], " ").plain();
        let look = DrawOptions { suggestion: Some(best.clone()), ..options.look() };
        let position = played.at_ply(mistake.ply - 1, false);
        self.explanation(&options, &position, names, Explanation { caption, said, look, what: "better" }).await
    }

    /// The position after a mistake, with the best play from there as numbered arrows. `None` if it is unknown.
    pub async fn refutation(
        &self,
        options: impl Into<PictureOptions>,
        played: &Match,
        names: &[String; 2],
        mistake: &JudgedMove<String>,
    ) -> Option<Attachment> {
        if mistake.refutation.is_empty() {
            return None;
        }
        let options = options.into();
        let shown = &mistake.refutation[..mistake.refutation.len().min(ARROWS_MAX)];
        let words = |shown: &[String]| worded_mistake::refutation(options.language, &mistake.played, shown).plain();
        // Long moves leave less room; the first is the point.
        let room = (1..=shown.len()).rev().find(|count| fits_status(&words(&shown[..*count]))).unwrap_or(1);
        let (caption, said) = (words(&shown[..room]), words(shown));
        let position = played.at_ply(mistake.ply, false);
        let look = DrawOptions { guides: position.line.guides(shown), ..options.look() };
        self.explanation(&options, &position, names, Explanation { caption, said, look, what: "refutation" }).await
    }

    /// A position of an analysis without clocks.
    async fn explanation(
        &self,
        options: &PictureOptions,
        position: &Match,
        names: &[String; 2],
        Explanation { caption, said, look, what }: Explanation,
    ) -> Option<Attachment> {
        let options = PictureOptions { clocks: Default::default(), ..options.clone() };
        let header = Header { status: caption, ..header(&options, position, names) };
        let alt = alt(options.language, position, names, &said);
        let (name, line) = (name(position).replace(".png", &format!("-{what}.png")), position.line.copy());
        self.draw(name, alt, move || line.draw(&header, &look)).await
    }

    /// Pictures that explain how a game is played.
    pub async fn examples(&self, options: impl Into<PictureOptions>, game: &'static dyn AnyGame) -> Vec<Attachment> {
        let options = options.into();
        let language = options.language;
        let mut pictures = Vec::new();
        for (number, (example, line)) in (1..).zip(game.examples()) {
            let key = format!("example-{}", example.about);
            let status = format!("{number}. {}", label_in(game, language, &format!("{key}.title"), &[]));
            let header = Header { status, ..example_header(language, &*line) };
            let caption = label_in(game, language, &key, &[]);
            let alt = described(&header, Some(caption), facts(language, &*line));
            let name = format!("{}-rules-{number}.png", game.name());
            let look = options.look().explaining(example);
            pictures.extend(self.draw(name, alt, move || line.draw(&header, &look)).await);
        }
        pictures
    }

    /// A small picture of a game in progress with the name of a theme, as a preview of it.
    pub async fn preview(
        &self,
        options: impl Into<PictureOptions>,
        game: &'static dyn AnyGame,
        theme_name: String,
    ) -> Option<Attachment> {
        let options = options.into();
        let language = options.language;
        // The example of an unfinished game with the most plies.
        let running = game.examples().into_iter().map(|(_, line)| line).filter(|line| line.ending().is_none());
        let line = running.max_by_key(|line| line.ply())?;
        let header = Header { status: theme_name, ..example_header(language, &*line) };
        let alt = described(&header, None, facts(language, &*line));
        let theme = Theme::NAMES.into_iter().find(|known| *known == options.theme).unwrap_or(Theme::NAMES[0]);
        let look = options.look();
        let draw = move || {
            let scene = line.scenes(&header, &[line.ply()], &look).pop().ok_or(RenderError::Empty)?;
            png_scaled(&scene, PREVIEW_SCALE)
        };
        self.draw(format!("{}-{theme}.png", game.name()), alt, draw).await
    }

    pub(in crate::chat) async fn draw(
        &self,
        name: String,
        alt: String,
        draw: impl FnOnce() -> Result<Picture, RenderError> + Send + 'static,
    ) -> Option<Attachment> {
        // Fails if the renderer is closed.
        let _permit = self.permits.acquire().await.ok()?;
        let drawn = tokio::task::spawn_blocking(draw).await;
        match drawn {
            Ok(Ok(picture)) => Some(Attachment { name, bytes: picture.bytes, alt }),
            Ok(Err(error)) => {
                tracing::error!(%error, name, "a picture could not be drawn");
                None
            }
            Err(error) => {
                tracing::error!(%error, name, "a drawing task failed");
                None
            }
        }
    }
}

/// The grade of a move that reduces the probability of winning by `loss`; `None` if it is not worth a mark.
fn grade(loss: f64) -> Option<Grade> {
    match loss {
        loss if loss >= 0.25 => Some(Grade::Blunder),
        loss if loss >= 0.1 => Some(Grade::Mistake),
        loss if loss >= 0.05 => Some(Grade::Inaccuracy),
        _ => None,
    }
}

/// The file name of a match's picture.
fn name(played: &Match) -> String {
    format!("{}-{}-{}.png", played.line.game().name(), played.id, played.ply())
}

/// The match and the ply of the board with this file name; `None` if it is another picture.
pub fn board_of_file(name: &str) -> Option<(MatchId, usize)> {
    let (rest, ply) = name.strip_suffix(".png")?.rsplit_once('-')?;
    let (_, game) = rest.rsplit_once('-')?;
    Some((MatchId(game.parse().ok()?), ply.parse().ok()?))
}

/// An example position as alt text.
fn described(header: &Header, caption: Option<String>, facts: impl Iterator<Item = String>) -> String {
    let title = format!("{}.", header.status);
    let last = Some(header.last.clone()).filter(|last| !last.is_empty());
    let sentences: Vec<String> = [title].into_iter().chain(caption).chain(last).chain(facts).collect();
    shorten(sentences.join(" "))
}

/// Truncates a text to [`ALT_MAX`] characters.
pub(in crate::chat) fn shorten(text: String) -> String {
    if text.chars().count() <= ALT_MAX { text } else { text.chars().take(ALT_MAX - 1).collect::<String>() + "…" }
}

/// A name as it is drawn: one without any letter that the fonts contain becomes a numbered placeholder. The alt text
/// has the name itself.
pub(in crate::chat) fn drawn_name(language: Language, name: &str, number: usize) -> String {
    if is_legible(name) {
        return name.to_owned();
    }
    label(language, "picture-player", &[("number", &number.to_string())])
}

/// The drawn names of both seats of a match.
fn drawn(language: Language, names: &[String; 2]) -> [String; 2] {
    Seat::BOTH.map(|seat| drawn_name(language, &names[seat.index()], seat.index() + 1))
}

/// The header of a match's picture, and its alt text.
fn words(options: &PictureOptions, played: &Match, names: &[String; 2]) -> (Header, String) {
    let alt = alt(options.language, played, names, &status(options.language, played, names));
    (header(options, played, names), alt)
}

fn header(options: &PictureOptions, played: &Match, names: &[String; 2]) -> Header {
    let language = options.language;
    let names = drawn(language, names);
    let status = status(language, played, &names);
    let last = last(language, &*played.line);
    let (clocks, discs) = (options.clocks.clone(), options.discs.clone());
    let winner = winner(played.outcome);
    Header { names, discs, active: played.to_move(), winner, status, last, clocks, ply: played.ply() }
}

/// The header of an example position, without the status.
fn example_header(language: Language, line: &dyn AnyLine) -> Header {
    let names = drawn(language, &Default::default());
    let active = line.ending().is_none().then(|| line.seat());
    let winner = winner(line.ending().map(|ending| ending.outcome));
    Header { names, active, winner, last: last(language, line), ply: line.ply(), ..Header::default() }
}

fn winner(outcome: Option<Outcome>) -> Option<Seat> {
    match outcome {
        Some(Outcome::Win(seat)) => Some(seat),
        Some(Outcome::Draw) | None => None,
    }
}

fn last(language: Language, line: &dyn AnyLine) -> String {
    line.last_move().map_or(String::new(), |m| label(language, "alt-last", &[("move", &m)]))
}

/// A player in the words of a picture, with the name that is drawn.
fn drawn_player(players: &[Player; 2], names: &[String; 2], seat: Seat) -> Arg<'static> {
    match players[seat.index()] {
        // Nothing in a picture is interpreted as markup.
        Player::Person(person) if person != ERASED_PLAYER => Arg::Text(Span::Typed(names[seat.index()].clone()).into()),
        known => Arg::Player(known),
    }
}

fn status(language: Language, played: &Match, names: &[String; 2]) -> String {
    match (&played.status, played.to_move()) {
        (Status::Running, Some(seat)) => {
            localize_with(language, "picture-turn", &[("player", drawn_player(&played.players, names, seat))]).plain()
        }
        _ => result(language, played, &Seat::BOTH.map(|seat| drawn_player(&played.players, names, seat))).plain(),
    }
}

/// The result of a match in one sentence; empty while it is running.
pub fn result(language: Language, played: &Match, names: &[Arg<'_>; 2]) -> Text {
    ending(language, &*played.line, &played.status, played.outcome, names)
}

/// How a match ended, in one sentence; empty while it is running.
pub fn ending(
    language: Language,
    line: &dyn AnyLine,
    status: &Status,
    outcome: Option<Outcome>,
    names: &[Arg<'_>; 2],
) -> Text {
    let name = |seat: Seat| names[seat.index()].clone();
    match outcome {
        None if *status == Status::Running => Text::default(),
        None => {
            let key = format!("result-none-{}", status.reason());
            localize_with(language, &key, &[("first", name(Seat::One)), ("second", name(Seat::Two))])
        }
        Some(outcome) => {
            let facts = line.result_facts();
            let mut args: Vec<(&str, Arg<'_>)> = facts.iter().map(|fact| (fact.about, (&fact.value).into())).collect();
            let kind = match outcome {
                Outcome::Draw => {
                    args.extend([("first", name(Seat::One)), ("second", name(Seat::Two))]);
                    "draw"
                }
                Outcome::Win(seat) => {
                    args.extend([("winner", name(seat)), ("loser", name(!seat))]);
                    "win"
                }
            };
            localize_in(line.game(), language, &format!("result-{kind}-{}", status.reason()), &args)
        }
    }
}

/// The facts visible in the position, one sentence each.
pub fn facts(language: Language, line: &dyn AnyLine) -> impl Iterator<Item = String> {
    let game = line.game();
    line.facts().into_iter().map(move |fact| {
        // Each language says “none” in the gender of what there is none of.
        let value = if fact.value.is_empty() { "none" } else { fact.value.as_str() };
        label_in(game, language, &format!("fact-{}", fact.about), &[("value", value)])
    })
}

/// The position as alt text, complete enough to play without seeing the picture.
pub fn alt(language: Language, played: &Match, names: &[String; 2], status: &str) -> String {
    let line = &*played.line;
    let [first, second] = names;
    let mut text = format!("{}: {first} – {second}. {}.", line.game().title(), status.trim_end_matches('.'));
    if let Some(last) = line.last_move() {
        text.push_str(&format!(" {}", label(language, "alt-last", &[("move", &last)])));
    }
    for sentence in facts(language, line) {
        text.push_str(&format!(" {sentence}"));
    }
    shorten(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_known_by_its_file_name() {
        assert_eq!(board_of_file("barrier-12-7.png"), Some((MatchId(12), 7)));
        for other in
            ["barrier-rules-1.png", "barrier-12-analysis.png", "barrier-12-7-hint.png", "barrier-12.gif", "-.png"]
        {
            assert_eq!(board_of_file(other), None, "{other}");
        }
    }

    #[test]
    fn a_name_that_cannot_be_drawn_becomes_a_number() {
        let names = ["สมชาย", "Björn 🦊"].map(str::to_owned);
        assert_eq!(drawn(Language::Es, &names), ["Jugador 1", "Björn 🦊"]);
        let names = ["李小龙", "田中さくら"].map(str::to_owned);
        assert_eq!(drawn(Language::Es, &names), names);
        assert_eq!(drawn(Language::En, &["🦊".to_owned(), String::new()]), ["Player 1", "Player 2"]);
    }
}
