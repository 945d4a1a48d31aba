//! Handles the list of games that are over.

use super::action::{Actions, ButtonAction, Conduct, MenuAction};
use super::handler::RequestHandler;
use crate::chat::request::Requester;
use crate::chat::texts::players::{or_default_logged, seat_names};
use crate::chat::view::{Answer, View};
use crate::chat::views::past_games::{self, Page};
use crate::service::{CostlyRequest, FinishedMatch, MatchId, PlayError, PlayerId, ServiceError};
use std::collections::BTreeSet;

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[ButtonAction::new(past_games::PAGES, Conduct::UPDATE, |press| {
        Box::pin(async move {
            let page = press.arguments.first().and_then(|page| page.parse().ok()).ok_or(PlayError::Unknown)?;
            press.handler.past_games(&press.request.requester, page).await.map(Answer::Change)
        })
    })],
    // The list stays as it is.
    menus: &[MenuAction::new(past_games::REPLAY_LISTED, Conduct::PRIVATE.costing(CostlyRequest::Picture), |choice| {
        Box::pin(async move { choice.handler.replay_listed(&choice.request.requester, choice.value).await })
    })],
    ..Actions::NONE
};

impl RequestHandler {
    /// A page of the requester's games that are over. A page beyond the last one shows the last one.
    pub(super) async fn past_games(&self, requester: &Requester, page: u32) -> Result<View, ServiceError> {
        let first = |page: u32| page.saturating_mul(past_games::PAGE);
        let (mut page, service) = (page, self.service());
        let (mut games, all) = service.finished(requester.id, first(page), past_games::PAGE).await?;
        let last = u32::try_from(all.saturating_sub(1)).unwrap_or(u32::MAX) / past_games::PAGE;
        if page > last {
            page = last;
            games = service.finished(requester.id, first(page), past_games::PAGE).await?.0;
        }
        let people: BTreeSet<PlayerId> = games.iter().flat_map(FinishedMatch::people).collect();
        let people: Vec<PlayerId> = people.into_iter().collect();
        let known = or_default_logged(service.queries().player_names(&people).await);
        let named = games.into_iter().map(|game| {
            let names = seat_names(requester.language, game.players, &known);
            (game, names)
        });
        Ok(past_games::view(requester.language, &Page { games: named.collect(), number: page, last, all }))
    }

    /// Opens the replay of a game that is chosen from the list by its number.
    pub(super) async fn replay_listed(&self, requester: &Requester, value: &str) -> Result<Answer, ServiceError> {
        let id = value.parse().map_err(|_| PlayError::Unknown)?;
        let found = self.service().find(MatchId(id)).await?;
        // The list has only the player's own games.
        found.seat_of(requester.id).ok_or(PlayError::Unknown)?;
        self.open_replay(requester, &found).await
    }
}
