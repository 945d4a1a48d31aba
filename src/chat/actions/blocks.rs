//! Handles requests to block and unblock players.

use super::action::{Actions, Command, CommandRun, Conduct, MenuAction};
use super::handler::RequestHandler;
use crate::chat::arguments::Opponent;
use crate::chat::commands::signature::{Kind, optional};
use crate::chat::custom_id::{Chosen, Pattern};
use crate::chat::player_names::name;
use crate::chat::request::Requester;
use crate::chat::text::{Text, is_invisible};
use crate::chat::texts::{label, localize, localize_with};
use crate::chat::view::{Answer, MENU_MAX, Menu, View};
use crate::service::{BlockError, PlayerId, ServiceError};

/// Unblocks the player chosen from the menu with this number; long lists span several menus.
const UNBLOCK: Pattern<Chosen> = Pattern::new("unblock #");

pub(super) const BLOCK: Command = Command::new(
    "block",
    &[optional("user", Kind::Person), optional("undo", Kind::Flag)],
    Conduct::SECRET,
    CommandRun::Anywhere(|call| {
        Box::pin(async move {
            let (other, undo) = (call.given.person("user"), call.given.flag("undo").unwrap_or_default());
            call.handler.block(&call.request.requester, other, undo).await.map(Answer::Private)
        })
    }),
);

pub(super) const ACTIONS: Actions = Actions {
    menus: &[MenuAction::new(UNBLOCK, Conduct::UPDATE, |choice| {
        Box::pin(
            async move { choice.handler.unblock(&choice.request.requester, choice.value).await.map(Answer::Change) },
        )
    })],
    ..Actions::NONE
};

impl RequestHandler {
    /// Blocks or unblocks a player; without a name, lists the players that the requester has blocked.
    pub(super) async fn block(
        &self,
        requester: &Requester,
        other: Option<&Opponent>,
        remove: bool,
    ) -> Result<View, ServiceError> {
        let Some(other) = other else { return self.blocked(requester).await };
        let key = if remove {
            self.service().unblock(requester.id, other.id).await?;
            "block-undone"
        } else if other.is_bot {
            return Err(BlockError::Bot.into());
        } else {
            self.service().block(requester.id, other.id).await?;
            self.pictures().avatars().forget(other.id);
            // The list shows the stored name.
            self.service().update_player(other.id, &other.name, None).await?;
            "block-done"
        };
        Ok(View::text(localize_with(requester.language, key, &[("player", Text::person(other.id).into())])))
    }

    /// Unblocks the player chosen from the list.
    pub(super) async fn unblock(&self, requester: &Requester, chosen: &str) -> Result<View, ServiceError> {
        // Values that do not come from the menus change nothing.
        if let Ok(number) = chosen.parse() {
            self.service().unblock(requester.id, PlayerId(number)).await?;
        }
        self.blocked(requester).await
    }

    /// The players that the requester has blocked, with menus to unblock them.
    async fn blocked(&self, requester: &Requester) -> Result<View, ServiceError> {
        let language = requester.language;
        let blocked = self.service().blocked(requester.id).await?;
        let mut menus = Vec::new();
        for (number, ids) in blocked.chunks(MENU_MAX).enumerate() {
            let mut options = Vec::new();
            for id in ids {
                let label: String =
                    name(self.service(), language, *id).await.chars().filter(|c| !is_invisible(*c)).collect();
                options.push((id.to_string(), if label.trim().is_empty() { format!("#{id}") } else { label }));
            }
            menus.push(Menu { action: UNBLOCK.with(number), hint: label(language, "block-choose", &[]), options });
        }
        let text = localize(language, "block-list", &[("count", &blocked.len().to_string())]);
        Ok(View { menus, ..View::text(text) })
    }
}
