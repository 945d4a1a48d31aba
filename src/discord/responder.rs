//! Responds to an interaction: first an acknowledgement, then the answer.

use super::messages::{self, FirstResponse};
use super::rest::{Rest, Retry};
use super::rest_error::RestError;
use crate::chat::views::board::outdated;
use crate::chat::{Answer, Language, Request, RequestHandler, ResponseMode, Text, View};
use crate::service::DeliveryMode;
use serenity::all::{ChannelId, InteractionId, UserId};
use std::future::Future;
use std::time::Duration;
use tokio::time::Instant;

/// The time for the first response. Discord waits three seconds for it, some of which are over when an interaction
/// arrives.
const FIRST_RESPONSE: Duration = Duration::from_millis(2_800);
/// The timeout of one attempt at the first response, which leaves time for another.
const FIRST_RESPONSE_ATTEMPT: Duration = Duration::from_millis(1_200);
/// How long an answer after the first response is retried, while the user may still be waiting for it.
const ANSWER_TIME: Duration = Duration::from_secs(20);
/// The timeout of one attempt at such an answer.
const ANSWER_ATTEMPT: Duration = Duration::from_secs(10);
/// How long each fallback is retried.
const FALLBACK_TIME: Duration = Duration::from_secs(5);

/// Discord's code for an interaction that already has its first response.
const ALREADY_ACKNOWLEDGED: i64 = 40_060;

/// An interaction that waits for its answer.
#[derive(Clone, Copy, Debug)]
pub struct InteractionResponder<'a> {
    id: InteractionId,
    token: &'a str,
    /// When it arrived.
    received: Instant,
}

/// Runs an attempt with a timeout.
async fn with_timeout<T>(
    timeout: Duration,
    attempt: impl Future<Output = Result<T, RestError>>,
) -> Result<T, RestError> {
    let late = || RestError::Unreachable("it took too long".to_owned());
    tokio::time::timeout(timeout, attempt).await.unwrap_or_else(|_| Err(late()))
}

impl<'a> InteractionResponder<'a> {
    /// An interaction that has just arrived: its id, and the token with which it can be answered for fifteen minutes.
    pub fn now(id: InteractionId, token: &'a str) -> Self {
        InteractionResponder { id, token, received: Instant::now() }
    }

    /// Answers the request that came with this interaction. Discord requires a response within three seconds, so
    /// answers that take work are deferred first.
    ///
    /// # Errors
    /// If Discord does not accept the answer after all attempts. If it did not accept the first response, nothing was
    /// done; a challenge that this response should have shown is withdrawn.
    pub async fn answer(
        self,
        rest: &Rest,
        request_handler: &RequestHandler,
        request: &Request,
    ) -> Result<(), RestError> {
        let mode = request.response_mode();
        match mode {
            ResponseMode::Immediate => return self.answer_at_once(rest, request_handler, request).await,
            ResponseMode::DeferredPrivate => self.respond(rest, FirstResponse::Deferred).await?,
            ResponseMode::DeferredUpdate => self.respond(rest, FirstResponse::Acknowledged).await?,
        }
        let view = match (mode, request_handler.answer(request).await) {
            // A private answer to a button leaves the button's message as it is.
            (ResponseMode::DeferredUpdate, Answer::Private(view)) => {
                let result = self.follow_up(rest, &view, ANSWER_TIME).await;
                return self.or_fallback(rest, request, &view, result).await;
            }
            (_, Answer::Spent) => return self.edit(rest, None).await,
            (_, Answer::Private(view) | Answer::Public(view) | Answer::Change(view) | Answer::Proposed(_, view)) => {
                view
            }
            // Forms and completions are only sent as immediate responses.
            (_, Answer::Ask(_) | Answer::Completions(_) | Answer::Nothing) => return Ok(()),
        };
        let result = match self.edit(rest, Some(&view)).await {
            Ok(()) => return Ok(()),
            // The message may no longer exist or not be editable; a follow-up may still work.
            Err(_) => self.follow_up(rest, &view, FALLBACK_TIME).await,
        };
        self.or_fallback(rest, request, &view, result).await
    }

    async fn answer_at_once(
        self,
        rest: &Rest,
        request_handler: &RequestHandler,
        request: &Request,
    ) -> Result<(), RestError> {
        let answer = request_handler.answer(request).await;
        let (first, proposed) = match &answer {
            Answer::Public(view) => (FirstResponse::Message(view, false), None),
            Answer::Proposed(id, view) => (FirstResponse::Message(view, false), Some(*id)),
            Answer::Private(view) => (FirstResponse::Message(view, true), None),
            Answer::Change(view) => (FirstResponse::Update(view), None),
            Answer::Ask(form) => (FirstResponse::Form(form), None),
            Answer::Completions(texts) => (FirstResponse::Completions(texts), None),
            Answer::Spent | Answer::Nothing => return Ok(()),
        };
        let result = self.respond(rest, first).await;
        if let (Err(_), Some(id)) = (&result, proposed) {
            request_handler.withdraw(id, request.requester.id).await;
        }
        result
    }

    /// Answers that a button, a form or a command is outdated.
    ///
    /// # Errors
    /// If Discord does not accept the answer.
    pub async fn is_outdated(self, rest: &Rest, language: Language) -> Result<(), RestError> {
        self.respond(rest, FirstResponse::Message(&outdated(language), true)).await
    }

    /// Sends the first response, and retries it as long as Discord waits for it. Discord accepts only one. If a retry
    /// finds that there is one already, it is the response whose delivery was not confirmed. If the first attempt finds
    /// one, another process answers, or the interaction came twice.
    async fn respond(self, rest: &Rest, first: FirstResponse<'_>) -> Result<(), RestError> {
        let mut retry = Retry::until(self.received + FIRST_RESPONSE);
        let mut is_first = true;
        loop {
            match with_timeout(FIRST_RESPONSE_ATTEMPT, rest.respond(self.id, self.token, &first)).await {
                Err(error) if error.code() == Some(ALREADY_ACKNOWLEDGED) && !is_first => return Ok(()),
                Err(error) if retry.wait_after(&error).await => is_first = false,
                result => return result,
            }
        }
    }

    /// Sends the deferred answer, or edits the message; without a view, removes its buttons.
    async fn edit(self, rest: &Rest, view: Option<&View>) -> Result<(), RestError> {
        let mut retry = Retry::until(Instant::now() + ANSWER_TIME);
        let nothing = View::default();
        loop {
            let edit = view.map_or_else(messages::remove_response_buttons, messages::edit_response);
            match with_timeout(ANSWER_ATTEMPT, rest.edit_response(self.token, edit, view.unwrap_or(&nothing))).await {
                Err(error) if retry.wait_after(&error).await => {}
                result => return result.map(drop),
            }
        }
    }

    /// Sends a follow-up that only the requester sees.
    async fn follow_up(self, rest: &Rest, view: &View, time: Duration) -> Result<(), RestError> {
        let mut retry = Retry::until(Instant::now() + time);
        loop {
            match with_timeout(ANSWER_ATTEMPT, rest.follow_up(self.token, view, true)).await {
                Err(error) if retry.wait_after(&error).await => {}
                result => return result.map(drop),
            }
        }
    }

    /// Delivers the outcome of a move by direct message if the answer could not be sent, and where the game is played
    /// if that is refused.
    async fn or_fallback(
        self,
        rest: &Rest,
        request: &Request,
        view: &View,
        result: Result<(), RestError>,
    ) -> Result<(), RestError> {
        let Err(error) = result else { return Ok(()) };
        if !request.is_move() || request.requester.id.0 == 0 || request.context.id.0 == 0 {
            return Err(error);
        }
        tracing::warn!(%error, "the answer to a move is delivered another way");
        let message = View::text(view.text.clone());
        if send_direct(rest, UserId::new(request.requester.id.0), &message).await.is_ok() {
            return Ok(());
        }
        // Where the bot is not a member, it cannot post.
        if request.context.delivery_mode == DeliveryMode::InteractionOnly {
            return Err(error);
        }
        let message = View::text(Text::person(request.requester.id).then(" ").then(view.text.clone()));
        post(rest, ChannelId::new(request.context.id.0), &message).await
    }
}

/// Sends a direct message to a user.
async fn send_direct(rest: &Rest, person: UserId, message: &View) -> Result<(), RestError> {
    let mut retry = Retry::until(Instant::now() + FALLBACK_TIME);
    loop {
        match with_timeout(ANSWER_ATTEMPT, rest.open_direct(person)).await {
            Ok(channel) => return post(rest, channel, message).await,
            Err(error) if retry.wait_after(&error).await => {}
            Err(error) => return Err(error),
        }
    }
}

async fn post(rest: &Rest, channel: ChannelId, message: &View) -> Result<(), RestError> {
    let mut retry = Retry::until(Instant::now() + FALLBACK_TIME);
    loop {
        match with_timeout(ANSWER_ATTEMPT, rest.post(channel, message, |message| message)).await {
            Err(error) if retry.wait_after(&error).await => {}
            result => return result.map(drop),
        }
    }
}
