//! REST requests to Discord: one function for each request that the bot makes.
//!
//! serenity's builders and models say what is sent; `sender` sends it.

use super::accounts::Addressed;
use super::cdn::{Cdn, FoundUser};
use super::endpoint::Endpoint;
use super::messages::{self, FirstResponse};
use super::rest_error::RestError;
use super::sender::Sender;
use crate::backoff::Retries;
use crate::chat::View;
use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, ChannelId, ChannelType, Command, CreateAttachment, CreateCommand, CreateMessage, CreateThread,
    CurrentUser, EditInteractionResponse, EditMessage, EditThread, GuildChannel, InteractionId, Message, MessageId,
    PrivateChannel, ThreadMetadata, UserId,
};
use serenity::http::Route;
use std::time::Duration;
use tokio::time::Instant;

/// The first wait before a request is retried; it doubles each time.
const WAIT_FIRST: Duration = Duration::from_millis(100);
const WAIT_MAX: Duration = Duration::from_secs(5);

/// Sends REST requests. Cheap to clone; clones share what they know of the limits.
#[derive(Clone, Debug)]
pub struct Rest {
    sender: Sender,
    cdn: Cdn,
    application: ApplicationId,
}

/// What the bot has to know of a channel or thread.
#[derive(Clone, Debug, Deserialize)]
pub struct FoundChannel {
    /// Its type.
    #[serde(rename = "type")]
    pub kind: ChannelType,
    /// The state of a thread.
    #[serde(default)]
    thread_metadata: Option<ThreadMetadata>,
}

impl FoundChannel {
    /// Whether it is a locked thread.
    pub fn is_locked(&self) -> bool {
        self.thread_metadata.as_ref().is_some_and(|thread| thread.locked)
    }
}

impl Rest {
    /// Creates a client for this endpoint, token and application.
    ///
    /// # Errors
    /// If the token contains characters that no token has, or TLS does not work on this machine.
    pub fn new(endpoint: &Endpoint, token: &str, application: ApplicationId) -> Result<Rest, RestError> {
        Ok(Rest { sender: Sender::new(endpoint, token)?, cdn: Cdn::new(endpoint)?, application })
    }

    /// Posts a message. `shape` adjusts the message built from the view, for example to make it a reply.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn post(
        &self,
        channel: ChannelId,
        shown: &Addressed<'_>,
        build: impl FnOnce(CreateMessage) -> CreateMessage,
    ) -> Result<MessageId, RestError> {
        /// A message that has been posted. Nothing else of it is read, so nothing else can be wrong with it.
        #[derive(Deserialize)]
        struct Posted {
            id: MessageId,
        }
        let (message, files) = (build(messages::message(shown)), messages::files(shown.view));
        let route = Route::ChannelMessages { channel_id: channel };
        let posted: Posted = self.sender.send(Method::POST, route, with_files(&message, &files)?, files).await?;
        Ok(posted.id)
    }

    /// Edits a message.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        edit: EditMessage,
        view: &View,
    ) -> Result<(), RestError> {
        let files = messages::files(view);
        let route = Route::ChannelMessage { channel_id: channel, message_id: message };
        self.sender.request(Method::PATCH, route, with_files(&edit, &files)?, files).await.map(drop)
    }

    /// Deletes a message.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<(), RestError> {
        let route = Route::ChannelMessage { channel_id: channel, message_id: message };
        self.sender.request(Method::DELETE, route, json!({}), Vec::new()).await.map(drop)
    }

    /// Changes a thread.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn edit_thread(&self, thread: ChannelId, edit: EditThread<'_>) -> Result<(), RestError> {
        self.sender
            .request(Method::PATCH, Route::Channel { channel_id: thread }, body(&edit)?, Vec::new())
            .await
            .map(drop)
    }

    /// Opens a thread from a message.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        thread: CreateThread<'_>,
    ) -> Result<GuildChannel, RestError> {
        let route = Route::ChannelMessageThreads { channel_id: channel, message_id: message };
        self.sender.send(Method::POST, route, body(&thread)?, Vec::new()).await
    }

    /// A channel or thread.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn channel(&self, channel: ChannelId) -> Result<FoundChannel, RestError> {
        self.sender.get(Route::Channel { channel_id: channel }, &[]).await
    }

    /// The direct message channel of a user.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn open_direct(&self, person: UserId) -> Result<ChannelId, RestError> {
        let body = json!({ "recipient_id": person });
        let opened: PrivateChannel = self.sender.send(Method::POST, Route::UserMeDmChannels, body, Vec::new()).await?;
        Ok(opened.id)
    }

    /// The bot's own user id.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn bot_id(&self) -> Result<UserId, RestError> {
        let bot: CurrentUser = self.sender.get(Route::UserMe, &[]).await?;
        Ok(bot.id)
    }

    /// The file of a user's picture, or of Discord's default one if the user has chosen none.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn avatar(&self, user: UserId) -> Result<Vec<u8>, RestError> {
        let found: FoundUser = self.sender.get(Route::User { user_id: user }, &[]).await?;
        self.cdn.avatar(&found).await
    }

    /// The messages of a channel after one, at most `most` (up to 100), in no particular order.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn messages_after(
        &self,
        channel: ChannelId,
        after: MessageId,
        most: u8,
    ) -> Result<Vec<Message>, RestError> {
        let query = [("after", after.to_string()), ("limit", most.to_string())];
        self.sender.get(Route::ChannelMessages { channel_id: channel }, &query).await
    }

    /// Adds a user to a thread without a ping.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn add_thread_member(&self, thread: ChannelId, person: UserId) -> Result<(), RestError> {
        let route = Route::ChannelThreadMember { channel_id: thread, user_id: person };
        self.sender.request(Method::PUT, route, json!({}), Vec::new()).await.map(drop)
    }

    /// Sends the first response to an interaction.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn respond(
        &self,
        interaction: InteractionId,
        token: &str,
        first: &FirstResponse<'_>,
    ) -> Result<(), RestError> {
        let route = Route::InteractionResponse { interaction_id: interaction, token };
        let mut body = body(&first.build())?;
        let files = first.view().map(messages::files).unwrap_or_default();
        if !files.is_empty() {
            body["data"]["attachments"] = named(&files);
        }
        self.sender.request(Method::POST, route, body, files).await.map(drop)
    }

    /// Edits the first response to an interaction, or sends the one that was deferred.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn edit_response(
        &self,
        token: &str,
        edit: EditInteractionResponse,
        view: &View,
    ) -> Result<(), RestError> {
        let files = messages::files(view);
        let route = Route::WebhookOriginalInteractionResponse { application_id: self.application, token };
        self.sender.request(Method::PATCH, route, with_files(&edit, &files)?, files).await.map(drop)
    }

    /// Sends a follow-up after the first response, public or only for the requester.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn follow_up(&self, token: &str, shown: &Addressed<'_>, ephemeral: bool) -> Result<Message, RestError> {
        let (message, files) = (messages::followup(shown, ephemeral), messages::files(shown.view));
        let route = Route::WebhookFollowupMessages { application_id: self.application, token };
        self.sender.send(Method::POST, route, with_files(&message, &files)?, files).await
    }

    /// The registered commands with their localizations.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn commands(&self) -> Result<Value, RestError> {
        let query = [("with_localizations", "true".to_owned())];
        let found: Vec<Command> = self.sender.get(Route::Commands { application_id: self.application }, &query).await?;
        body(&found)
    }

    /// Replaces the registered commands with these.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn set_commands(&self, commands: &[CreateCommand]) -> Result<(), RestError> {
        let route = Route::Commands { application_id: self.application };
        self.sender.request(Method::PUT, route, body(&commands)?, Vec::new()).await.map(drop)
    }
}

/// Retries of a request until this deadline.
pub fn retries_until(deadline: Instant) -> Retries {
    Retries::new(WAIT_FIRST, WAIT_MAX).until(deadline)
}

/// Waits until the next attempt is due. Returns false if another attempt is useless or would be too late.
pub async fn try_again(retries: &mut Retries, error: &RestError) -> bool {
    error.is_transient() && retries.wait(error.after()).await
}

fn body(of: &impl Serialize) -> Result<Value, RestError> {
    serde_json::to_value(of).map_err(|error| RestError::Unusable(error.to_string()))
}

/// A body that lists files; without files, the `attachments` field of the builder is left as it is.
fn with_files(of: &impl Serialize, files: &[CreateAttachment]) -> Result<Value, RestError> {
    let mut body = body(of)?;
    if !files.is_empty() {
        body["attachments"] = named(files);
    }
    Ok(body)
}

/// The list of files in a body; their ids are the numbers of the parts of the form.
fn named(files: &[CreateAttachment]) -> Value {
    let files = files.iter().enumerate();
    files.map(|(id, file)| json!({ "id": id, "filename": file.filename, "description": file.description })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_does_not_pass_is_not_tried_again_and_nothing_sooner_than_discord_wants() {
        let mut retries = retries_until(Instant::now() + Duration::from_secs(3));
        assert!(!try_again(&mut retries, &RestError::refused(403, 50_013, "Missing Permissions")).await);
        let limited = |seconds| RestError::Limited { after: Some(Duration::from_secs(seconds)) };
        assert!(!try_again(&mut retries, &limited(4)).await, "too late then");
        let before = Instant::now();
        assert!(try_again(&mut retries, &limited(2)).await);
        assert_eq!(before.elapsed(), Duration::from_secs(2));
        assert!(try_again(&mut retries, &RestError::Unreachable("cut".to_owned())).await);
    }
}
