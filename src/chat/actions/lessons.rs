//! Handles lessons: shows them, judges answers, and stores which ones a person has done.

use super::action::{Actions, ButtonAction, Command, CommandRun, Company, Conduct, FormAction, MenuAction};
use super::handler::RequestHandler;
use crate::catalog::{AskedTask, Judged};
use crate::chat::commands::signature::{Kind, required};
use crate::chat::request::Request;
use crate::chat::texts::error_texts::refusal;
use crate::chat::texts::label;
use crate::chat::view::{Answer, Form, View};
use crate::chat::views::lessons::{self, ShownLesson};
use crate::chat::views::{help_page, picking};
use crate::service::lobby::challenge::named_game;
use crate::service::{CostlyRequest, PlayError, ServiceError};

const SHOWING: Conduct = Conduct::PRIVATE.costing(CostlyRequest::Picture);
const CHANGING: Conduct = Conduct::UPDATE.costing(CostlyRequest::Picture);

pub(super) const LEARN: Command = Command::new(
    "learn",
    &[required("game", Kind::Game)],
    SHOWING,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            call.handler.learn(call.request, call.given.text("game").unwrap_or_default()).await.map(Answer::Private)
        })
    }),
);

/// The lesson whose number and game are the first arguments of an id.
fn lesson_of(handler: &RequestHandler, arguments: &[String]) -> Result<ShownLesson, ServiceError> {
    let [number, game, ..] = arguments else { return Err(PlayError::Unknown.into()) };
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let game = handler.service().catalog().game(game);
    Ok(game.zip(index).and_then(|(game, index)| ShownLesson::of(game, index)).ok_or(PlayError::Unknown)?)
}

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::new(lessons::LEARN, SHOWING, |press| {
            Box::pin(async move {
                let game = press.arguments.first().map_or("", String::as_str);
                press.handler.learn(press.request, game).await.map(Answer::Private)
            })
        }),
        ButtonAction::new(lessons::LESSON, CHANGING, |press| {
            Box::pin(async move {
                let shown = lesson_of(press.handler, press.arguments)?;
                press.handler.show_lesson(press.request, &shown).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(lessons::ANSWER, CHANGING, |press| {
            Box::pin(async move {
                let shown = lesson_of(press.handler, press.arguments)?;
                press.handler.answer_of_lesson(press.request, &shown).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(lessons::STEPS, Conduct::UPDATE, |press| {
            Box::pin(async move {
                let shown = lesson_of(press.handler, press.arguments)?;
                let picks = press.arguments.iter().skip(2).cloned();
                press.handler.pick_in_lesson(press.request, &shown, picks.collect()).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(
            lessons::GUIDED,
            Conduct::PRIVATE.costing(CostlyRequest::Game).beginning(Company::Any),
            |press| {
                Box::pin(async move {
                    let game = press.arguments.first().map_or("", String::as_str);
                    press.handler.play_guided(press.request, game).await.map(Answer::Reply)
                })
            },
        ),
        ButtonAction::opening(lessons::TYPE, |press| {
            Box::pin(async move {
                let shown = lesson_of(press.handler, press.arguments)?;
                let language = press.request.requester.language;
                let title = label(language, "type-title", &[("game", shown.game().title())]);
                let label = label(language, "type-label", &[]);
                let example = shown.lesson.line.nth_legal(0).unwrap_or_default();
                let action = lessons::TYPED.with(shown.number()).with(shown.game().name());
                Ok(Form { action, title, label, example })
            })
        }),
    ],
    menus: &[
        MenuAction::new(lessons::PICK, Conduct::UPDATE, |choice| {
            Box::pin(async move {
                let shown = lesson_of(choice.handler, choice.arguments)?;
                // The third argument is the number of the menu.
                let picks = choice.arguments.iter().skip(3).cloned().chain([choice.value.to_owned()]);
                choice.handler.pick_in_lesson(choice.request, &shown, picks.collect()).await.map(Answer::Change)
            })
        }),
        MenuAction::new(help_page::LEARN, SHOWING, |choice| {
            Box::pin(async move { choice.handler.learn(choice.request, choice.value).await.map(Answer::Private) })
        }),
    ],
    forms: &[FormAction::new(lessons::TYPED, Conduct::UPDATE, |typed| {
        Box::pin(async move {
            let shown = lesson_of(typed.handler, typed.arguments)?;
            typed.handler.answer_lesson(typed.request, &shown, typed.text).await
        })
    })],
};

impl RequestHandler {
    /// Shows the first lesson of a game that the person has not done yet.
    async fn learn(&self, request: &Request, game: &str) -> Result<View, ServiceError> {
        let requester = &request.requester;
        let game = named_game(self.service().catalog(), game)?;
        let about: Vec<&str> = game.lessons().iter().map(|lesson| lesson.about).collect();
        if about.is_empty() {
            return Ok(lessons::none(requester.language, game));
        }
        let done = self.service().lessons_done(requester.id, game.name()).await?;
        match about.iter().position(|about| !done.iter().any(|done| done == about)) {
            Some(index) => {
                let shown = ShownLesson::of(game, index).ok_or(PlayError::Unknown)?;
                self.show_lesson(request, &shown).await
            }
            None => Ok(lessons::all_done(requester.language, game)),
        }
    }

    pub(super) async fn show_lesson(&self, request: &Request, shown: &ShownLesson) -> Result<View, ServiceError> {
        let (requester, game) = (&request.requester, shown.game().name());
        self.service().lesson_shown(requester.id, game, shown.lesson.about).await?;
        Ok(lessons::task(self.pictures(), &requester.picture_options(), shown, &[]).await)
    }

    async fn answer_of_lesson(&self, request: &Request, shown: &ShownLesson) -> Result<View, ServiceError> {
        let requester = &request.requester;
        let answer = shown.game().judge(AskedTask::Lesson(shown.index), &shown.lesson.answer).and_then(Result::ok);
        let answer = answer.ok_or(PlayError::Unknown)?;
        self.service().lesson_done(requester.id, shown.game().name(), shown.lesson.about).await?;
        Ok(lessons::answer(self.pictures(), &requester.picture_options(), shown, &answer).await)
    }

    /// Shows the next step of picking a move, or judges the move if the picks are complete.
    async fn pick_in_lesson(
        &self,
        request: &Request,
        shown: &ShownLesson,
        picks: Vec<String>,
    ) -> Result<View, ServiceError> {
        let requester = &request.requester;
        match picking::decided(&*shown.lesson.line, picks.clone()).filter(|_| !picks.is_empty()) {
            Some(text) => match shown.game().judge(AskedTask::Lesson(shown.index), &text) {
                Some(Ok(judged)) => self.judge_lesson(request, shown, &judged).await,
                Some(Err(_)) | None => Err(PlayError::Unknown.into()),
            },
            None => Ok(lessons::task(self.pictures(), &requester.picture_options(), shown, &picks).await),
        }
    }

    /// Judges a typed move.
    pub(super) async fn answer_lesson(
        &self,
        request: &Request,
        shown: &ShownLesson,
        text: &str,
    ) -> Result<Answer, ServiceError> {
        match shown.game().judge(AskedTask::Lesson(shown.index), text).ok_or(PlayError::Unknown)? {
            Ok(judged) => self.judge_lesson(request, shown, &judged).await.map(Answer::Change),
            Err(refused) => Ok(Answer::Private(View::text(refusal(request.requester.language, &refused)))),
        }
    }

    async fn judge_lesson(
        &self,
        request: &Request,
        shown: &ShownLesson,
        judged: &Judged,
    ) -> Result<View, ServiceError> {
        let requester = &request.requester;
        if judged.verdict.is_ok() {
            self.service().lesson_done(requester.id, shown.game().name(), shown.lesson.about).await?;
        }
        Ok(lessons::judged(self.pictures(), &requester.picture_options(), shown, judged).await)
    }
}
