//! Pictures of boards, made off the threads that answer, a few at a time.

use super::hints::{Stage, Told};
use super::reports;
use super::texts::{Language, say};
use super::time;
use super::view::Attachment;
use crate::catalog::{AnyGame, AnyLine, Judged, Review};
use crate::play::{Match, Millis, Status};
use crate::render::{Evaluation, Grade, Header, Look, Picture, RenderError, Slip, evaluation, png};
use crate::rules::{Outcome, Seat};
use std::sync::Arc;
use tokio::sync::Semaphore;

/// What the platform shows of an alt text at most, in characters.
pub const ALT_MAX: usize = 1024;

/// Draws pictures. Cheap to clone.
#[derive(Clone)]
pub struct Studio {
    /// More pictures at once than there are processors only make each of them late.
    places: Arc<Semaphore>,
}

impl Default for Studio {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Studio { places: Arc::new(Semaphore::new(processors)) }
    }
}

impl Studio {
    /// One that draws nothing, so that boards are shown in letters: for whoever looks at no pictures.
    pub fn closed() -> Self {
        let places = Arc::new(Semaphore::new(0));
        places.close();
        Studio { places }
    }

    /// The picture of a match as it stands, or `None` when it cannot be drawn, which is logged.
    pub async fn board(
        &self,
        language: Language,
        played: &Match,
        names: &[String; 2],
        now: Millis,
    ) -> Option<Attachment> {
        let clock = time::left(language, played, now);
        let header = Header { clock, ..header(language, played, names) };
        let alt = alt(language, played, names, &header.status);
        let line = played.line.copy();
        self.draw(name(played), alt, move || line.draw(&header, &Look::default())).await
    }

    /// The picture of a move that is being picked.
    pub async fn steps(
        &self,
        language: Language,
        played: &Match,
        names: &[String; 2],
        picked: &[String],
    ) -> Option<Attachment> {
        let header = header(language, played, names);
        let alt = alt(language, played, names, &header.status);
        let (line, picked) = (played.line.copy(), picked.to_vec());
        let look = Look::default().from_seat(played.to_move());
        let draw = move || line.draw_steps(&header, &picked.iter().map(String::as_str).collect::<Vec<_>>(), &look);
        self.draw(name(played), alt, draw).await
    }

    /// The picture of a hint as far as a stage.
    pub async fn hint(
        &self,
        language: Language,
        played: &Match,
        names: &[String; 2],
        told: &Told,
        stage: Stage,
    ) -> Option<Attachment> {
        let header = header(language, played, names);
        let alt = alt(language, played, names, &header.status);
        let name = name(played).replace(".png", "-hint.png");
        let (line, told) = (played.line.copy(), told.clone());
        let look = Look::default().from_seat(played.to_move());
        let draw = move || match stage {
            Stage::Look => line.draw(&header, &Look { spotlight: told.region, ..look }),
            Stage::Piece => line.draw_steps(&header, &told.picks.iter().map(String::as_str).collect::<Vec<_>>(), &look),
            Stage::Move => line.draw(&header, &Look { suggestion: Some(told.best), ..look }),
        };
        self.draw(name, alt, draw).await
    }

    /// The curve of an analysed game.
    pub async fn curve(
        &self,
        language: Language,
        played: &Match,
        names: &[String; 2],
        review: &Review,
    ) -> Option<Attachment> {
        // From likelihoods to a scale on which even is 0.
        let value = |winning: f64| (2.0 * winning - 1.0) as f32;
        let winning = review.moves.iter().map(|judged| judged.winning).chain([review.last_winning]);
        let slip = |judged: &Judged<String>| Some(Slip { ply: judged.ply, grade: grade(judged.loss)? });
        let curve = Evaluation {
            title: say(language, "analysis-curve", &[("game", played.line.game().title())]),
            names: names.clone(),
            values: winning.map(value).collect(),
            slips: review.moves.iter().filter_map(slip).collect(),
        };
        let alt = say(language, "analysis-curve-alt", &[("first", &names[0]), ("second", &names[1])]);
        let name = format!("{}-{}-analysis.png", played.line.game().name(), played.id);
        self.draw(name, shorten(alt), move || png(&evaluation(&curve, Look::default().theme()))).await
    }

    /// The position before a move that was not good, with the better move drawn.
    pub async fn better(
        &self,
        language: Language,
        played: &Match,
        names: &[String; 2],
        mistake: &Judged<String>,
    ) -> Option<Attachment> {
        let then = played.at_ply(mistake.ply - 1, false);
        let status = reports::better(language, &names[mistake.seat.index()], mistake).replace("**", "");
        let header = Header { status, ..header(language, &then, names) };
        let alt = alt(language, &then, names, &header.status);
        let look = Look { suggestion: reports::best(mistake).cloned(), ..Look::default() };
        let name = name(&then).replace(".png", "-better.png");
        self.draw(name, alt, move || then.line.draw(&header, &look)).await
    }

    /// A board in this look.
    pub async fn sample(&self, language: Language, theme: &str) -> Option<Attachment> {
        let game = crate::catalog::GAMES[0];
        let (_, line) = game.examples().into_iter().next()?;
        let header = Header { status: game.title().to_owned(), ply: line.ply(), ..Header::default() };
        let alt = say(language, "settings-sample", &[]);
        let look = Look::in_theme(theme);
        self.draw("look.png".to_owned(), alt, move || line.draw(&header, &look)).await
    }

    /// Pictures that show how a game is played.
    pub async fn examples(&self, language: Language, game: &'static dyn AnyGame) -> Vec<Attachment> {
        let mut pictures = Vec::new();
        for (number, (example, line)) in (1..).zip(game.examples()) {
            let key = format!("example-{}-{}", game.name(), example.about);
            let status = format!("{number}. {}", say(language, &format!("{key}.title"), &[]));
            let last = line.last_move().map_or(String::new(), |m| say(language, "alt-last", &[("move", &m)]));
            let active = line.ending().is_none().then(|| line.seat());
            let header = Header { active, status, last, ply: line.ply(), ..Header::default() };
            let sentences: Vec<String> = facts(language, &*line).collect();
            let told = say(language, &key, &[]);
            let alt = shorten(format!("{}. {told} {} {}", header.status, header.last, sentences.join(" ")));
            let name = format!("{}-rules-{number}.png", game.name());
            let look = Look::default().explaining(example);
            pictures.extend(self.draw(name, alt, move || line.draw(&header, &look)).await);
        }
        pictures
    }

    pub(super) async fn draw(
        &self,
        name: String,
        alt: String,
        draw: impl FnOnce() -> Result<Picture, RenderError> + Send + 'static,
    ) -> Option<Attachment> {
        // The semaphore of a closed studio is closed.
        let _place = self.places.acquire().await.ok()?;
        let drawn = tokio::task::spawn_blocking(draw).await;
        match drawn {
            Ok(Ok(picture)) => Some(Attachment { name, bytes: picture.bytes, alt }),
            Ok(Err(error)) => {
                tracing::error!(%error, name, "a picture could not be drawn");
                None
            }
            Err(error) => {
                tracing::error!(%error, name, "drawing a picture broke off");
                None
            }
        }
    }
}

/// How bad a move is by which winning has become so much less likely; `None` where it is not worth a mark.
fn grade(loss: f64) -> Option<Grade> {
    match loss {
        loss if loss >= 0.25 => Some(Grade::Blunder),
        loss if loss >= 0.1 => Some(Grade::Mistake),
        loss if loss >= 0.05 => Some(Grade::Inaccuracy),
        _ => None,
    }
}

/// The name of the file of a match's picture.
fn name(played: &Match) -> String {
    format!("{}-{}-{}.png", played.line.game().name(), played.id, played.ply())
}

/// At most [`ALT_MAX`] characters.
pub(super) fn shorten(text: String) -> String {
    if text.chars().count() <= ALT_MAX { text } else { text.chars().take(ALT_MAX - 1).collect::<String>() + "…" }
}

fn header(language: Language, played: &Match, names: &[String; 2]) -> Header {
    let status = match (&played.status, played.to_move()) {
        (Status::Running, Some(seat)) => say(language, "picture-turn", &[("player", &names[seat.index()])]),
        _ => result(language, played, names),
    };
    let last = played.line.last_move().map_or(String::new(), |m| say(language, "alt-last", &[("move", &m)]));
    Header { names: names.clone(), active: played.to_move(), status, last, ply: played.ply(), ..Header::default() }
}

/// How a match ended, in one sentence.
pub fn result(language: Language, played: &Match, names: &[String; 2]) -> String {
    let name = |seat: Seat| names[seat.index()].as_str();
    match played.outcome {
        None if played.status == Status::Running => String::new(),
        None => {
            let key = format!("result-none-{}", played.status.reason());
            say(language, &key, &[("first", name(Seat::One)), ("second", name(Seat::Two))])
        }
        Some(Outcome::Draw) => {
            let key = format!("result-draw-{}", played.status.reason());
            say(language, &key, &[("first", name(Seat::One)), ("second", name(Seat::Two))])
        }
        Some(Outcome::Win(seat)) => {
            let key = format!("result-win-{}", played.status.reason());
            say(language, &key, &[("winner", name(seat)), ("loser", name(!seat))])
        }
    }
}

/// What is to be seen in the position, a sentence each.
pub fn facts(language: Language, line: &dyn AnyLine) -> impl Iterator<Item = String> {
    let name = line.game().name();
    line.facts().into_iter().map(move |fact| {
        let value = if fact.value.is_empty() { say(language, "alt-none", &[]) } else { fact.value };
        say(language, &format!("alt-{name}-{}", fact.about), &[("value", &value)])
    })
}

/// The position in words, so that one can play without seeing the picture.
pub fn alt(language: Language, played: &Match, names: &[String; 2], status: &str) -> String {
    let line = &*played.line;
    let [first, second] = names;
    let mut text = format!("{}: {first} – {second}. {status}.", line.game().title());
    if let Some(last) = line.last_move() {
        text.push_str(&format!(" {}", say(language, "alt-last", &[("move", &last)])));
    }
    for sentence in facts(language, line) {
        text.push_str(&format!(" {sentence}"));
    }
    shorten(text)
}
