//! Handles puzzles: shows them, judges answers, and stores what they do to a person's rating.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct, FormAction, MenuAction};
use super::handler::RequestHandler;
use crate::catalog::{AnyGame, AnyPuzzle, AskedTask, Judged, Refused};
use crate::chat::commands::signature::{Kind, optional};
use crate::chat::request::Request;
use crate::chat::text::Text;
use crate::chat::texts::error_texts::refusal;
use crate::chat::texts::label;
use crate::chat::view::{Answer, Form, View};
use crate::chat::views::{picking, puzzles};
use crate::service::lobby::challenge::named_game;
use crate::service::{AskedPuzzle, CostlyRequest, PlayError, PuzzleResult, ServiceError};

const SHOWING: Conduct = Conduct::PRIVATE.costing(CostlyRequest::Picture);
const CHANGING: Conduct = Conduct::UPDATE.costing(CostlyRequest::Picture);

pub(super) const PUZZLE: Command = Command::new(
    "puzzle",
    &[optional("game", Kind::Game), optional("theme", Kind::Words("choice-puzzle-", &puzzles::THEMES))],
    SHOWING,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let catalog = call.handler.service().catalog();
            let theme = call.given.text("theme");
            let has_theme = |game: &&dyn AnyGame| theme.is_none_or(|theme| game.puzzle_themes().contains(&theme));
            let first = catalog.games().iter().copied().find(has_theme).ok_or(PlayError::Unknown)?;
            let game = call.given.text("game").map_or(Ok(first), |name| named_game(catalog, name))?;
            call.handler.next_puzzle(call.request, game, theme).await.map(Answer::Private)
        })
    }),
);

/// The puzzle whose number and game are the first arguments of an id.
async fn puzzle_of(
    handler: &RequestHandler,
    request: &Request,
    arguments: &[String],
) -> Result<AskedPuzzle, ServiceError> {
    let [number, game, ..] = arguments else { return Err(PlayError::Unknown.into()) };
    let game = handler.service().catalog().game(game);
    let (game, number) = game.zip(number.parse().ok()).ok_or(PlayError::Unknown)?;
    Ok(handler.service().puzzle(request.requester.id, game, number).await?.ok_or(PlayError::Unknown)?)
}

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::new(puzzles::NEXT, CHANGING, |press| {
            Box::pin(async move {
                let [game, theme @ ..] = press.arguments else { return Err(PlayError::Unknown.into()) };
                let game = named_game(press.handler.service().catalog(), game)?;
                let theme = theme.first().map(String::as_str);
                press.handler.next_puzzle(press.request, game, theme).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(puzzles::PUZZLE, CHANGING, |press| {
            Box::pin(async move {
                let puzzle = puzzle_of(press.handler, press.request, press.arguments).await?;
                press.handler.show_puzzle(press.request, &puzzle).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(puzzles::HINT, CHANGING, |press| {
            Box::pin(async move {
                let puzzle = puzzle_of(press.handler, press.request, press.arguments).await?;
                press.handler.hint_of_puzzle(press.request, puzzle).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(puzzles::ANSWER, CHANGING, |press| {
            Box::pin(async move {
                let puzzle = puzzle_of(press.handler, press.request, press.arguments).await?;
                press.handler.solution_of_puzzle(press.request, &puzzle).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(puzzles::STEPS, CHANGING, |press| {
            Box::pin(async move {
                let puzzle = puzzle_of(press.handler, press.request, press.arguments).await?;
                let picks = press.arguments.iter().skip(2).cloned().collect();
                press.handler.pick_in_puzzle(press.request, puzzle, picks).await.map(Answer::Change)
            })
        }),
        ButtonAction::opening(puzzles::TYPE, |press| {
            Box::pin(async move {
                let AskedPuzzle { puzzle, .. } = puzzle_of(press.handler, press.request, press.arguments).await?;
                let (language, game) = (press.request.requester.language, puzzle.line.game());
                let title = label(language, "type-title", &[("game", game.title())]);
                let label = label(language, "type-label", &[]);
                let example = puzzle.line.nth_legal(0).unwrap_or_default();
                let action = puzzles::TYPED.with(puzzle.card.number).with(game.name());
                Ok(Form { action, title, label, example })
            })
        }),
    ],
    menus: &[MenuAction::new(puzzles::PICK, CHANGING, |choice| {
        Box::pin(async move {
            let puzzle = puzzle_of(choice.handler, choice.request, choice.arguments).await?;
            // The third argument is the number of the menu.
            let picks = choice.arguments.iter().skip(3).cloned().chain([choice.value.to_owned()]).collect();
            choice.handler.pick_in_puzzle(choice.request, puzzle, picks).await.map(Answer::Change)
        })
    })],
    forms: &[FormAction::new(puzzles::TYPED, CHANGING, |typed| {
        Box::pin(async move {
            let puzzle = puzzle_of(typed.handler, typed.request, typed.arguments).await?;
            typed.handler.answer_puzzle(typed.request, puzzle, typed.text).await
        })
    })],
};

/// Judges a move on a thread of its own, because every reply may have to be tried.
pub(super) async fn judge(puzzle: &AnyPuzzle, text: String) -> Result<Result<Judged, Refused>, ServiceError> {
    let (game, task) = (puzzle.line.game(), AskedTask::Puzzle(puzzle.card.number));
    let judged = tokio::task::spawn_blocking(move || game.judge(task, &text)).await;
    Ok(judged.ok().flatten().ok_or(PlayError::Unknown)?)
}

impl RequestHandler {
    async fn next_puzzle(
        &self,
        request: &Request,
        game: &'static dyn AnyGame,
        theme: Option<&str>,
    ) -> Result<View, ServiceError> {
        let person = request.requester.id;
        let none = puzzles::none(request.requester.language, game);
        let Some(card) = self.service().next_puzzle(person, game, theme).await? else { return Ok(none) };
        match self.service().puzzle(person, game, card.number).await? {
            Some(asked) => self.show_puzzle(request, &asked).await,
            None => Ok(none),
        }
    }

    pub(super) async fn show_puzzle(&self, request: &Request, asked: &AskedPuzzle) -> Result<View, ServiceError> {
        let (requester, game) = (&request.requester, asked.puzzle.line.game().name());
        self.service().puzzle_shown(requester.id, game, asked.puzzle.card.number).await?;
        Ok(puzzles::task(self.pictures(), &requester.picture_options(), asked, &[], None).await)
    }

    /// Stores an answer. Returns what it does to the rating, in words.
    async fn decide_puzzle(
        &self,
        request: &Request,
        asked: &AskedPuzzle,
        result: PuzzleResult,
    ) -> Result<Option<Text>, ServiceError> {
        let (requester, puzzle) = (&request.requester, &asked.puzzle);
        let rated = self.service().puzzle_answered(requester.id, puzzle.line.game(), puzzle.card, result).await?;
        Ok(puzzles::rated(requester.language, rated))
    }

    /// Shows a hint, which counts as a wrong answer.
    async fn hint_of_puzzle(&self, request: &Request, asked: AskedPuzzle) -> Result<View, ServiceError> {
        let requester = &request.requester;
        let rated = self.decide_puzzle(request, &asked, PuzzleResult::Missed).await?;
        let asked = AskedPuzzle { is_decided: true, ..asked };
        let notes = puzzles::hint(requester.language, &asked.puzzle).into_iter().chain(rated);
        let note = notes.reduce(|hint, rated| hint.then(" ").then(rated));
        Ok(puzzles::task(self.pictures(), &requester.picture_options(), &asked, &[], note).await)
    }

    /// Shows the solution, which counts as a wrong answer.
    async fn solution_of_puzzle(&self, request: &Request, asked: &AskedPuzzle) -> Result<View, ServiceError> {
        let (requester, puzzle) = (&request.requester, &asked.puzzle);
        let judged = judge(puzzle, puzzle.answer.clone()).await?.map_err(|_| PlayError::Unknown)?;
        let note = self.decide_puzzle(request, asked, PuzzleResult::Told).await?;
        Ok(puzzles::answer(self.pictures(), &requester.picture_options(), puzzle, &judged, note).await)
    }

    /// Shows the next step of picking a move, or judges the move if the picks are complete.
    async fn pick_in_puzzle(
        &self,
        request: &Request,
        asked: AskedPuzzle,
        picks: Vec<String>,
    ) -> Result<View, ServiceError> {
        match picking::decided(&*asked.puzzle.line, picks.clone()).filter(|_| !picks.is_empty()) {
            Some(text) => {
                let judged = judge(&asked.puzzle, text).await?.map_err(|_| PlayError::Unknown)?;
                self.judge_puzzle(request, asked, &judged).await
            }
            None => {
                let wanted = request.requester.picture_options();
                Ok(puzzles::task(self.pictures(), &wanted, &asked, &picks, None).await)
            }
        }
    }

    /// Judges a typed move.
    pub(super) async fn answer_puzzle(
        &self,
        request: &Request,
        asked: AskedPuzzle,
        text: &str,
    ) -> Result<Answer, ServiceError> {
        match judge(&asked.puzzle, text.to_owned()).await? {
            Ok(judged) => self.judge_puzzle(request, asked, &judged).await.map(Answer::Change),
            Err(refused) => Ok(Answer::Private(View::text(refusal(request.requester.language, &refused)))),
        }
    }

    async fn judge_puzzle(&self, request: &Request, asked: AskedPuzzle, judged: &Judged) -> Result<View, ServiceError> {
        let result = if judged.verdict.is_ok() { PuzzleResult::Solved } else { PuzzleResult::Missed };
        let note = self.decide_puzzle(request, &asked, result).await?;
        let asked = AskedPuzzle { is_decided: true, ..asked };
        Ok(puzzles::judged(self.pictures(), &request.requester.picture_options(), &asked, judged, note).await)
    }
}
