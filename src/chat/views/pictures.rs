//! Renders pictures of boards on blocking threads, a limited number concurrently.

use super::picture_words::{alt, described, drawn, drawn_player, example_header, facts, last, shorten, status};
use super::worded_hint::WordedHint;
use super::worded_mistake;
use crate::catalog::{AnyGame, JudgedMove, Review};
use crate::chat::avatars::Avatars;
use crate::chat::hint_stage::HintStage;
use crate::chat::request::Requester;
use crate::chat::text::Text;
use crate::chat::texts::time;
use crate::chat::texts::{Language, label, label_in, localize, localize_with};
use crate::chat::view::Attachment;
use crate::render::{
    AnimationOptions, BadMove, ClockLabel, DrawOptions, Evaluation, Grade, Header, Picture, PlateDisc, RenderError,
    Scene, Theme, evaluation, fits_status, gif, png, png_scaled,
};
use crate::rules::{Guide, Outcome, Seat};
use crate::service::{Match, MatchId, Millis};
use std::sync::Arc;
use tokio::sync::Semaphore;

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

    pub(super) fn look(&self) -> DrawOptions {
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

    /// The drawing of a position, with the possible next picks after these if picks are given. `None` if it cannot be drawn,
    /// which is logged.
    pub async fn scene(
        &self,
        options: impl Into<PictureOptions>,
        shown: &Match,
        names: &[String; 2],
        picked: Option<&[String]>,
    ) -> Option<Scene> {
        let options = options.into();
        let (header, look) = (header(&options, shown, names), options.look());
        let (line, picked) = (shown.line.copy(), picked.map(<[String]>::to_vec));
        let draw = move || match picked {
            Some(picked) => {
                let picked: Vec<&str> = picked.iter().map(String::as_str).collect();
                Ok(line.scene_of_steps(&header, &picked, &look))
            }
            None => line.scenes(&header, &[line.ply()], &look).pop().ok_or(RenderError::Empty),
        };
        self.drawn(&name(shown), draw).await
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
        let picture = self.drawn(&name, draw).await?;
        Some(Attachment { name, bytes: picture.bytes, alt })
    }

    /// What is drawn on a blocking thread.
    async fn drawn<T: Send + 'static>(
        &self,
        name: &str,
        draw: impl FnOnce() -> Result<T, RenderError> + Send + 'static,
    ) -> Option<T> {
        // Fails if the renderer is closed.
        let _permit = self.permits.acquire().await.ok()?;
        match tokio::task::spawn_blocking(draw).await {
            Ok(Ok(drawn)) => Some(drawn),
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
pub(super) fn grade(loss: f64) -> Option<Grade> {
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
    let winner = played.outcome.and_then(Outcome::winner);
    Header { names, discs, active: played.to_move(), winner, status, last, clocks, ply: Some(played.ply()) }
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
}
