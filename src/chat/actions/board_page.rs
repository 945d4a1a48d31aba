//! Links to the page of a match, and tokens for programs.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct};
use super::handler::RequestHandler;
use crate::chat::commands::signature::{Kind, optional};
use crate::chat::request::{Request, Requester};
use crate::chat::texts::localize;
use crate::chat::view::{Answer, View};
use crate::chat::views::{board, match_list};
use crate::service::{Match, PlayError, ServiceError};

pub(super) const REVOKE: Command = Command::new(
    "privacy revoke",
    &[],
    Conduct::SECRET,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let Requester { id, language, .. } = call.request.requester;
            call.handler.service.revoke_board_links(id).await?;
            Ok(Answer::Private(View::text(localize(language, "links-revoked", &[]))))
        })
    }),
);

pub(super) const TOKEN: Command = Command::new(
    "token",
    &[optional("revoke", Kind::Flag)],
    Conduct::SECRET,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let Requester { id, language, .. } = call.request.requester;
            let service = call.handler.service();
            if call.given.flag("revoke") == Some(true) {
                service.revoke_tokens(id).await?;
                return Ok(Answer::Private(View::text(localize(language, "tokens-revoked", &[]))));
            }
            let text = match service.new_token(id).await? {
                Some((token, link)) => localize(language, "token-new", &[("token", &token), ("link", &link)]),
                None => localize(language, "token-none", &[]),
            };
            Ok(Answer::Private(View::text(text)))
        })
    }),
);

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[
        ButtonAction::in_match(board::OPEN, Conduct::SECRET, |press, found, _| {
            Box::pin(async move { press.handler.board_link(&press.request.requester, &found).await })
        }),
        ButtonAction::new(match_list::NOW_PLAYING, Conduct::SECRET, |press| {
            Box::pin(async move { press.handler.now_playing_link(press.request).await })
        }),
    ],
    ..Actions::NONE
};

impl RequestHandler {
    /// A link to the page of a match, which only the requester sees: for playing if they play in it, else for watching.
    async fn board_link(&self, requester: &Requester, found: &Match) -> Result<Answer, ServiceError> {
        let person = found.seat_of(requester.id).map(|_| requester.id);
        if person.is_none() && !self.service.allows_watching(found.location.server).await? {
            return Ok(Answer::Private(View::text(localize(requester.language, "watching-off", &[]))));
        }
        let link = self.service.board_link(found.id, person).await?.ok_or(PlayError::Unknown)?;
        let key = if person.is_some() { "link-for-you" } else { "link-for-watching" };
        Ok(Answer::Private(View::text(localize(requester.language, key, &[("link", &link)]))))
    }

    /// A link to the page of the games that run in the channel.
    async fn now_playing_link(&self, request: &Request) -> Result<Answer, ServiceError> {
        let (language, channel) = (request.requester.language, request.context.server_channel());
        let key = match channel {
            None => "link-for-no-channel",
            Some(channel) if !self.service.allows_watching(Some(channel.server)).await? => "watching-off",
            Some(channel) => {
                let place = channel.parent.unwrap_or(channel.place);
                let link = self.service.now_playing_link(place, channel.server).await?.ok_or(PlayError::Unknown)?;
                return Ok(Answer::Private(View::text(localize(language, "link-for-channel", &[("link", &link)]))));
            }
        };
        Ok(Answer::Private(View::text(localize(language, key, &[]))))
    }
}
