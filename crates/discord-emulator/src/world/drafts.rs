//! Messages are filled and edited from drafts.

use super::super::draft::{AllowedMentions, Draft, MentionedUsers};
use super::super::error::{ApiError, Form};
use super::super::id::Id;
use super::super::message::{EPHEMERAL, LOADING, Message};
use super::super::permission;
use super::super::timestamp::now_ms;
use super::World;

/// The flags that a client may set: suppress embeds, ephemeral, suppress notifications.
const SETTABLE: u64 = (1 << 2) | EPHEMERAL | (1 << 12);

impl World {
    /// Fills a new message from a draft.
    ///
    /// # Errors
    ///
    /// 50006 when it would be empty; 50035 when the message to reply to does not exist.
    pub fn fill(&mut self, message: &mut Message, draft: &Draft) -> Result<(), ApiError> {
        message.flags |= draft.flags & SETTABLE;
        message.tts = draft.tts;
        message.nonce = draft.nonce.clone();
        if let Some((reply, must_exist)) = draft.reply {
            if self.message(message.channel, reply).is_ok_and(|m| m.ephemeral_for.is_none()) {
                message.reference = Some(reply);
                message.kind = 19;
            } else if must_exist {
                let mut form = Form::default();
                form.fault("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message");
                return form.finish();
            }
        }
        self.overwrite(message, draft)
    }

    /// Applies a draft to an existing message and announces the change.
    ///
    /// # Errors
    ///
    /// 10008 when the message does not exist; 50006 when it would become empty.
    pub fn edit(&mut self, channel: Id, id: Id, draft: &Draft) -> Result<(), ApiError> {
        let shown = self.message(channel, id)?.flags & LOADING == 0;
        let mut message = self.message(channel, id)?.clone();
        let before: Vec<Id> = message.attachments.iter().map(|a| a.id).collect();
        self.overwrite(&mut message, draft)?;
        // For its reader, the message that completes a deferred response is not an edit.
        if shown {
            message.edited_ms = Some(now_ms());
        }
        message.flags &= !LOADING;
        let after: Vec<Id> = message.attachments.iter().map(|a| a.id).collect();
        self.orphans.extend(before.into_iter().filter(|id| !after.contains(id)));
        *self.message_mut(channel, id)? = message;
        self.announce_edit(channel, id);
        Ok(())
    }

    fn overwrite(&mut self, message: &mut Message, draft: &Draft) -> Result<(), ApiError> {
        if let Some(content) = &draft.content {
            message.content.clone_from(content);
        }
        if let Some(embeds) = &draft.embeds {
            message.embeds.clone_from(embeds);
        }
        if let Some(components) = &draft.components {
            message.components.clone_from(components);
        }
        if let Some(retained) = &draft.retained_attachments {
            message.attachments.retain(|a| retained.iter().any(|(id, _)| *id == a.id));
            for attachment in &mut message.attachments {
                let sent = retained.iter().find(|(id, _)| *id == attachment.id);
                if let Some((_, Some(text))) = sent {
                    attachment.description = Some(text.clone());
                }
            }
        }
        message.attachments.extend(draft.stored.iter().cloned());
        self.resolve_mentions(message, &draft.allowed);
        if message.is_empty() { Err(ApiError::empty_message()) } else { Ok(()) }
    }

    fn resolve_mentions(&self, message: &mut Message, allowed: &AllowedMentions) {
        let named = mentioned(&message.content);
        let pinged = |id: &Id| match allowed {
            AllowedMentions::All | AllowedMentions::Some { users: MentionedUsers::All, .. } => true,
            AllowedMentions::Some { users: MentionedUsers::These(list), .. } => list.contains(id),
        };
        let mut mentions: Vec<Id> = Vec::new();
        for id in named.into_iter().filter(pinged) {
            if self.person(id).is_some() && !mentions.contains(&id) {
                mentions.push(id);
            }
        }
        let replied_user = matches!(allowed, AllowedMentions::All | AllowedMentions::Some { replied_user: true, .. });
        if let Some(reference) = message.reference.filter(|_| replied_user)
            && let Ok(referenced) = self.message(message.channel, reference)
            && !mentions.contains(&referenced.author)
        {
            mentions.push(referenced.author);
        }
        message.mentions = mentions;
        let everyone = matches!(allowed, AllowedMentions::All | AllowedMentions::Some { everyone: true, .. });
        let may = message.author != self.bot() || self.bot_permissions & permission::MENTION_EVERYONE != 0;
        let mentions_all = message.content.contains("@everyone") || message.content.contains("@here");
        message.mention_everyone = everyone && may && mentions_all;
    }
}

/// The users mentioned in a text as `<@id>` or `<@!id>`.
fn mentioned(text: &str) -> Vec<Id> {
    let after = text.split("<@").skip(1);
    let ids = after.filter_map(|rest| {
        let (id, _) = rest.strip_prefix('!').unwrap_or(rest).split_once('>')?;
        id.parse().ok()
    });
    ids.take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_found() {
        assert_eq!(mentioned("<@1> and <@!2>, <@&3> <@x> <@4"), [Id(1), Id(2)]);
    }
}
