//! Discord as a platform for posts.

use super::accounts::{Addressed, user_of};
use super::messages;
use super::places::{DISCORD, channels_of, place_of};
use super::refusal::{THREAD_EXISTS, delivery_error, is_passing};
use super::rest::Rest;
use super::rest_error::RestError;
use crate::chat::{Capabilities, Platform, View};
use crate::service::{Address, GameService, MessageId, Millis, PlaceId, PlatformId, PlayerId, Token};
use crate::workers::DeliveryError;
use async_trait::async_trait;
use serenity::all::{
    AutoArchiveDuration, ChannelId, CreateMessage, CreateThread, EditThread, Message, MessageFlags, Nonce, UserId,
};
use tokio::sync::OnceCell;

/// The maximum size of an upload in a server without boosts, in bytes.
const ATTACHMENT_MAX: usize = 10 << 20;

/// The epoch of Discord's ids, in milliseconds since 1970.
const EPOCH_MS: i64 = 1_420_070_400_000;
/// The number of messages listed by one request, which is the most that Discord allows.
const PAGE: u8 = 100;
/// The number of pages in which a message of the bot is searched for. A thread does not gain more messages while the
/// bot is away, and in a busy channel a longer search would cost more than a second board.
const PAGES_MAX: usize = 10;

/// Discord, or a server with its API.
pub struct DiscordPlatform {
    rest: Rest,
    /// Where the accounts of people are stored.
    service: GameService,
    /// The bot's own user id, once it has been requested.
    bot_id: OnceCell<UserId>,
}

impl DiscordPlatform {
    /// A platform that sends its requests through `rest`, to the accounts that the service stores.
    pub fn new(rest: Rest, service: GameService) -> Self {
        DiscordPlatform { rest, service, bot_id: OnceCell::new() }
    }
}

#[async_trait]
impl Platform for DiscordPlatform {
    fn id(&self) -> PlatformId {
        DISCORD
    }

    /// Forms and private answers are possible only in response to an interaction, which `responder` does.
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            threads: true,
            buttons: true,
            menus: true,
            editing: true,
            deletion: true,
            named_permissions: true,
            slash_commands: true,
            attachment_max: ATTACHMENT_MAX,
            ..Capabilities::none(messages::CONTENT_MAX)
        }
    }

    async fn open_thread(
        &self,
        channel: PlaceId,
        message: &MessageId,
        name: &str,
    ) -> Result<Option<PlaceId>, DeliveryError> {
        let message = serenity_id(message)?;
        let thread = CreateThread::new(name.chars().take(100).collect::<String>())
            .auto_archive_duration(AutoArchiveDuration::OneWeek);
        let (place, channel) = (channel, self.channel(channel).await?);
        let opened = self.rest.open_thread(channel, message, thread).await;
        match opened.map_err(|error| (error.code(), delivery_error(&error))) {
            Ok(thread) => self.place(thread.id, Some(place)).await.map(Some),
            // A thread has the id of the message it was opened from.
            Err((Some(THREAD_EXISTS), _)) => self.place(ChannelId::new(message.get()), Some(place)).await.map(Some),
            Err((_, DeliveryError::Forbidden(why) | DeliveryError::Closed(why))) => {
                tracing::warn!(%why, %channel, "no thread could be opened; the game is played in the channel");
                Ok(None)
            }
            Err((_, error)) => Err(error),
        }
    }

    async fn add_member(&self, thread: PlaceId, person: PlayerId) -> Result<(), DeliveryError> {
        let added = self.rest.add_thread_member(self.channel(thread).await?, self.user(person).await?).await;
        added.map_err(|error| delivery_error(&error))
    }

    async fn archive_when_quiet(&self, thread: PlaceId) -> Result<(), DeliveryError> {
        let edit = EditThread::new().auto_archive_duration(AutoArchiveDuration::OneDay);
        let edited = self.rest.edit_thread(self.channel(thread).await?, edit).await;
        edited.map_err(|error| delivery_error(&error))
    }

    async fn post(&self, to: Address, view: &View, nonce: &str) -> Result<MessageId, DeliveryError> {
        let nonce: String = nonce.chars().take(25).collect();
        let once = |message: CreateMessage| message.nonce(Nonce::String(nonce)).enforce_nonce(true);
        let (shown, channel) = (self.addressed(view).await?, self.channel_of(to).await?);
        if let Address::Place(place) = to {
            self.check_unlocked(place, channel).await?;
        }
        let posted = self.rest.post(channel, &shown, once).await;
        Ok(MessageId(posted.map_err(|error| posting_error(&error, view))?.to_string()))
    }

    async fn find(
        &self,
        at: Address,
        view: &View,
        since: Millis,
        not_before: Option<&MessageId>,
    ) -> Result<Option<MessageId>, DeliveryError> {
        let (bot_id, shown) = (self.bot_id().await?, self.addressed(view).await?);
        let channel = self.channel_of(at).await?;
        let earliest = first_message_of(since)
            .max(not_before.and_then(|message| message.0.parse().ok()).unwrap_or_default())
            .max(1);
        let mut after = earliest - 1;
        for _ in 0..PAGES_MAX {
            let page = match self.rest.messages_after(channel, serenity::all::MessageId::new(after.max(1)), PAGE).await
            {
                Ok(page) => page,
                Err(error) if is_passing(&error) => return Err(delivery_error(&error)),
                Err(error) => {
                    tracing::warn!(%error, "the search for an earlier message failed");
                    return Ok(None);
                }
            };
            if let Some(found) = page.iter().find(|message| message.author.id == bot_id && shows(message, &shown)) {
                return Ok(Some(MessageId(found.id.to_string())));
            }
            match page.iter().map(|message| message.id.get()).max() {
                Some(last) if page.len() == usize::from(PAGE) => after = last,
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    async fn answer(&self, token: &Token, view: &View) -> Result<(), DeliveryError> {
        let shown = self.addressed(view).await?;
        let answer = async || {
            self.rest.follow_up(token.expose(), &shown, false).await.map_err(|error| posting_error(&error, view))
        };
        let sent = answer().await?;
        // While the deferred private answer is still pending, a follow-up takes its place and is private too.
        if sent.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)) {
            answer().await?;
        }
        Ok(())
    }

    async fn edit(&self, at: Address, message: &MessageId, view: &View) -> Result<(), DeliveryError> {
        let shown = self.addressed(view).await?;
        let edited =
            self.rest.edit(self.channel_of(at).await?, serenity_id(message)?, messages::change(&shown), view).await;
        edited.map_err(|error| posting_error(&error, view))
    }

    async fn avatar(&self, person: PlayerId) -> Result<Option<Vec<u8>>, DeliveryError> {
        let Some(user) = user_of(&self.service, person).await? else { return Ok(None) };
        self.rest.avatar(user).await.map(Some).map_err(|error| delivery_error(&error))
    }

    async fn delete(&self, at: Address, message: &MessageId) -> Result<(), DeliveryError> {
        let deleted = self.rest.delete(self.channel_of(at).await?, serenity_id(message)?).await;
        deleted.map_err(|error| delivery_error(&error))
    }

    async fn remove_buttons(&self, at: Address, message: &MessageId) -> Result<(), DeliveryError> {
        let channel = self.channel_of(at).await?;
        let edited = self.rest.edit(channel, serenity_id(message)?, messages::retired(), &View::default()).await;
        edited.map_err(|error| delivery_error(&error))
    }
}

impl DiscordPlatform {
    async fn bot_id(&self) -> Result<UserId, DeliveryError> {
        self.bot_id.get_or_try_init(|| self.rest.bot_id()).await.copied().map_err(|error| delivery_error(&error))
    }

    /// Refuses a post to a locked thread. Discord would accept it if the bot may manage threads, but nobody could press
    /// its buttons or use commands there.
    async fn check_unlocked(&self, place: PlaceId, channel: ChannelId) -> Result<(), DeliveryError> {
        if !self.service.queries().is_locked(place).await? {
            return Ok(());
        }
        // It may have been unlocked while the bot was away.
        if self.rest.channel(channel).await.map_err(|error| delivery_error(&error))?.is_locked() {
            return Err(DeliveryError::Closed("the thread is locked".to_owned()));
        }
        self.service.set_locked(place, false).await?;
        Ok(())
    }

    /// Looks up what a view mentions.
    async fn addressed<'a>(&self, view: &'a View) -> Result<Addressed<'a>, DeliveryError> {
        Addressed::new(&self.service, view).await.map_err(DeliveryError::from)
    }

    /// The channel of an address. Opens the direct message channel of a person.
    async fn channel_of(&self, address: Address) -> Result<ChannelId, DeliveryError> {
        match address {
            Address::Place(place) => self.channel(place).await,
            Address::Private { .. } => {
                Err(DeliveryError::Never("a message can be private only in response to an interaction".to_owned()))
            }
            Address::Person(person) => {
                let opened = self.rest.open_direct(self.user(person).await?).await;
                opened.map_err(|error| delivery_error(&error))
            }
        }
    }

    /// The channel of a place.
    async fn channel(&self, place: PlaceId) -> Result<ChannelId, DeliveryError> {
        let channels = channels_of(&self.service, &[place]).await?;
        let channel = channels.first().map(|(_, channel)| *channel);
        channel.ok_or_else(|| DeliveryError::Never("the place is not a channel on Discord".to_owned()))
    }

    /// The place of a channel or thread.
    async fn place(&self, channel: ChannelId, parent: Option<PlaceId>) -> Result<PlaceId, DeliveryError> {
        place_of(&self.service, channel, parent, None).await.map_err(DeliveryError::from)
    }

    /// The user of a person.
    async fn user(&self, person: PlayerId) -> Result<UserId, DeliveryError> {
        let user = user_of(&self.service, person).await?;
        user.ok_or_else(|| DeliveryError::Never("the person has no account on Discord".to_owned()))
    }
}

/// The smallest possible id of a message posted at this instant or later.
fn first_message_of(at: Millis) -> u64 {
    (at.0.saturating_sub(EPOCH_MS).max(0).unsigned_abs()) << 22
}

/// Whether a message of the bot shows this view. Pictures are named after the match and the ply; without attachments,
/// the text is compared. A message from which a thread was opened announces another game in the same words.
fn shows(message: &Message, shown: &Addressed<'_>) -> bool {
    match shown.view.attachments.first() {
        Some(wanted) => message.attachments.iter().any(|file| file.filename == wanted.name),
        None => {
            let opened = message.flags.is_some_and(|flags| flags.contains(MessageFlags::HAS_THREAD));
            !opened && message.content.trim() == messages::content(shown).trim()
        }
    }
}

/// A message id as serenity has it. Discord's are numbers other than 0.
fn serenity_id(message: &MessageId) -> Result<serenity::all::MessageId, DeliveryError> {
    let number = message.0.parse().ok().filter(|number| *number != 0).map(serenity::all::MessageId::new);
    number.ok_or_else(|| DeliveryError::Never("the message is not one of Discord's".to_owned()))
}

/// Classifies the error of a message that shows this view. If it is too large, it may do without its largest file.
fn posting_error(error: &RestError, view: &View) -> DeliveryError {
    match view.attachments.iter().max_by_key(|attachment| attachment.bytes.len()) {
        Some(largest) if error.is_too_large() => {
            DeliveryError::Attachment { name: largest.name.clone(), why: error.to_string() }
        }
        _ => delivery_error(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_messages_tell_when_they_were_posted() {
        // The example id of Discord's documentation.
        let message = 175_928_847_299_117_063;
        let at = Millis(1_462_015_105_796);
        assert!(first_message_of(at) <= message && message < first_message_of(at.plus(1)));
        assert_eq!(first_message_of(Millis(0)), 0);
    }
}
