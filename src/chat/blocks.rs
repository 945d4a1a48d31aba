//! Answers requests about whom somebody plays with.

use super::conversation::Conversation;
use super::players::{mention, name};
use super::press::Press;
use super::request::{Opponent, Person};
use super::texts::{is_unseen, say};
use super::view::{MENU_MAX, Menu, View};
use crate::play::{BlockError, DeskError, PlayerId};

impl Conversation {
    /// Blocks or unblocks somebody; without anybody named, lists whom the person has blocked.
    pub(super) async fn block(
        &self,
        person: &Person,
        other: Option<&Opponent>,
        remove: bool,
    ) -> Result<View, DeskError> {
        let Some(other) = other else { return self.blocked(person).await };
        let key = if remove {
            self.desk().unblock(person.id, other.id).await?;
            "block-undone"
        } else if other.is_bot {
            return Err(BlockError::Bot.into());
        } else {
            self.desk().block(person.id, other.id).await?;
            // The list names them.
            self.desk().keep().remember_player(other.id, &other.name, None).await?;
            "block-done"
        };
        Ok(View::text(say(person.language, key, &[("player", &mention(other.id))])))
    }

    /// Unblocks whoever was chosen from the list.
    pub(super) async fn unblock(&self, person: &Person, chosen: &str) -> Result<View, DeskError> {
        // Values that are not of our menus change nothing.
        if let Ok(number) = chosen.parse() {
            self.desk().unblock(person.id, PlayerId(number)).await?;
        }
        self.blocked(person).await
    }

    /// Whom the person has blocked, with menus that take it back.
    async fn blocked(&self, person: &Person) -> Result<View, DeskError> {
        let language = person.language;
        let blocked = self.desk().blocked(person.id).await?;
        let mut menus = Vec::new();
        for (number, ids) in blocked.chunks(MENU_MAX).enumerate() {
            let mut options = Vec::new();
            for id in ids {
                let label: String = name(self.desk(), language, *id).await.chars().filter(|c| !is_unseen(*c)).collect();
                options.push((id.to_string(), if label.trim().is_empty() { format!("#{id}") } else { label }));
            }
            menus.push(Menu { press: Press::Unblock(number), hint: say(language, "block-choose", &[]), options });
        }
        let text = say(language, "block-list", &[("count", &blocked.len().to_string())]);
        Ok(View { menus, ..View::text(text) })
    }
}
