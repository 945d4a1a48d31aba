//! A person controlled by a test.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

use super::views::{ChannelView, Choice, MessageView, ModalView};
use crate::actions::{ActError, PendingInteraction};
use crate::hub::Hub;
use crate::id::Id;
use crate::interaction::Progress;
use crate::message::LOADING;

/// How long to wait for a deferred response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// What a person sees after doing something.
#[derive(Clone, Debug)]
pub enum Reply {
    /// A new message, possibly ephemeral. This includes a completed deferred response.
    Message(MessageView),
    /// The message with the button or menu has changed.
    Updated(MessageView),
    /// The click was acknowledged without a visible change.
    Acknowledged,
    /// A form opened.
    Modal(ModalView),
    /// The response was deleted.
    Deleted,
    /// "The application did not respond", or it deferred and sent nothing for twenty seconds.
    NoResponse,
}

impl Reply {
    /// The message of this reply, new or changed.
    pub fn message(&self) -> Option<&MessageView> {
        match self {
            Self::Message(message) | Self::Updated(message) => Some(message),
            _ => None,
        }
    }

    /// The form of this reply.
    pub fn modal(&self) -> Option<&ModalView> {
        if let Self::Modal(modal) = self { Some(modal) } else { None }
    }
}

/// A person, controlled from code: everything that can be clicked on the page can be called here.
#[derive(Clone, Debug)]
pub struct User {
    hub: Arc<Hub>,
    id: Id,
}

impl User {
    pub(crate) fn new(hub: Arc<Hub>, id: Id) -> Self {
        Self { hub, id }
    }

    /// The user id.
    pub fn id(&self) -> Id {
        self.id
    }

    /// The mention of this person in messages: `<@id>`.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// Sets the picture of this person. The file is not checked.
    pub fn set_avatar(&self, file: &[u8]) {
        let mut world = self.hub.world();
        let number = world.ids.next().to_string();
        world.avatars.insert(self.id, (format!("{number:0>32}"), file.to_vec()));
    }

    /// Sets the language of this person's client, e.g. `it`.
    pub fn set_locale(&self, locale: &str) {
        let mut world = self.hub.world();
        if let Some(person) = world.person_mut(self.id) {
            locale.clone_into(&mut person.locale);
        }
        world.touch();
    }

    /// Sets this person's nickname in the server; `None` removes it.
    pub fn set_nick(&self, nick: Option<&str>) {
        let mut world = self.hub.world();
        if let Some(person) = world.person_mut(self.id) {
            person.nick = nick.map(str::to_owned);
        }
        world.touch();
    }

    /// Sets whether this person accepts direct messages from the bot. If not, the bot gets error 50007.
    pub fn accept_dms(&self, accepts: bool) {
        let mut world = self.hub.world();
        if let Some(person) = world.person_mut(self.id) {
            person.accepts_dms = accepts;
        }
        world.touch();
    }

    /// Sets this person's permissions in the server (see [`permission`](crate::permission)); `None` means the default
    /// ones. The owner, who is the first person, always has all permissions.
    pub fn set_permissions(&self, bits: Option<u64>) {
        let mut world = self.hub.world();
        if let Some(person) = world.person_mut(self.id) {
            person.permissions = bits;
        }
        world.touch();
    }

    /// Leaves the server. Its channels are no longer visible; a bot that subscribed to members receives an event.
    pub fn leave_server(&self) {
        self.hub.world().set_membership(self.id, false);
    }

    /// Rejoins the server.
    pub fn join_server(&self) {
        self.hub.world().set_membership(self.id, true);
    }

    /// The channels, threads and direct messages that this person sees.
    pub fn channels(&self) -> Vec<ChannelView> {
        let world = self.hub.world();
        let seen = world.persisted.channels.values().filter(|channel| world.channel_of(self.id, channel.id).is_ok());
        seen.map(ChannelView::of).collect()
    }

    /// The direct-message channel with the bot, created if necessary.
    pub fn direct_messages(&self) -> Id {
        self.hub.world().direct_channel(self.id)
    }

    /// The messages that this person sees in a channel, oldest first.
    pub fn messages(&self, channel: Id) -> Vec<MessageView> {
        let world = self.hub.world();
        if world.channel_of(self.id, channel).is_err() {
            return Vec::new();
        }
        let all = world.messages_for(channel, self.id);
        all.into_iter().map(|message| MessageView::of(&world, message)).collect()
    }

    /// The current state of a message.
    ///
    /// # Errors
    ///
    /// When this person cannot see such a message.
    pub fn message(&self, channel: Id, message: Id) -> Result<MessageView, ActError> {
        let world = self.hub.world();
        world.message_of(self.id, channel, message).map(|message| MessageView::of(&world, message))
    }

    /// The bytes of an attachment.
    pub async fn download(&self, attachment: Id) -> Option<Vec<u8>> {
        self.hub.files.get(attachment).await.map(|bytes| bytes.to_vec())
    }

    /// Writes a message and returns its id.
    ///
    /// # Errors
    ///
    /// When the channel cannot be written to or the text is too long.
    pub fn say(&self, channel: Id, content: &str) -> Result<Id, ActError> {
        self.hub.world().say(self.id, channel, content, None)
    }

    /// Replies to a message. With `ping` its author is mentioned, which lets a bot read the text.
    ///
    /// # Errors
    ///
    /// As [`say`](Self::say), and when the message does not exist.
    pub fn reply(&self, to: &MessageView, content: &str, ping: bool) -> Result<Id, ActError> {
        self.hub.world().say(self.id, to.channel, content, Some((to.id, ping)))
    }

    /// Invokes a command, e.g. `command(channel, "challenge", &[("game", json!("zertz"))])`. The name may be followed
    /// by the names of a group and a subcommand. People and channels are given by their id. Waits for a deferred
    /// response.
    ///
    /// # Errors
    ///
    /// When the command is not available in this channel, or an option does not fit.
    pub async fn command(&self, channel: Id, name: &str, options: &[(&str, Value)]) -> Result<Reply, ActError> {
        let pending = self.hub.world().invoke(self.id, channel, name, &owned(options), None)?;
        Ok(self.wait_for_reply(pending).await)
    }

    /// Requests completions for the option `focused`, into which `typed` was typed; `options` are the other options so
    /// far.
    ///
    /// # Errors
    ///
    /// As [`command`](Self::command); [`ActError::TimedOut`] when the bot did not respond within three seconds.
    pub async fn autocomplete(
        &self,
        channel: Id,
        name: &str,
        options: &[(&str, Value)],
        focused: &str,
        typed: &str,
    ) -> Result<Vec<Choice>, ActError> {
        let mut options = owned(options);
        options.push((focused.to_owned(), Value::from(typed)));
        let mut pending = self.hub.world().invoke(self.id, channel, name, &options, Some(focused))?;
        match pending.first().await {
            Some(Progress::Choices(choices)) => Ok(Choice::list(&choices, &self.locale())),
            _ => Err(ActError::TimedOut("the list of completions")),
        }
    }

    fn locale(&self) -> String {
        self.hub.world().person(self.id).map(|person| person.locale.clone()).unwrap_or_default()
    }

    /// Presses a button, named by its `custom_id` or its label.
    ///
    /// # Errors
    ///
    /// When the current message has no such button, or it is disabled.
    pub async fn press(&self, message: &MessageView, button: &str) -> Result<Reply, ActError> {
        let now = self.message(message.channel, message.id)?;
        let component = now.button(button).ok_or_else(|| ActError::NoComponent(button.to_owned()))?;
        let pending = self.hub.world().press(self.id, message.channel, message.id, &component.custom_id)?;
        Ok(self.wait_for_reply(pending).await)
    }

    /// Chooses values in the menu with this `custom_id`. A value may be given by its label.
    ///
    /// # Errors
    ///
    /// When the message has no such menu or the menu no such option.
    pub async fn choose(&self, message: &MessageView, menu: &str, values: &[&str]) -> Result<Reply, ActError> {
        let now = self.message(message.channel, message.id)?;
        let component = now.menu(menu).ok_or_else(|| ActError::NoComponent(menu.to_owned()))?;
        let value = |name: &&str| component.value_of(name).unwrap_or(name).to_owned();
        let values: Vec<String> = values.iter().map(value).collect();
        let pending = self.hub.world().choose(self.id, message.channel, message.id, &component.custom_id, &values)?;
        Ok(self.wait_for_reply(pending).await)
    }

    /// Fills in and submits a form. Inputs that are not given keep their initial value.
    ///
    /// # Errors
    ///
    /// When an input is too short, too long or missing.
    pub async fn submit_modal(&self, modal: &ModalView, values: &[(&str, &str)]) -> Result<Reply, ActError> {
        let values: Vec<(String, String)> =
            values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let pending = self.hub.world().submit(self.id, modal.opener, &values)?;
        Ok(self.wait_for_reply(pending).await)
    }

    /// Waits until this person sees a matching message in the channel, and returns the newest one. Existing messages
    /// count.
    ///
    /// # Errors
    ///
    /// [`ActError::TimedOut`] when there is none in time.
    pub async fn wait_message(
        &self,
        channel: Id,
        fits: impl Fn(&MessageView) -> bool,
        timeout: Duration,
    ) -> Result<MessageView, ActError> {
        let deadline = Instant::now() + timeout;
        let mut notices = self.hub.world().notices.subscribe();
        let mut found = self.newest(channel, &fits);
        loop {
            if let Some(found) = found {
                return Ok(found);
            }
            found = match timeout_at(deadline, notices.recv()).await {
                Ok(Ok(notice)) => match notice.message() {
                    // Only this message has changed, so no other one can have started to match.
                    Some((changed, id)) if changed == channel => self.message(channel, id).ok().filter(&fits),
                    Some(_) => None,
                    None => self.newest(channel, &fits),
                },
                Ok(Err(RecvError::Lagged(_))) => self.newest(channel, &fits),
                Ok(Err(RecvError::Closed)) | Err(_) => return Err(ActError::TimedOut("the message")),
            };
        }
    }

    /// Waits until this person no longer sees a message.
    ///
    /// # Errors
    ///
    /// [`ActError::TimedOut`] when the message is still there after this time.
    pub async fn wait_deleted(&self, channel: Id, message: Id, timeout: Duration) -> Result<(), ActError> {
        self.wait(|| self.message(channel, message).is_err().then_some(()), timeout, "the deletion").await
    }

    /// The newest matching message in a channel.
    fn newest(&self, channel: Id, fits: impl Fn(&MessageView) -> bool) -> Option<MessageView> {
        let world = self.hub.world();
        world.channel_of(self.id, channel).ok()?;
        let all = world.messages_for(channel, self.id);
        all.into_iter().rev().map(|message| MessageView::of(&world, message)).find(|message| fits(message))
    }

    /// Waits until this person sees a matching channel or thread.
    ///
    /// # Errors
    ///
    /// [`ActError::TimedOut`] when there is none in time.
    pub async fn wait_channel(
        &self,
        fits: impl Fn(&ChannelView) -> bool,
        timeout: Duration,
    ) -> Result<ChannelView, ActError> {
        let find = || self.channels().into_iter().rev().find(|channel| fits(channel));
        self.wait(find, timeout, "the channel").await
    }

    /// Checks again after every event.
    async fn wait<T>(
        &self,
        find: impl Fn() -> Option<T>,
        timeout: Duration,
        what: &'static str,
    ) -> Result<T, ActError> {
        let deadline = Instant::now() + timeout;
        let mut notices = self.hub.world().notices.subscribe();
        loop {
            if let Some(found) = find() {
                return Ok(found);
            }
            match timeout_at(deadline, notices.recv()).await {
                Ok(Ok(_) | Err(RecvError::Lagged(_))) => {}
                Ok(Err(RecvError::Closed)) | Err(_) => return Err(ActError::TimedOut(what)),
            }
        }
    }

    async fn wait_for_reply(&self, mut pending: PendingInteraction) -> Reply {
        let Some(mut progress) = pending.first().await else { return Reply::NoResponse };
        if matches!(progress, Progress::Thinking) {
            let Some(completed) = pending.completed(Instant::now() + RESPONSE_TIMEOUT).await else {
                return Reply::NoResponse;
            };
            progress = completed;
        }
        match progress {
            Progress::Message(id) | Progress::Updated(id) => self.reply_for(&progress, id),
            Progress::Acknowledged => Reply::Acknowledged,
            Progress::Modal(modal) => Reply::Modal(ModalView::of(pending.id, &modal)),
            Progress::Deleted => Reply::Deleted,
            Progress::Waiting | Progress::Thinking | Progress::Choices(_) => Reply::NoResponse,
        }
    }

    fn reply_for(&self, progress: &Progress, id: Id) -> Reply {
        let world = self.hub.world();
        let channels = world.persisted.messages.keys().chain(world.ephemeral.keys());
        let found = channels.into_iter().find_map(|channel| world.message_of(self.id, *channel, id).ok());
        match (found, progress) {
            (Some(message), Progress::Updated(_)) => Reply::Updated(MessageView::of(&world, message)),
            (Some(message), _) if message.flags & LOADING == 0 => Reply::Message(MessageView::of(&world, message)),
            // The bot has deleted it in the meantime.
            _ => Reply::Deleted,
        }
    }
}

fn owned(options: &[(&str, Value)]) -> Vec<(String, Value)> {
    options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}
