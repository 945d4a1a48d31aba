//! Handles the board of the day: what a channel chooses, and what people answer.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct, FormAction, MenuAction};
use super::handler::RequestHandler;
use super::puzzles::judge;
use super::server_settings::{managed_server, toggle};
use crate::catalog::{AnyPuzzle, Catalog, Judged};
use crate::chat::arguments::Arguments;
use crate::chat::commands::signature::{Kind, optional};
use crate::chat::request::{Completion, Request};
use crate::chat::texts::error_texts::refusal;
use crate::chat::texts::label;
use crate::chat::texts::time::read_minute;
use crate::chat::view::{Answer, Form, View};
use crate::chat::views::daily::{self, ShownBoard};
use crate::chat::views::obstacles::posting_obstacles;
use crate::chat::views::{picking, puzzles};
use crate::service::daily::Try;
use crate::service::people::schedule::PreferenceError;
use crate::service::time::calendar::known_zone;
use crate::service::{BoardId, CostlyRequest, DailyBoard, DailyChannel, DailySwitch, PlayError, ServiceError};

const SHOWING: Conduct = Conduct::PRIVATE.costing(CostlyRequest::Picture);
const CHANGING: Conduct = Conduct::UPDATE.costing(CostlyRequest::Picture);

pub(super) const DAILY: Command = Command::new(
    "daily",
    &[
        optional("wanted", Kind::Flag),
        optional("hour", Kind::Hours),
        optional("zone", Kind::Completed(Completion::Zone)),
        optional("game", Kind::Game),
    ],
    Conduct::PRIVATE,
    CommandRun::Anywhere(|call| {
        Box::pin(async move { call.handler.daily(call.request, call.given).await.map(Answer::Reply) })
    }),
)
.for_managers();

/// A board with its puzzle.
type Found = (DailyBoard, AnyPuzzle);

/// The board whose id is the first argument of an id.
async fn board_of(handler: &RequestHandler, arguments: &[String]) -> Result<Found, ServiceError> {
    let id = arguments.first().and_then(|id| id.parse().ok()).ok_or(PlayError::Unknown)?;
    Ok(handler.service().daily_board(BoardId(id)).await?.ok_or(PlayError::Unknown)?)
}

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::new(daily::SOLVE, SHOWING, |press| {
            Box::pin(async move {
                let found = board_of(press.handler, press.arguments).await?;
                press.handler.show_daily(press.request, &found, &[]).await.map(Answer::Private)
            })
        }),
        ButtonAction::new(daily::AGAIN, CHANGING, |press| {
            Box::pin(async move {
                let found = board_of(press.handler, press.arguments).await?;
                press.handler.show_daily(press.request, &found, &[]).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(daily::ANSWER, CHANGING, |press| {
            Box::pin(async move {
                let found = board_of(press.handler, press.arguments).await?;
                press.handler.answer_of_daily(press.request, &found).await.map(Answer::Change)
            })
        }),
        ButtonAction::new(daily::STEPS, CHANGING, |press| {
            Box::pin(async move {
                let found = board_of(press.handler, press.arguments).await?;
                let picks = press.arguments.iter().skip(1).cloned().collect();
                press.handler.pick_in_daily(press.request, &found, picks).await.map(Answer::Change)
            })
        }),
        ButtonAction::opening(daily::TYPE, |press| {
            Box::pin(async move {
                let (board, puzzle) = board_of(press.handler, press.arguments).await?;
                let (language, game) = (press.request.requester.language, puzzle.line.game());
                let title = label(language, "type-title", &[("game", game.title())]);
                let label = label(language, "type-label", &[]);
                let example = puzzle.line.nth_legal(0).unwrap_or_default();
                let action = daily::TYPED.with(board.id).with(puzzle.card.number).with(game.name());
                Ok(Form { action, title, label, example })
            })
        }),
    ],
    menus: &[MenuAction::new(daily::PICK, CHANGING, |choice| {
        Box::pin(async move {
            let found = board_of(choice.handler, choice.arguments).await?;
            // The second argument is the number of the menu.
            let picks = choice.arguments.iter().skip(2).cloned().chain([choice.value.to_owned()]).collect();
            choice.handler.pick_in_daily(choice.request, &found, picks).await.map(Answer::Change)
        })
    })],
    forms: &[FormAction::new(daily::TYPED, CHANGING, |typed| {
        Box::pin(async move {
            let found = board_of(typed.handler, typed.arguments).await?;
            match judge(&found.1, typed.text.to_owned()).await? {
                Ok(judged) => typed.handler.judge_daily(typed.request, &found, &judged).await.map(Answer::Change),
                Err(refused) => Ok(Answer::Private(View::text(refusal(typed.request.requester.language, &refused)))),
            }
        })
    })],
};

/// What was chosen for a channel. Any choice but the one against it wakes it.
struct Choice<'a> {
    is_wanted: bool,
    minute: Option<u16>,
    zone: Option<String>,
    game: Option<&'a str>,
}

impl<'a> Choice<'a> {
    fn of(catalog: &Catalog, given: &'a Arguments) -> Result<Choice<'a>, PreferenceError> {
        let hour = given.text("hour").map(|text| read_minute(text).ok_or(PreferenceError::NoHours)).transpose()?;
        let zone = given.text("zone").map(|name| known_zone(name).ok_or(PreferenceError::NoZone)).transpose()?;
        Ok(Choice {
            is_wanted: given.flag("wanted").unwrap_or(true),
            minute: hour,
            zone: zone.map(|(name, _)| name),
            game: given.text("game").filter(|name| catalog.game(name).is_some()),
        })
    }

    fn apply(&self, channel: &mut DailyChannel) {
        channel.switch = if self.is_wanted { DailySwitch::On } else { DailySwitch::Off };
        channel.quiet = 0;
        channel.minute = self.minute.unwrap_or(channel.minute);
        if let Some(zone) = &self.zone {
            channel.zone.clone_from(zone);
        }
        if let Some(game) = self.game {
            toggle(&mut channel.games, game.to_owned());
            // Without a game there would be no board.
            channel.games = channel.games.take().filter(|games| !games.is_empty());
        }
    }
}

impl RequestHandler {
    /// Shows what a channel has chosen, after applying the requested changes.
    async fn daily(&self, request: &Request, given: &Arguments) -> Result<View, ServiceError> {
        let (requester, context) = (&request.requester, &request.context);
        managed_server(context)?;
        let (service, language, at) = (self.service(), requester.language, context.location_of_new_game());
        let (channel, next) = if given.is_empty() {
            let channel = service.daily_channel(at.channel).await?;
            let next = channel.as_ref().and_then(|channel| channel.next(service.now()));
            (channel, next)
        } else {
            let choice = Choice::of(service.catalog(), given)?;
            if choice.is_wanted
                && let Some(obstacles) = posting_obstacles(language, context, false)
            {
                return Ok(obstacles);
            }
            let zone = service.schedule(requester.id).await?.zone;
            let (channel, next) = service.change_daily(&at, &zone, |channel| choice.apply(channel)).await?;
            (Some(channel), next)
        };
        Ok(daily::chosen(language, service.catalog(), at.channel, channel.as_ref(), next))
    }

    async fn show_daily(
        &self,
        request: &Request,
        (board, puzzle): &Found,
        picks: &[String],
    ) -> Result<View, ServiceError> {
        let requester = &request.requester;
        if board.closed_at.is_some() {
            return Ok(daily::closed(requester.language, puzzle));
        }
        let before = self.service().queries().daily_answer(board.id, requester.id).await?;
        let shown = ShownBoard { board, puzzle };
        Ok(daily::task(self.pictures(), &requester.picture_options(), shown, picks, before.as_ref()).await)
    }

    async fn answer_of_daily(&self, request: &Request, (board, puzzle): &Found) -> Result<View, ServiceError> {
        let requester = &request.requester;
        let judged = judge(puzzle, puzzle.answer.clone()).await?.map_err(|_| PlayError::Unknown)?;
        let answered = self.service().answer_daily_board(board.id, requester.id, Try::AskedForSolution).await?;
        let Some(answered) = answered else { return Ok(daily::closed(requester.language, puzzle)) };
        let rated = puzzles::rated(requester.language, answered.rated);
        let shown = ShownBoard { board, puzzle };
        Ok(daily::answer(self.pictures(), &requester.picture_options(), shown, &judged, rated).await)
    }

    /// Shows the next step of picking a move, or judges the move if the picks are complete.
    async fn pick_in_daily(&self, request: &Request, found: &Found, picks: Vec<String>) -> Result<View, ServiceError> {
        match picking::decided(&*found.1.line, picks.clone()).filter(|_| !picks.is_empty()) {
            Some(text) => {
                let judged = judge(&found.1, text).await?.map_err(|_| PlayError::Unknown)?;
                self.judge_daily(request, found, &judged).await
            }
            None => self.show_daily(request, found, &picks).await,
        }
    }

    async fn judge_daily(
        &self,
        request: &Request,
        (board, puzzle): &Found,
        judged: &Judged,
    ) -> Result<View, ServiceError> {
        let requester = &request.requester;
        let tried = if judged.verdict.is_ok() { Try::Solution } else { Try::Wrong(&judged.played) };
        let answered = self.service().answer_daily_board(board.id, requester.id, tried).await?;
        let Some(answered) = answered else { return Ok(daily::closed(requester.language, puzzle)) };
        let rated = puzzles::rated(requester.language, answered.rated);
        let (shown, wanted) = (ShownBoard { board, puzzle }, requester.picture_options());
        Ok(daily::judged(self.pictures(), &wanted, shown, judged, &answered.answer, rated).await)
    }
}
