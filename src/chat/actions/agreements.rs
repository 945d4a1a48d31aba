//! Resigning, and what both players have to agree to: a draw, taking moves back, a random placement.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct, Press};
use crate::chat::player_names::names;
use crate::chat::request::Request;
use crate::chat::texts::{Arg, localize, localize_with};
use crate::chat::view::{Answer, View};
use crate::chat::views::{board, questions};
use crate::rules::Seat;
use crate::service::{Action, DeliveryMode, Match, MatchFilter, OfferKind, PlayError, ServiceError, Status};

use super::handler::RequestHandler;

pub(super) const RESIGN: Command = Command::new(
    "resign",
    &[],
    Conduct::PRIVATE,
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move { call.handler.resign_question(call.request, &found).await.map(Answer::Reply) })
    }),
);

pub(super) const DRAW: Command = Command::new(
    "draw",
    &[],
    Conduct::PRIVATE,
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move { call.handler.draw_question(call.request, &found).await.map(Answer::Reply) })
    }),
);

pub(super) const TAKE_BACK: Command = Command::new(
    "takeback",
    &[],
    Conduct::PRIVATE,
    CommandRun::InMatch(MatchFilter::Running, |call, found| {
        Box::pin(async move { call.handler.take_back_question(call.request, &found).await.map(Answer::Reply) })
    }),
);

/// An action that answers an offer. Everyone sees what follows, so in interaction-only locations its buttons are
/// removed.
const ANSWER: Conduct = Conduct { settles: true, ..Conduct::PRIVATE };

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::in_match(board::RESIGN, Conduct::PRIVATE, |press, found, _| {
            Box::pin(async move { press.handler.resign_question(press.request, &found).await.map(Answer::Reply) })
        }),
        ButtonAction::in_match(questions::DRAW, Conduct::PRIVATE, |press, found, _| {
            Box::pin(async move { press.handler.draw_question(press.request, &found).await.map(Answer::Reply) })
        }),
        ButtonAction::in_match(questions::TAKE_BACK, Conduct::PRIVATE, |press, found, _| {
            Box::pin(async move { press.handler.take_back_question(press.request, &found).await.map(Answer::Reply) })
        }),
        ButtonAction::in_match(board::RESIGN_SURELY, Conduct::UPDATE, |press, found, ply| {
            Box::pin(async move {
                press.handler.act_on(press.request, &found, Some(ply), &Action::Resign).await?;
                Ok(Answer::Change(said(press.request, "resign-done")))
            })
        }),
        ButtonAction::in_match(board::DRAW_SURELY, Conduct::UPDATE, |press, found, ply| {
            Box::pin(async move { press.handler.offer_draw(press.request, &found, ply).await.map(Answer::Change) })
        }),
        ButtonAction::in_match(board::TAKE_BACK_SURELY, Conduct::UPDATE, |press, found, ply| {
            Box::pin(async move {
                let request = Action::RequestTakeBack;
                let played = press.handler.act_on(press.request, &found, Some(ply), &request).await?;
                let key = if played.ply() < ply { "takeback-granted" } else { "takeback-done" };
                Ok(Answer::Change(said(press.request, key)))
            })
        }),
        ButtonAction::in_match(board::OFFER_RANDOM_PLACEMENT, Conduct::UPDATE, |press, found, ply| {
            Box::pin(async move {
                let offer = Action::OfferRandomPlacement;
                let played = press.handler.act_on(press.request, &found, Some(ply), &offer).await?;
                let key = if played.ply() > ply { "random-done" } else { "random-offered" };
                Ok(Answer::Change(said(press.request, key)))
            })
        }),
        ButtonAction::in_match(board::AGREE, Conduct { reaction: Some("✅"), ..ANSWER }, |press, found, ply| {
            Box::pin(answer_offer(press, found, ply, Action::Agree, "agree-done"))
        }),
        ButtonAction::in_match(board::REFUSE, Conduct { reaction: Some("❌"), ..ANSWER }, |press, found, ply| {
            Box::pin(answer_offer(press, found, ply, Action::Decline, "refuse-done"))
        }),
    ],
    ..Actions::NONE
};

/// Answers the offer that the button's word names.
async fn answer_offer(
    press: Press<'_>,
    found: Match,
    ply: usize,
    action: fn(OfferKind) -> Action,
    done: &str,
) -> Result<Answer, ServiceError> {
    let word = press.arguments.first().and_then(|word| word.split_once('-')).map(|(_, word)| word);
    let kinds = [OfferKind::Draw, OfferKind::TakeBack, OfferKind::RandomPlacement];
    let kind = kinds.into_iter().find(|kind| Some(board::offer_word(*kind)) == word).ok_or(PlayError::Unknown)?;
    press.handler.act_on(press.request, &found, Some(ply), &action(kind)).await?;
    Ok(match press.request.context.delivery_mode {
        DeliveryMode::InteractionOnly => Answer::Spent,
        DeliveryMode::Threads | DeliveryMode::Channel => Answer::Reply(said(press.request, done)),
    })
}

fn said(request: &Request, key: &str) -> View {
    View::text(localize(request.requester.language, key, &[]))
}

impl RequestHandler {
    async fn resign_question(&self, request: &Request, found: &Match) -> Result<View, ServiceError> {
        let (person, language) = (request.requester.id, request.requester.language);
        let seat = found.seat_of(person).ok_or(PlayError::NotAPlayer)?;
        if found.status != Status::Running {
            return Err(PlayError::Over.into());
        }
        let names = names(self.service(), language, found).await;
        Ok(questions::resign(language, found, seat, &names))
    }

    /// Asks for confirmation before offering a draw.
    async fn draw_question(&self, request: &Request, found: &Match) -> Result<View, ServiceError> {
        let (seat, names) = self.asked(request, found, &Action::OfferDraw).await?;
        Ok(questions::draw(request.requester.language, found, seat, &names))
    }

    /// Asks for confirmation before taking a move back or asking for it.
    async fn take_back_question(&self, request: &Request, found: &Match) -> Result<View, ServiceError> {
        let (seat, names) = self.asked(request, found, &Action::RequestTakeBack).await?;
        Ok(questions::take_back(request.requester.language, found, seat, &names))
    }

    /// The requester's seat and the names of the players, for the question before an action. Refuses an impossible
    /// action before it asks.
    async fn asked(
        &self,
        request: &Request,
        found: &Match,
        action: &Action,
    ) -> Result<(Seat, [String; 2]), ServiceError> {
        let person = request.requester.id;
        found.clone().act(person, None, action, self.service().now(), 0)?;
        let seat = found.seat_of(person).ok_or(PlayError::NotAPlayer)?;
        Ok((seat, names(self.service(), request.requester.language, found).await))
    }

    async fn offer_draw(&self, request: &Request, found: &Match, ply: usize) -> Result<View, ServiceError> {
        let language = request.requester.language;
        let played = self.act_on(request, found, Some(ply), &Action::OfferDraw).await?;
        Ok(View::text(match played.engine_level() {
            _ if played.status != Status::Running => localize(language, "draw-agreed", &[]),
            None => localize(language, "draw-offered", &[]),
            Some(level) => localize_with(language, "draw-considered", &[("engine", Arg::engine(level))]),
        }))
    }
}
