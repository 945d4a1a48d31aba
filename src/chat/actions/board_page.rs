//! Links to the page of a match.

use super::action::{Actions, ButtonAction, Command, CommandRun, Conduct};
use super::handler::RequestHandler;
use crate::chat::request::Requester;
use crate::chat::texts::localize;
use crate::chat::view::{Answer, View};
use crate::chat::views::board;
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

pub(super) const ACTIONS: Actions = Actions {
    buttons: &[ButtonAction::in_match(board::OPEN, Conduct::SECRET, |press, found, _| {
        Box::pin(async move { press.handler.board_link(&press.request.requester, &found).await })
    })],
    ..Actions::NONE
};

impl RequestHandler {
    /// A link to the page of a match, which only the requester sees: for playing if they play in it, else for watching.
    async fn board_link(&self, requester: &Requester, found: &Match) -> Result<Answer, ServiceError> {
        let person = found.seat_of(requester.id).map(|_| requester.id);
        let link = self.service.board_link(found.id, person).await?.ok_or(PlayError::Unknown)?;
        let key = if person.is_some() { "link-for-you" } else { "link-for-watching" };
        Ok(Answer::Private(View::text(localize(requester.language, key, &[("link", &link)]))))
    }
}
