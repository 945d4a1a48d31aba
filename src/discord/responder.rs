//! Responds to an interaction: first an acknowledgement, then the answer.

use super::accounts::{Addressed, user_of};
use super::messages::{self, FirstResponse};
use super::places::channels_of;
use super::rest::{Rest, retries_until, try_again};
use super::rest_error::RestError;
use crate::chat::arguments::ArgumentError;
use crate::chat::choices::without_attachment;
use crate::chat::texts::error_texts::service_error;
use crate::chat::views::board::outdated;
use crate::chat::views::command_help::outdated_command;
use crate::chat::{Answer, Language, Request, RequestHandler, ResponseMode, Text, View};
use crate::metrics::record;
use crate::service::{DeliveryMode, GameService, StorageError};
use serenity::all::{ChannelId, InteractionId, UserId};
use std::future::Future;
use std::time::Duration;
use tokio::time::Instant;

/// The time for the first response. Discord waits three seconds for it, some of which are over when an interaction
/// arrives.
const FIRST_RESPONSE: Duration = Duration::from_millis(2_800);
/// The timeout of one attempt at the first response, which leaves time for another.
const FIRST_TRY: Duration = Duration::from_millis(1_200);
/// How long an answer after the first response is retried, while the user may still be waiting for it.
const ANSWER: Duration = Duration::from_secs(20);
/// The timeout of one attempt at such an answer.
const ANSWER_TRY: Duration = Duration::from_secs(10);
/// How long each fallback is retried.
const OTHER_WAY: Duration = Duration::from_secs(5);

/// Discord's code for an interaction that already has its first response.
const ALREADY_ACKNOWLEDGED: i64 = 40_060;

/// An interaction that waits for its answer.
#[derive(Clone, Copy, Debug)]
pub struct InteractionResponder<'a> {
    id: InteractionId,
    token: &'a str,
    /// When it arrived.
    arrived_at: Instant,
}

/// How a view is shown.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// As the first response: a new message.
    Message {
        /// Whether only the requester sees it.
        is_private: bool,
    },
    /// As the first response: in place of the message whose button was pressed.
    Change,
    /// As the deferred answer, or in place of the message whose button was pressed.
    Edit,
    /// As a further message that only the requester sees, tried for this long.
    FollowUp(Duration),
}

/// Runs an attempt with a timeout.
async fn within<T>(most: Duration, tried: impl Future<Output = Result<T, RestError>>) -> Result<T, RestError> {
    let late = || RestError::Unreachable("it took too long".to_owned());
    tokio::time::timeout(most, tried).await.unwrap_or_else(|_| Err(late()))
}

impl<'a> InteractionResponder<'a> {
    /// An interaction that has just arrived: its id, and the token with which it can be answered for fifteen minutes.
    pub fn now(id: InteractionId, token: &'a str) -> Self {
        InteractionResponder { id, token, arrived_at: Instant::now() }
    }

    /// Answers the request that came with this interaction. Discord requires a response within three seconds, so
    /// answers that take work are deferred first.
    ///
    /// # Errors
    /// If Discord does not accept the answer after all attempts. If it did not accept the first response, nothing was
    /// done; a challenge that this response should have shown is posted later, or withdrawn.
    pub async fn answer(
        self,
        rest: &Rest,
        request_handler: &RequestHandler,
        request: &Request,
    ) -> Result<(), RestError> {
        let mode = request.response_mode();
        match mode {
            ResponseMode::Immediate => return self.answer_at_once(rest, request_handler, request).await,
            ResponseMode::DeferredPrivate => self.respond(rest, FirstResponse::DeferredPrivate).await?,
            ResponseMode::DeferredUpdate => self.respond(rest, FirstResponse::DeferredUpdate).await?,
        }
        let (service, language) = (request_handler.service(), request.requester.language);
        // Boxed, so that the futures around this one stay small.
        let view = match (mode, Box::pin(request_handler.answer(request)).await) {
            // A private answer to a button leaves the button's message as it is.
            (ResponseMode::DeferredUpdate, Answer::Private(view) | Answer::Reply(view) | Answer::Confirmed(view)) => {
                let result = self.show(rest, service, &view, language, Way::FollowUp(ANSWER)).await;
                return self.or_by_other_means(rest, service, request, &view, result).await;
            }
            (_, Answer::Spent) => return self.edit(rest, None).await,
            (
                _,
                Answer::Private(view)
                | Answer::Reply(view)
                | Answer::Confirmed(view)
                | Answer::Public(view)
                | Answer::Change(view)
                | Answer::Proposed(_, view),
            ) => view,
            // Forms and completions are only sent as immediate responses.
            (_, Answer::OpenForm(_) | Answer::Completions(_) | Answer::Nothing) => return Ok(()),
        };
        let result = match self.show(rest, service, &view, language, Way::Edit).await {
            Ok(()) => return Ok(()),
            // The message may no longer exist or not be editable; a follow-up may still work.
            Err(_) => self.show(rest, service, &view, language, Way::FollowUp(OTHER_WAY)).await,
        };
        self.or_by_other_means(rest, service, request, &view, result).await
    }

    async fn answer_at_once(
        self,
        rest: &Rest,
        request_handler: &RequestHandler,
        request: &Request,
    ) -> Result<(), RestError> {
        let answer = Box::pin(request_handler.answer(request)).await;
        let service = request_handler.service();
        let show = async |view, way| self.show(rest, service, view, request.requester.language, way).await;
        match &answer {
            Answer::Public(view) => show(view, Way::Message { is_private: false }).await,
            Answer::Proposed(id, view) => {
                let result = show(view, Way::Message { is_private: false }).await;
                // Another delivery of the same interaction has shown the challenge if that has its response already.
                if let Err(error) = &result
                    && error.code() != Some(ALREADY_ACKNOWLEDGED)
                    && let Err(error) =
                        request_handler.not_shown(*id, request.requester.id, error.is_transient(), "").await
                {
                    tracing::error!(challenge = %id, %error, "a challenge remains open without a message");
                }
                result
            }
            Answer::Private(view) | Answer::Reply(view) | Answer::Confirmed(view) => {
                show(view, Way::Message { is_private: true }).await
            }
            Answer::Change(view) => show(view, Way::Change).await,
            Answer::OpenForm(form) => self.respond(rest, FirstResponse::Form(form)).await,
            Answer::Completions(texts) => self.respond(rest, FirstResponse::Completions(texts)).await,
            Answer::Spent | Answer::Nothing => Ok(()),
        }
    }

    /// Answers that a request of this kind could not be read, because storage failed.
    ///
    /// # Errors
    /// If Discord does not accept the answer.
    pub async fn failed(
        self,
        rest: &Rest,
        kind: &'static str,
        language: Language,
        error: StorageError,
    ) -> Result<(), RestError> {
        record::failed_interaction(kind);
        let view = View::text(service_error(language, &error.into()));
        self.respond(rest, FirstResponse::Message(&Addressed::without_people(&view), true)).await
    }

    /// Answers that nothing completes what is being typed.
    ///
    /// # Errors
    /// If Discord does not accept the answer.
    pub async fn completes_nothing(self, rest: &Rest) -> Result<(), RestError> {
        self.respond(rest, FirstResponse::Completions(&[])).await
    }

    /// Answers that a button or a form is outdated.
    ///
    /// # Errors
    /// If Discord does not accept the answer.
    pub async fn is_outdated(self, rest: &Rest, language: Language) -> Result<(), RestError> {
        self.refuse(rest, &outdated(language)).await
    }

    /// Answers a command that was registered by an older version of the program.
    ///
    /// # Errors
    /// If Discord does not accept the answer.
    pub async fn command_is_outdated(
        self,
        rest: &Rest,
        language: Language,
        error: ArgumentError,
    ) -> Result<(), RestError> {
        self.refuse(rest, &outdated_command(language, error)).await
    }

    async fn refuse(self, rest: &Rest, view: &View) -> Result<(), RestError> {
        self.respond(rest, FirstResponse::Message(&Addressed::without_people(view), true)).await
    }

    /// Shows a view, and shows it in words if its files are too large for Discord.
    async fn show(
        self,
        rest: &Rest,
        service: &GameService,
        view: &View,
        language: Language,
        way: Way,
    ) -> Result<(), RestError> {
        // Boxed, as the answer is.
        match Box::pin(self.show_whole(rest, &addressed(service, view).await, way)).await {
            Err(error) if error.is_too_large() && !view.attachments.is_empty() => {
                tracing::warn!(%error, "an answer is sent without its attachments");
                let names = view.attachments.iter().map(|attachment| &attachment.name);
                let words = names.fold(view.clone(), |view, name| without_attachment(&view, name, language));
                Box::pin(self.show_whole(rest, &addressed(service, &words).await, way)).await
            }
            shown => shown,
        }
    }

    async fn show_whole(self, rest: &Rest, shown: &Addressed<'_>, way: Way) -> Result<(), RestError> {
        match way {
            Way::Message { is_private } => self.respond(rest, FirstResponse::Message(shown, is_private)).await,
            Way::Change => self.respond(rest, FirstResponse::Change(shown)).await,
            Way::Edit => self.edit(rest, Some(shown)).await,
            Way::FollowUp(timeout) => self.follow_up(rest, shown, timeout).await,
        }
    }

    /// Sends the first response, and retries it as long as Discord waits for it. Discord accepts only one. If a retry
    /// finds that there is one already, it is the response whose delivery was not confirmed. If the first attempt finds
    /// one, another process answers, or the interaction came twice.
    async fn respond(self, rest: &Rest, first: FirstResponse<'_>) -> Result<(), RestError> {
        let mut retries = retries_until(self.arrived_at + FIRST_RESPONSE);
        let mut is_first = true;
        loop {
            match within(FIRST_TRY, rest.respond(self.id, self.token, &first)).await {
                Err(error) if error.code() == Some(ALREADY_ACKNOWLEDGED) && !is_first => return Ok(()),
                Err(error) if try_again(&mut retries, &error).await => is_first = false,
                result => return result,
            }
        }
    }

    /// Sends the deferred answer, or edits the message; without a view, removes its buttons.
    async fn edit(self, rest: &Rest, shown: Option<&Addressed<'_>>) -> Result<(), RestError> {
        let mut retries = retries_until(Instant::now() + ANSWER);
        let nothing = View::default();
        loop {
            let edit = shown.map_or_else(messages::spent, messages::edit);
            let view = shown.map_or(&nothing, |shown| shown.view);
            match within(ANSWER_TRY, rest.edit_response(self.token, edit, view)).await {
                Err(error) if try_again(&mut retries, &error).await => {}
                result => return result,
            }
        }
    }

    /// Sends a follow-up that only the requester sees.
    async fn follow_up(self, rest: &Rest, shown: &Addressed<'_>, timeout: Duration) -> Result<(), RestError> {
        let mut retries = retries_until(Instant::now() + timeout);
        loop {
            match within(ANSWER_TRY, rest.follow_up(self.token, shown, true)).await {
                Err(error) if try_again(&mut retries, &error).await => {}
                result => return result.map(drop),
            }
        }
    }

    /// Delivers the outcome of a move by direct message if the answer could not be sent, and where the game is played
    /// if that is refused.
    async fn or_by_other_means(
        self,
        rest: &Rest,
        service: &GameService,
        request: &Request,
        view: &View,
        result: Result<(), RestError>,
    ) -> Result<(), RestError> {
        let Err(error) = result else { return Ok(()) };
        if !request.is_move() {
            return Err(error);
        }
        tracing::warn!(%error, "the answer to a move is delivered another way");
        let notice = View::text(view.text.clone());
        let user = user_of(service, request.requester.id).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the account of a player could not be read");
            None
        });
        if let Some(user) = user
            && write_to(rest, user, &addressed(service, &notice).await).await.is_ok()
        {
            return Ok(());
        }
        // Where the bot is not a member, it cannot post.
        if request.context.delivery_mode == DeliveryMode::InteractionOnly {
            return Err(error);
        }
        let notice = View::text(Text::person(request.requester.id).then(" ").then(view.text.clone()));
        let channels = channels_of(service, &[request.context.id]).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the channel of a request could not be read");
            Vec::new()
        });
        let Some((_, channel)) = channels.first() else { return Err(error) };
        post(rest, *channel, &addressed(service, &notice).await).await
    }
}

/// A view with the accounts of the people in it. If they cannot be read, the answer is worth more than its mentions.
async fn addressed<'a>(service: &GameService, view: &'a View) -> Addressed<'a> {
    Addressed::new(service, view).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the accounts of players could not be read; an answer does not mention them");
        Addressed::without_people(view)
    })
}

/// Sends a direct message to a user.
async fn write_to(rest: &Rest, person: UserId, message: &Addressed<'_>) -> Result<(), RestError> {
    let mut retries = retries_until(Instant::now() + OTHER_WAY);
    loop {
        match within(ANSWER_TRY, rest.open_direct(person)).await {
            Ok(channel) => return post(rest, channel, message).await,
            Err(error) if try_again(&mut retries, &error).await => {}
            Err(error) => return Err(error),
        }
    }
}

async fn post(rest: &Rest, channel: ChannelId, message: &Addressed<'_>) -> Result<(), RestError> {
    let mut retries = retries_until(Instant::now() + OTHER_WAY);
    loop {
        match within(ANSWER_TRY, rest.post(channel, message, |unchanged| unchanged)).await {
            Err(error) if try_again(&mut retries, &error).await => {}
            result => return result.map(drop),
        }
    }
}
