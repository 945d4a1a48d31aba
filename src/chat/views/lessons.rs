//! Views of lessons: the task, the effect of a move, and what comes after the last lesson.

use super::board::{button, rules_button};
use super::help_page::{challenge_button, play_at_button};
use super::picking::PickIds;
use super::pictures::{PictureOptions, PictureRenderer};
use super::tasks::AskedBoard;
use super::worded_hint::sentence;
use crate::catalog::{AnyGame, AnyLesson, AnyLine, Catalog, Judged};
use crate::chat::custom_id::{ButtonId, Chosen, FormId, Pattern, Pressed, Submitted};
use crate::chat::text::Text;
use crate::chat::texts::{Language, label, label_in, localize, localize_in, localize_with};
use crate::chat::view::{Button, ButtonStyle, View};
use crate::service::Level;

/// Opens the first lesson of a game that the person has not done.
pub const LEARN: Pattern<Pressed> = Pattern::new("learn *");
/// Replaces the shown lesson by the one with this number, from 1.
pub const LESSON: Pattern<Pressed> = Pattern::new("lesson # *");
/// Shows the answer of a lesson.
pub const ANSWER: Pattern<Pressed> = Pattern::new("lesson-answer # *");
/// Starts a guided game.
pub const GUIDED: Pattern<Pressed> = Pattern::new("guided *");
/// Continues picking from these picks.
pub const STEPS: Pattern<Pressed> = Pattern::new("lesson-steps # * **");
/// Picks from the menu with this number, after the picks so far.
pub const PICK: Pattern<Chosen> = Pattern::new("lesson-pick # * # **");
/// Opens the form for typing a move.
pub const TYPE: Pattern<Pressed> = Pattern::new("lesson-type # *");
/// The form for typing a move.
pub const TYPED: Pattern<Submitted> = Pattern::new("lesson-type # *");

/// The form that a button for typing a move opens.
pub fn typed(button: &ButtonId) -> FormId {
    TYPED.action().with_all(button.arguments())
}

/// The position of the lesson whose form this is; `None` if it is another form or there is no such lesson.
pub fn line_of(catalog: &Catalog, form: &FormId) -> Option<Box<dyn AnyLine>> {
    let index = form.argument::<usize>(0).filter(|_| form.is(TYPED))?.checked_sub(1)?;
    let game = catalog.game(form.arguments().get(1)?)?;
    game.lessons().into_iter().nth(index).map(|lesson| lesson.line)
}

/// A lesson among those of its game.
#[derive(Clone, Debug)]
pub struct ShownLesson {
    /// The lesson.
    pub lesson: AnyLesson,
    /// Its index.
    pub index: usize,
    /// The titles of all lessons of the game.
    titles: Vec<&'static str>,
}

impl ShownLesson {
    /// The lesson of a game with this index, if there is one.
    pub fn of(game: &'static dyn AnyGame, index: usize) -> Option<ShownLesson> {
        let lessons = game.lessons();
        let titles = lessons.iter().map(|lesson| lesson.about).collect();
        let lesson = lessons.into_iter().nth(index)?;
        Some(ShownLesson { lesson, index, titles })
    }

    /// Its game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.lesson.line.game()
    }

    /// Its number, from 1.
    pub fn number(&self) -> usize {
        self.index + 1
    }

    fn title(&self, language: Language, index: usize) -> String {
        let about = self.titles.get(index).copied().unwrap_or_default();
        label_in(self.game(), language, &format!("lesson-{about}.title"), &[])
    }

    fn heading(&self, language: Language) -> Text {
        let (number, count) = (self.number().to_string(), self.titles.len().to_string());
        let title = self.title(language, self.index);
        let args = [("game", self.game().title()), ("number", &number), ("count", &count), ("title", title.as_str())];
        localize(language, "learn-heading", &args)
    }

    /// Its task, or, with the part `.done`, what it teaches.
    fn words(&self, language: Language, part: &str) -> Text {
        localize_in(self.game(), language, &format!("lesson-{}{part}", self.lesson.about), &[])
    }

    fn id(&self, pattern: Pattern<Pressed>) -> ButtonId {
        pattern.with(self.number()).with(self.game().name())
    }

    fn ids(&self) -> PickIds {
        PickIds { steps: self.id(STEPS), menus: PICK.with(self.number()).with(self.game().name()) }
    }

    fn board(&self, language: Language) -> AskedBoard<'_> {
        let (number, count) = (self.number().to_string(), self.titles.len().to_string());
        AskedBoard {
            line: &*self.lesson.line,
            status: label(language, "learn-picture", &[("number", &number), ("count", &count)]),
            file: format!("{}-lesson-{number}.png", self.game().name()),
        }
    }
}

/// The task of a lesson with the picks so far. If no move begins with these picks, picking starts over.
pub async fn task(pictures: &PictureRenderer, wanted: &PictureOptions, shown: &ShownLesson, picked: &[String]) -> View {
    let language = wanted.language;
    let answer = button(language, "button-lesson-answer", shown.id(ANSWER), ButtonStyle::Secondary);
    let typed = button(language, "button-type", shown.id(TYPE), ButtonStyle::Secondary);
    let words = (shown.heading(language), shown.words(language, ""));
    shown.board(language).asking(pictures, wanted, words, &shown.ids(), picked, [answer, typed]).await
}

/// The answer to a move in a lesson: the task is done, or what the move does instead.
pub async fn judged(pictures: &PictureRenderer, wanted: &PictureOptions, shown: &ShownLesson, judged: &Judged) -> View {
    let language = wanted.language;
    match &judged.verdict {
        Ok(follow) => {
            let right = localize(language, "learn-right", &[("move", &judged.played)]);
            done(pictures, wanted, shown, right, &*judged.after, follow).await
        }
        Err(miss) => {
            let does = sentence(language, shown.game(), &format!("lesson-miss-{}", miss.about), miss);
            let tried = localize(language, "learn-wrong", &[("move", &judged.played)]);
            let text = shown.heading(language).then("\n").then(tried).then(" ").then(does.clone());
            let board = shown.board(language);
            let attachments = board.after(pictures, wanted, &*judged.after, &does, miss.guides.clone()).await;
            let buttons = vec![
                button(language, "button-lesson-again", shown.id(LESSON), ButtonStyle::Primary),
                button(language, "button-lesson-answer", shown.id(ANSWER), ButtonStyle::Secondary),
                button(language, "button-type", shown.id(TYPE), ButtonStyle::Secondary),
            ];
            View { text, attachments, buttons, ..View::default() }
        }
    }
}

/// The answer of a lesson.
pub async fn answer(pictures: &PictureRenderer, wanted: &PictureOptions, shown: &ShownLesson, judged: &Judged) -> View {
    let told = localize(wanted.language, "learn-answer", &[("move", &judged.played)]);
    let follow = judged.verdict.clone().unwrap_or_default();
    done(pictures, wanted, shown, told, &*judged.after, &follow).await
}

/// A lesson that is done: what it teaches, and how to go on.
async fn done(
    pictures: &PictureRenderer,
    wanted: &PictureOptions,
    shown: &ShownLesson,
    told: Text,
    after: &dyn AnyLine,
    follow: &[String],
) -> View {
    let language = wanted.language;
    let taught = shown.words(language, ".done");
    let mut text = shown.heading(language).then("\n").then(told).then(" ").then(taught.clone());
    if !follow.is_empty() {
        let moves = Text::join(follow.iter().map(|text| Text::bold(text.clone())), ", ");
        text.push(" ");
        text.push(localize_with(language, "learn-follow", &[("moves", moves.into())]));
    }
    let attachments = shown.board(language).after(pictures, wanted, after, &taught, after.guides(follow)).await;
    let next = shown.index + 1;
    if next < shown.titles.len() {
        let title = shown.title(language, next);
        let next = Button {
            label: label(language, "button-lesson-next", &[("title", &title)]),
            action: LESSON.with(next + 1).with(shown.game().name()),
            style: ButtonStyle::Primary,
        };
        return View { text, attachments, buttons: vec![next], ..View::default() };
    }
    text.push("\n\n");
    text.push(localize(language, "learn-last", &[("game", shown.game().title())]));
    View { text, attachments, buttons: way_on(language, shown.game()), ..View::default() }
}

/// The buttons after the last lesson.
fn way_on(language: Language, game: &dyn AnyGame) -> Vec<Button> {
    let guided = GUIDED.with(game.name());
    vec![
        button(language, "button-guided", guided, ButtonStyle::Primary),
        Button { style: ButtonStyle::Secondary, ..challenge_button(language) },
        play_at_button(language, game, Level::FIRST),
    ]
}

/// Says that all lessons of a game are done, and offers to begin again.
pub fn all_done(language: Language, game: &dyn AnyGame) -> View {
    let again = Button {
        label: label(language, "button-lesson-over", &[]),
        action: LESSON.with(1).with(game.name()),
        style: ButtonStyle::Secondary,
    };
    let mut buttons = way_on(language, game);
    buttons.push(again);
    View { buttons, ..View::text(localize(language, "learn-all-done", &[("game", game.title())])) }
}

/// Says that a game has no lessons.
pub fn none(language: Language, game: &dyn AnyGame) -> View {
    let buttons = vec![rules_button(language, game.name())];
    View { buttons, ..View::text(localize(language, "learn-none", &[("game", game.title())])) }
}

/// The button that opens the lessons of a game.
pub(in crate::chat) fn learn_button(language: Language, game: &dyn AnyGame) -> Button {
    let label = label(language, "button-learn", &[("game", game.title())]);
    Button { label, action: LEARN.with(game.name()), style: ButtonStyle::Secondary }
}
