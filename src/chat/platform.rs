//! What a chat platform does for the bot, and what it can do.

use super::view::{Form, Subject, View};
use crate::service::{Address, MessageId, Millis, PlaceId, PlatformId, PlayerId, Token};
use crate::workers::DeliveryError;
use async_trait::async_trait;

/// What a platform can do. Where something is missing, `chat` does it in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// A thread can be opened from a message. Otherwise games are played in the channel.
    pub threads: bool,
    /// Messages have buttons. Otherwise each action has a number with which a player replies.
    pub buttons: bool,
    /// Messages have menus. Otherwise each option has a number.
    pub menus: bool,
    /// A form can be opened. Otherwise a message asks, and the player replies.
    pub forms: bool,
    /// A message in a channel can be shown to one person only. Otherwise private answers are direct messages.
    pub private_answers: bool,
    /// Messages can be replies to other messages. Without replies, an answer for one person is a direct message even if
    /// it is not secret.
    pub replies: bool,
    /// A posted message can be edited. Otherwise a new one follows.
    pub editing: bool,
    /// Messages have reactions, which can stand for the first numbers.
    pub reactions: bool,
    /// The bot's messages about a match or a challenge can be found and removed. Otherwise they stay when a player is
    /// erased.
    pub removal: bool,
    /// A message of the bot can be deleted.
    pub deletion: bool,
    /// What the bot may do in a channel is a set of permissions with names, which texts can ask for.
    pub named_permissions: bool,
    /// Commands begin with `/`. Otherwise texts name them with `!`, because many clients have commands of their own.
    pub slash_commands: bool,
    /// The maximum length of a message in characters, in the platform's markup.
    pub text_max: usize,
    /// The maximum size of an attachment in bytes. A larger one is described instead.
    pub attachment_max: usize,
}

impl Capabilities {
    /// Everything, for messages of up to this length and attachments of any size.
    pub const fn all(text_max: usize) -> Capabilities {
        Capabilities {
            threads: true,
            buttons: true,
            menus: true,
            forms: true,
            private_answers: true,
            replies: true,
            editing: true,
            reactions: true,
            removal: true,
            deletion: true,
            named_permissions: true,
            slash_commands: true,
            text_max,
            attachment_max: usize::MAX,
        }
    }

    /// Only posting, for messages of up to this length and attachments of any size.
    pub const fn none(text_max: usize) -> Capabilities {
        Capabilities {
            threads: false,
            buttons: false,
            menus: false,
            forms: false,
            private_answers: false,
            replies: false,
            editing: false,
            reactions: false,
            removal: false,
            deletion: false,
            named_permissions: false,
            slash_commands: false,
            text_max,
            attachment_max: usize::MAX,
        }
    }
}

/// A chat platform, to which the bot posts messages.
#[async_trait]
pub trait Platform: Send + Sync {
    /// Its name in storage.
    fn id(&self) -> PlatformId;

    /// What it can do.
    fn capabilities(&self) -> Capabilities;

    /// Opens a thread from a message, or returns the thread already opened from it. Returns `None` if there can never
    /// be one, [`DeliveryError::Gone`] if the message or its channel no longer exists, and [`DeliveryError::Never`] if
    /// only this name is refused. Only with [`Capabilities::threads`].
    async fn open_thread(
        &self,
        _channel: PlaceId,
        _message: &MessageId,
        _name: &str,
    ) -> Result<Option<PlaceId>, DeliveryError> {
        Err(unsupported("threads"))
    }

    /// Adds a player to a thread without a ping. Only with [`Capabilities::threads`].
    async fn add_member(&self, _thread: PlaceId, _person: PlayerId) -> Result<(), DeliveryError> {
        Err(unsupported("threads"))
    }

    /// Lets a thread be archived after a day without a message. Does nothing on platforms that archive no threads.
    async fn archive_when_quiet(&self, _thread: PlaceId) -> Result<(), DeliveryError> {
        Ok(())
    }

    /// Posts a message and returns its id. Two posts with the same `nonce` (at most 25 characters) within a short time
    /// create only one message.
    async fn post(&self, to: Address, view: &View, nonce: &str) -> Result<MessageId, DeliveryError>;

    /// Searches for a message of the bot that shows this view: one with an attachment of the same name or, if the view
    /// has no attachments, one with the same text from which no thread was opened. Considers only messages since
    /// `since`, and none before the message `not_before`. Returns `None` if there is none, or if the bot may not read
    /// the messages.
    async fn find(
        &self,
        at: Address,
        view: &View,
        since: Millis,
        not_before: Option<&MessageId>,
    ) -> Result<Option<MessageId>, DeliveryError>;

    /// Replaces a message of the bot with this view. Only with [`Capabilities::editing`].
    async fn edit(&self, _at: Address, _message: &MessageId, _view: &View) -> Result<(), DeliveryError> {
        Err(unsupported("editing"))
    }

    /// Removes the buttons from a message. Only with [`Capabilities::editing`] and [`Capabilities::buttons`].
    async fn remove_buttons(&self, _at: Address, _message: &MessageId) -> Result<(), DeliveryError> {
        Err(unsupported("editing"))
    }

    /// Deletes a message of the bot. Only with [`Capabilities::deletion`].
    async fn delete(&self, _at: Address, _message: &MessageId) -> Result<(), DeliveryError> {
        Err(unsupported("deletion"))
    }

    /// Posts a public answer to an interaction. Answers have no nonce, so one whose delivery was not confirmed may be
    /// posted twice. Only for platforms that create tokens.
    async fn answer(&self, _token: &Token, _view: &View) -> Result<(), DeliveryError> {
        Err(unsupported("interactions"))
    }

    /// Opens a form for a person. Only with [`Capabilities::forms`].
    async fn open_form(&self, _place: PlaceId, _person: PlayerId, _form: &Form) -> Result<(), DeliveryError> {
        Err(unsupported("forms"))
    }

    /// The file of a person's avatar or of the platform's default for them; `None` without either, or without an
    /// account there. The file comes from the platform's own servers and has at most
    /// [`FILE_BYTES_MAX`](crate::avatar_file::FILE_BYTES_MAX) bytes. It is unchecked: callers must treat it as hostile.
    async fn avatar(&self, _person: PlayerId) -> Result<Option<Vec<u8>>, DeliveryError> {
        Ok(None)
    }

    /// Removes the bot's messages about a match or a challenge since an instant: all of a thread with the message from
    /// which it was opened, and elsewhere those whose view has this subject. Only with [`Capabilities::removal`].
    async fn remove_messages(&self, _place: PlaceId, _subject: Subject, _since: Millis) -> Result<(), DeliveryError> {
        Err(unsupported("removal"))
    }

    /// Adds reactions to a message, so that players only have to click them. Only with [`Capabilities::reactions`].
    async fn add_reactions(
        &self,
        _at: Address,
        _message: &MessageId,
        _reactions: &[&str],
    ) -> Result<(), DeliveryError> {
        Err(unsupported("reactions"))
    }
}

fn unsupported(what: &str) -> DeliveryError {
    DeliveryError::Never(format!("the platform has no {what}"))
}
