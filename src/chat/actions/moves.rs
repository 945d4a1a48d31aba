//! Handles moves that players pick in steps or type. Asks players who want that to confirm them.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct, FormAction, MenuAction};
use super::handler::RequestHandler;
use crate::chat::commands::signature::{Kind, required_in_field};
use crate::chat::player_names::names;
use crate::chat::request::{Completion, Request, Requester};
use crate::chat::texts::error_texts::refusal;
use crate::chat::texts::{label, localize};
use crate::chat::view::{Answer, Form, View};
use crate::chat::views::{board, picking};
use crate::service::{Action, Confirmation, Match, MatchFilter, PlayError, ServiceError};

pub(super) const MOVE: Command = Command::new(
    "move",
    &[required_in_field("text", Kind::Completed(Completion::Move))],
    PLAYED,
    CommandRun::InMatchOrElse(
        MatchFilter::Running,
        |call, found| {
            Box::pin(async move {
                match call.given.text("text") {
                    Some(text) => call.handler.play_typed(call.request, &found, found.ply(), text).await,
                    None => {
                        let requester = &call.request.requester;
                        call.handler.steps(requester, &found, found.ply(), &[]).await.map(Answer::Private)
                    }
                }
            })
        },
        |call| Box::pin(async move { call.handler.move_in_task(call.request, call.given.text("text")).await }),
    ),
);

/// An action that plays a move.
const PLAYED: Conduct = Conduct { plays_move: true, ..Conduct::PRIVATE };

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::in_match(board::MOVE, Conduct::PRIVATE, |press, found, ply| {
            Box::pin(async move {
                press.handler.steps(&press.request.requester, &found, ply, &[]).await.map(Answer::Private)
            })
        }),
        ButtonAction::in_match(board::STEPS, Conduct::UPDATE, |press, found, ply| {
            Box::pin(async move { press.handler.pick(press.request, &found, ply, press.arguments.to_vec()).await })
        }),
        ButtonAction::in_match(board::CONFIRM, Conduct { plays_move: true, ..Conduct::UPDATE }, |press, found, ply| {
            Box::pin(async move {
                let text = press.arguments.first().map_or("", String::as_str);
                press.handler.play_picked(press.request, &found, ply, text).await
            })
        }),
        ButtonAction::in_match(board::LEAVE, Conduct::UPDATE, |press, _, _| {
            Box::pin(async move {
                Ok(Answer::Change(View::text(localize(press.request.requester.language, "steps-left", &[]))))
            })
        }),
        ButtonAction::in_match(
            board::PLAY,
            Conduct { settles: true, reaction: Some("✅"), ..PLAYED },
            |press, found, ply| {
                Box::pin(async move {
                    let text = press.arguments.first().map_or("", String::as_str);
                    press.handler.play(press.request, &found, ply, text).await
                })
            },
        ),
        ButtonAction::opening_in_match(board::TYPE, |press, found, ply| {
            Box::pin(async move {
                let language = press.request.requester.language;
                found.check_turn(press.request.requester.id, Some(ply))?;
                let example = found.line.nth_legal(0).unwrap_or_default();
                let title = label(language, "type-title", &[("game", found.line.game().title())]);
                let label = label(language, "type-label", &[]);
                Ok(Form { action: board::TYPED.at(found.id, ply), title, label, example })
            })
        }),
    ],
    menus: &[MenuAction::in_match(board::PICK, Conduct::UPDATE, |choice, found, ply| {
        Box::pin(async move {
            // The first argument is the number of the menu.
            let picked = choice.arguments.iter().skip(1).cloned().chain([choice.value.to_owned()]);
            choice.handler.pick(choice.request, &found, ply, picked.collect()).await
        })
    })],
    forms: &[FormAction::in_match(board::TYPED, Conduct { settles: true, ..PLAYED }, |typed, found, ply| {
        Box::pin(async move { typed.handler.play_typed(typed.request, &found, ply, typed.text).await })
    })],
};

impl RequestHandler {
    /// Plays a move, which may be refused.
    pub(super) async fn play(
        &self,
        request: &Request,
        found: &Match,
        ply: usize,
        text: &str,
    ) -> Result<Answer, ServiceError> {
        let language = request.requester.language;
        match self.act_on(request, found, Some(ply), &Action::Move(text.to_owned())).await {
            Ok(played) => {
                // The line may already continue with the opponent's conditional move.
                let own = played.line.moves().into_iter().nth(ply).unwrap_or_default();
                Ok(Answer::Confirmed(View::text(localize(language, "move-done", &[("move", &own)]))))
            }
            Err(ServiceError::Play(PlayError::Refused(refused))) => {
                Ok(Answer::Reply(View::text(refusal(language, &refused))))
            }
            Err(error) => Err(error),
        }
    }

    /// Shows the next step of picking a move. If the picks make a whole move and the player has turned confirmation
    /// off, plays it.
    pub(super) async fn pick(
        &self,
        request: &Request,
        found: &Match,
        ply: usize,
        picks: Vec<String>,
    ) -> Result<Answer, ServiceError> {
        let requester = &request.requester;
        if requester.confirmation == Confirmation::None {
            found.check_turn(requester.id, Some(ply))?;
            if let Some(text) = picking::decided(&*found.line, picks.clone()) {
                return self.play_picked(request, found, ply, &text).await;
            }
        }
        self.steps(requester, found, ply, &picks).await.map(Answer::Change)
    }

    /// Plays a picked move. The answer replaces the last step.
    pub(super) async fn play_picked(
        &self,
        request: &Request,
        found: &Match,
        ply: usize,
        text: &str,
    ) -> Result<Answer, ServiceError> {
        match self.play(request, found, ply, text).await? {
            Answer::Reply(view) | Answer::Confirmed(view) => Ok(Answer::Change(view)),
            other => Ok(other),
        }
    }

    /// Plays a typed move. If the player confirms every move, shows it first.
    pub(super) async fn play_typed(
        &self,
        request: &Request,
        found: &Match,
        ply: usize,
        text: &str,
    ) -> Result<Answer, ServiceError> {
        let requester = &request.requester;
        if requester.confirmation != Confirmation::All {
            return self.play(request, found, ply, text).await;
        }
        found.check_turn(requester.id, Some(ply))?;
        let mut after = found.line.copy();
        let text = match after.play(text) {
            Ok(played) => played,
            Err(refused) => return Ok(Answer::Reply(View::text(refusal(requester.language, &refused)))),
        };
        let names = names(self.service(), requester.language, found).await;
        let options = requester.picture_options();
        Ok(Answer::Reply(picking::preview(self.pictures(), &options, found, &names, &text).await))
    }

    /// The next step of picking a move.
    pub(super) async fn steps(
        &self,
        requester: &Requester,
        found: &Match,
        ply: usize,
        picked: &[String],
    ) -> Result<View, ServiceError> {
        found.check_turn(requester.id, Some(ply))?;
        let names = names(self.service(), requester.language, found).await;
        // The menus of this match offer only picks that lead to a move. For any others, picking starts over.
        match picking::steps(self.pictures(), &requester.picture_options(), found, &names, picked).await {
            Some(view) => Ok(view),
            None => {
                let view = picking::steps(self.pictures(), &requester.picture_options(), found, &names, &[]).await;
                Ok(view.ok_or(PlayError::Over)?)
            }
        }
    }
}
