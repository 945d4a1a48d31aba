//! REST requests to Discord: one function for each request that the bot makes after startup.
//!
//! Requests to Discord itself go through serenity with its rate limiter. For another server that limiter is off (see
//! [`Endpoint`]), and serenity would hide how long such a server asks the bot to wait. These requests
//! are therefore sent from here, and [`RateLimits`] enforces the waits.

use super::accounts::Addressed;
use super::connect::Endpoint;
use super::global_limit::GlobalLimit;
use super::messages::{self, FirstResponse};
use super::places::DISCORD;
use super::rate_limits::RateLimits;
use super::rest_error::RestError;
use crate::backoff::backoff;
use crate::chat::View;
use crate::metrics::record;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, Builder, ChannelId, ChannelType, CreateAttachment, CreateCommand, CreateMessage, CreateThread,
    CurrentUser, EditInteractionResponse, EditMessage, EditThread, GuildChannel, Http, InteractionId, Message,
    MessageId, PrivateChannel, ThreadMetadata, UserId,
};
use serenity::http::{LightMethod, MessagePagination, Request, Route};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The timeout of one request.
const REQUEST_MAX: Duration = Duration::from_secs(30);
/// The first wait before a request is retried; it doubles each time.
const WAIT_FIRST: Duration = Duration::from_millis(100);
const WAIT_MAX: Duration = Duration::from_secs(5);

/// Sends REST requests. Cheap to clone.
#[derive(Clone)]
pub struct Rest {
    http: Arc<Http>,
    /// Discord's global rate limit, which serenity's limiter applies only to the request that was refused.
    limit: GlobalLimit,
    other: Option<Arc<UnlimitedClient>>,
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

/// A client without serenity's rate limiter.
struct UnlimitedClient {
    client: Client,
    base: String,
    authorization: HeaderValue,
    limits: RateLimits,
}

impl Rest {
    /// Creates a client for this endpoint, token and application.
    ///
    /// # Errors
    /// If the token contains characters that no token has, or TLS does not work on this machine.
    pub fn new(endpoint: &Endpoint, token: &str, application: ApplicationId) -> Result<Rest, RestError> {
        let other = match endpoint {
            Endpoint::Discord | Endpoint::DiscordThrough(_) => None,
            Endpoint::Other(base) => {
                let unusable = |why: String| RestError::Unusable(why);
                let mut authorization = HeaderValue::from_str(&format!("Bot {token}"))
                    .map_err(|_| unusable("the token has characters that no token has".to_owned()))?;
                authorization.set_sensitive(true);
                let client =
                    Client::builder().timeout(REQUEST_MAX).build().map_err(|error| unusable(error.to_string()))?;
                let base = base.trim_end_matches('/').to_owned();
                Some(Arc::new(UnlimitedClient { client, base, authorization, limits: RateLimits::default() }))
            }
        };
        let (mut http, limit) = (endpoint.http(token), GlobalLimit::default());
        if let Some(limiter) = &mut http.ratelimiter {
            let limit = limit.clone();
            limiter.set_ratelimit_callback(Box::new(move |refused| {
                limit.apply(&refused);
                record::rate_limited(DISCORD.0, refused.global);
            }));
        }
        http.set_application_id(application);
        Ok(Rest { http: Arc::new(http), limit, other, application })
    }

    /// The client for requests that do not answer an interaction, which have to wait for the global rate limit.
    async fn limited(&self) -> &Http {
        self.limit.wait().await;
        &self.http
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
        match &self.other {
            None => Ok(message.files(files).execute(self.limited().await, (channel, None)).await?.id),
            Some(other) => {
                let route = Route::ChannelMessages { channel_id: channel };
                let posted: Posted = other.send(Method::POST, route, with_files(&message, &files)?, files).await?;
                Ok(posted.id)
            }
        }
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
        match &self.other {
            None => {
                let edit = files.into_iter().fold(edit, EditMessage::new_attachment);
                Ok(edit.execute(self.limited().await, (channel, message, None)).await.map(drop)?)
            }
            Some(other) => {
                let route = Route::ChannelMessage { channel_id: channel, message_id: message };
                other.request(Method::PATCH, route, with_files(&edit, &files)?, files).await.map(drop)
            }
        }
    }

    /// Deletes a message.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<(), RestError> {
        match &self.other {
            None => Ok(self.limited().await.delete_message(channel, message, None).await?),
            Some(other) => {
                let route = Route::ChannelMessage { channel_id: channel, message_id: message };
                other.request(Method::DELETE, route, json!({}), Vec::new()).await.map(drop)
            }
        }
    }

    /// Changes a thread.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn edit_thread(&self, thread: ChannelId, edit: EditThread<'_>) -> Result<(), RestError> {
        match &self.other {
            None => Ok(edit.execute(self.limited().await, thread).await.map(drop)?),
            Some(other) => {
                let route = Route::Channel { channel_id: thread };
                other.request(Method::PATCH, route, body(&edit)?, Vec::new()).await.map(drop)
            }
        }
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
        match &self.other {
            None => Ok(thread.execute(self.limited().await, (channel, Some(message))).await?),
            Some(other) => {
                let route = Route::ChannelMessageThreads { channel_id: channel, message_id: message };
                other.send(Method::POST, route, body(&thread)?, Vec::new()).await
            }
        }
    }

    /// A channel or thread.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn channel(&self, channel: ChannelId) -> Result<FoundChannel, RestError> {
        let route = Route::Channel { channel_id: channel };
        match &self.other {
            // serenity's own types leave some channels out.
            None => Ok(self.limited().await.fire(Request::new(route, LightMethod::Get)).await?),
            Some(other) => other.get(route, &[]).await,
        }
    }

    /// The direct message channel of a user.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn open_direct(&self, person: UserId) -> Result<ChannelId, RestError> {
        let body = json!({ "recipient_id": person });
        let opened: PrivateChannel = match &self.other {
            None => self.limited().await.create_private_channel(&body).await?,
            Some(other) => other.send(Method::POST, Route::UserMeDmChannels, body, Vec::new()).await?,
        };
        Ok(opened.id)
    }

    /// The bot's own user id.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn bot_id(&self) -> Result<UserId, RestError> {
        let bot: CurrentUser = match &self.other {
            None => self.limited().await.get_current_user().await?,
            Some(other) => other.get(Route::UserMe, &[]).await?,
        };
        Ok(bot.id)
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
        match &self.other {
            None => Ok(self
                .limited()
                .await
                .get_messages(channel, Some(MessagePagination::After(after)), Some(most))
                .await?),
            Some(other) => {
                let query = [("after", after.to_string()), ("limit", most.to_string())];
                other.get(Route::ChannelMessages { channel_id: channel }, &query).await
            }
        }
    }

    /// Adds a user to a thread without a ping.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn add_thread_member(&self, thread: ChannelId, person: UserId) -> Result<(), RestError> {
        match &self.other {
            None => Ok(self.limited().await.add_thread_channel_member(thread, person).await?),
            Some(other) => {
                let route = Route::ChannelThreadMember { channel_id: thread, user_id: person };
                other.request(Method::PUT, route, json!({}), Vec::new()).await.map(drop)
            }
        }
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
        match &self.other {
            None => Ok(first.build(true).execute(&*self.http, (interaction, token)).await?),
            Some(other) => {
                let route = Route::InteractionResponse { interaction_id: interaction, token };
                let mut body = body(&first.build(false))?;
                let files = first.view().map(messages::files).unwrap_or_default();
                if !files.is_empty() {
                    body["data"]["attachments"] = named(&files);
                }
                other.request(Method::POST, route, body, files).await.map(drop)
            }
        }
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
        match &self.other {
            None => {
                let edit = files.into_iter().fold(edit, EditInteractionResponse::new_attachment);
                Ok(edit.execute(&*self.http, token).await.map(drop)?)
            }
            Some(other) => {
                let route = Route::WebhookOriginalInteractionResponse { application_id: self.application, token };
                other.request(Method::PATCH, route, with_files(&edit, &files)?, files).await.map(drop)
            }
        }
    }

    /// Sends a follow-up after the first response, public or only for the requester.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn follow_up(&self, token: &str, shown: &Addressed<'_>, ephemeral: bool) -> Result<Message, RestError> {
        let (message, files) = (messages::followup(shown, ephemeral), messages::files(shown.view));
        match &self.other {
            None => Ok(message.files(files).execute(&*self.http, (None, token)).await?),
            Some(other) => {
                let route = Route::WebhookFollowupMessages { application_id: self.application, token };
                other.send(Method::POST, route, with_files(&message, &files)?, files).await
            }
        }
    }

    /// The registered commands with their localizations.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn commands(&self) -> Result<Value, RestError> {
        self.ready().await;
        body(&self.http.get_global_commands_with_localizations().await?)
    }

    /// Replaces the registered commands with these.
    ///
    /// # Errors
    /// See [`RestError`].
    pub async fn set_commands(&self, commands: &[CreateCommand]) -> Result<(), RestError> {
        self.ready().await;
        Ok(self.http.create_global_commands(&commands).await.map(drop)?)
    }

    /// Waits until no global rate limit applies.
    async fn ready(&self) {
        self.limit.wait().await;
        while let Some(left) = self.other.as_ref().and_then(|other| other.limits.wait(&Route::UserMe)) {
            tokio::time::sleep(left).await;
        }
    }
}

/// How long to retry, and how long to wait between two attempts.
#[derive(Debug)]
pub struct Retry {
    deadline: Instant,
    failures: u32,
}

impl Retry {
    /// Retries until this deadline.
    pub fn until(deadline: Instant) -> Self {
        Retry { deadline, failures: 0 }
    }

    /// Waits until the next attempt is due. Returns false if another attempt is useless or would be too late.
    pub async fn again(&mut self, error: &RestError) -> bool {
        let pause = error.after().unwrap_or_default().max(backoff(WAIT_FIRST, WAIT_MAX, self.failures));
        if !error.is_transient() || Instant::now() + pause >= self.deadline {
            return false;
        }
        tokio::time::sleep(pause).await;
        self.failures += 1;
        true
    }
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

impl UnlimitedClient {
    async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        route: Route<'_>,
        body: Value,
        files: Vec<CreateAttachment>,
    ) -> Result<T, RestError> {
        read(self.request(method, route, body, files).await?).await
    }

    async fn get<T: DeserializeOwned>(&self, route: Route<'_>, query: &[(&str, String)]) -> Result<T, RestError> {
        let request = self.begin(Method::GET, &route)?.query(query);
        read(self.answer(&route, request).await?).await
    }

    async fn request(
        &self,
        method: Method,
        route: Route<'_>,
        body: Value,
        files: Vec<CreateAttachment>,
    ) -> Result<Response, RestError> {
        let request = self.begin(method, &route)?;
        let request = if files.is_empty() {
            request.header(CONTENT_TYPE, "application/json").body(body.to_string())
        } else {
            let form = Form::new().text("payload_json", body.to_string());
            request.multipart(files.into_iter().enumerate().fold(form, |form, (id, file)| {
                form.part(format!("files[{id}]"), Part::bytes(file.data).file_name(file.filename))
            }))
        };
        self.answer(&route, request).await
    }

    /// Builds a request on a route, unless a rate limit applies to it.
    fn begin(&self, method: Method, route: &Route<'_>) -> Result<RequestBuilder, RestError> {
        if let Some(left) = self.limits.wait(route) {
            return Err(RestError::Limited { after: Some(left) });
        }
        let address = route.path().replacen("https://discord.com", &self.base, 1);
        Ok(self.client.request(method, address).header(AUTHORIZATION, self.authorization.clone()))
    }

    /// Sends a request and returns the response, unless it is a refusal.
    async fn answer(&self, route: &Route<'_>, request: RequestBuilder) -> Result<Response, RestError> {
        let answer = request.send().await?;
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        let stated = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
        let body: Value = serde_json::from_slice(&answer.bytes().await?).unwrap_or_default();
        if status.as_u16() == 429 {
            let retry_after = body["retry_after"].as_f64().or(stated);
            let is_global = body["global"] == true;
            let after = self.limits.close(route, retry_after, is_global);
            record::rate_limited(DISCORD.0, is_global);
            return Err(RestError::Limited { after: Some(after) });
        }
        let code = body["code"].as_i64().unwrap_or_default();
        Err(RestError::refused(status.as_u16(), code, body["message"].as_str().unwrap_or("no words of Discord's")))
    }
}

/// Parses the body of a response.
async fn read<T: DeserializeOwned>(answer: Response) -> Result<T, RestError> {
    let bytes = answer.bytes().await?;
    serde_json::from_slice(&bytes).map_err(|error| RestError::Unusable(format!("an answer that is none: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn trying_again_ends_with_the_deadline_and_with_what_does_not_pass() {
        let begun = Instant::now();
        let mut retry = Retry::until(begun + Duration::from_secs(3));
        let broken = RestError::Unreachable("cut".to_owned());
        let mut tries = 0;
        while retry.again(&broken).await {
            tries += 1;
        }
        assert!((3..=10).contains(&tries), "{tries}");
        assert!(begun.elapsed() < Duration::from_secs(3));

        let mut retry = Retry::until(Instant::now() + Duration::from_secs(3));
        assert!(!retry.again(&RestError::refused(403, 50_013, "Missing Permissions")).await);
        assert!(!retry.again(&RestError::Limited { after: Some(Duration::from_secs(4)) }).await, "too late then");
        let before = Instant::now();
        assert!(retry.again(&RestError::Limited { after: Some(Duration::from_secs(2)) }).await);
        assert_eq!(before.elapsed(), Duration::from_secs(2), "no sooner than Discord wants");
    }
}
